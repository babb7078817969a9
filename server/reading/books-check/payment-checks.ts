import { sql } from 'drizzle-orm';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

const paymentId = sql.raw('payment.id');
const given = sql.raw(
  '(select coalesce(sum(amount_lak), 0) as total from allocations where payment_id = payment.id) given',
);
/** The receipt number of a payment, or its id while it has none. */
const name = sql.raw('coalesce(receipt.number, payment.id::text)');
/** The payer's record that remains after merges. */
const mergedPayer = (row: string) =>
  sql.raw(
    `
      (
        select coalesce(parent.merged_into_id, parent.id)
        from parents parent
        where parent.id = ${row}.payer_parent_id
        union all
        select coalesce(student.merged_into_id, student.id)
        from students student
        where student.id = ${row}.payer_student_id
        limit 1
      )`,
  );

/**
 * Each check reads payments with their allocations and drawer movements, by slices of payment ids.
 */
export const paymentChecks: readonly BooksCheck[] = [
  {
    name: 'what is free of a payment',
    query: (slice) => sql`
      select ${name} as "where",
        format(
          '%s %s kip, %s allocated, %s free', payment.state, payment.amount_lak, given.total,
            payment.free_lak
        ) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      cross join lateral ${given}
      where ${inSlice(paymentId, slice)}
        and (
          given.total < 0
          or payment.free_lak <> case
            when payment.state in ('pending', 'confirmed') and payment.amount_lak > 0
            then payment.amount_lak - given.total else 0 end
          or (payment.state in ('rejected', 'void') and given.total <> 0)
        )`,
  },
  {
    name: 'money of a walk-in is allocated whole',
    query: (slice) => sql`
      select ${name} as "where",
        format('%s of %s kip are free', payment.free_lak, payment.amount_lak) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      where ${inSlice(paymentId, slice)}
        and payment.payer_parent_id is null
        and payment.payer_student_id is null
        and payment.amount_lak > 0
        and payment.state in ('pending', 'confirmed')
        and payment.free_lak <> 0
        -- A walk-in who paid offline was gone when the price turned out to be lower.
        and not exists (
          select from ${allocationTable} allocation
          join ${orderTable} paid on paid.id = allocation.order_id
          where allocation.payment_id = payment.id and paid.taken_offline_at is not null)`,
  },
  {
    name: 'an order is paid by its own payer',
    query: (slice) => sql`
      select orders.number as "where",
        format('allocation %s is of another payer', allocation.id) as detail
      from ${paymentTable} payment
      join ${allocationTable} allocation on allocation.payment_id = payment.id
      join ${orderTable} on orders.id = allocation.order_id
      where ${inSlice(paymentId, slice)} and ${mergedPayer('payment')}
        is distinct from ${mergedPayer('orders')}`,
  },
  {
    name: 'an allocation is taken back once and whole',
    query: (slice) => sql`
      select ${name} as "where",
        format(
          'allocation %s takes back %s, which is %s', back.id, back.amount_lak,
            allocation.amount_lak
        ) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      join ${allocationTable} back on back.payment_id = payment.id and back.reverses_id is not null
      left join ${allocationTable} allocation on allocation.id = back.reverses_id
      where ${inSlice(paymentId, slice)}
        and (
          (
            allocation.payment_id, allocation.order_id, allocation.refund_id, -allocation.amount_lak
          ) is distinct from (back.payment_id, back.order_id, back.refund_id, back.amount_lak)
            or allocation.reverses_id is not null
        )`,
  },
  {
    name: 'a refund is as much as was given to it',
    query: (slice) => sql`
      select ${name} as "where",
        format('%s kip, %s given', payment.amount_lak, coalesce(gone.total, 0)) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      cross join lateral (
        select sum(amount_lak) as total from ${allocationTable} where refund_id = payment.id
      ) gone
      where ${inSlice(paymentId, slice)} and payment.amount_lak < 0
        and coalesce(gone.total, 0) <> -payment.amount_lak`,
  },
  {
    name: 'cash is in its drawer',
    query: (slice) => sql`
      select ${name} as "where",
        format(
          'tendered %s %s, in the drawer %s', payment.tendered, payment.currency,
            coalesce(moved.total, 0)
        ) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      cross join lateral (
        select sum(amount) as total
        from ${drawerMovementTable}
        where payment_id = payment.id
          and currency = payment.currency
          and kind in ('tender', 'tenderReversed', 'refund')
      ) moved
      where ${inSlice(paymentId, slice)}
        and payment.method = 'cash'
        and coalesce(moved.total, 0)
          <> case payment.state when 'void' then 0 else payment.tendered end`,
  },
  {
    name: 'change that was given comes back with its payment',
    query: (slice) => sql`
      select ${name} as "where",
        format('%s %s of change are still out', moved.total, moved.currency) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      join lateral (
        select currency, sum(amount) as total
        from ${drawerMovementTable}
        where payment_id = payment.id and kind in ('change', 'changeReversed')
        group by currency
      ) moved on true
      where ${inSlice(paymentId, slice)}
        and case payment.state when 'void' then moved.total <> 0 else moved.total > 0 end`,
  },
  {
    name: 'a mended payment is void and as much stands in its place',
    query: (slice) => sql`
      select ${name} as "where",
        format(
          '%s kip in the place of %s kip, which is %s', payment.amount_lak, wrong.amount_lak,
            wrong.state
        ) as detail
      from ${paymentTable} payment
      left join ${receiptTable} receipt on receipt.id = payment.receipt_id
      join ${paymentTable} wrong on wrong.id = payment.mends_id
      where ${inSlice(paymentId, slice)}
        and (
          wrong.state <> 'void' or wrong.branch_id <> payment.branch_id
            or payment.amount_lak < wrong.amount_lak
        )`,
  },
];
