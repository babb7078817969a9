import { sql } from 'drizzle-orm';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { lineNetView, orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

const orderId = sql.raw('orders.id');

/** Each check reads orders with all their lines and allocations, by slices of order ids. */
export const orderChecks: readonly BooksCheck[] = [
  {
    name: 'sums of an order',
    query: (slice) => sql`
      select orders.number as "where",
        format(
          'total %s, lines %s; paid %s, allocated %s; to be verified %s, allocated %s',
            orders.total_lak, lines.total, orders.paid_lak, given.paid, orders.pending_lak,
            given.pending
        ) as detail
      from ${orderTable}
      cross join lateral (
        select coalesce(sum(amount_lak), 0) as total
        from ${orderLineTable}
        where order_id = orders.id
      ) lines
      cross join lateral (
        select coalesce(
          sum(allocation.amount_lak) filter (where payment.state = 'confirmed'), 0
        ) as paid,
          coalesce(
            sum(allocation.amount_lak) filter (where payment.state = 'pending'), 0
          ) as pending
        from ${allocationTable} allocation
        join ${paymentTable} payment on payment.id = allocation.payment_id
        where allocation.order_id = orders.id) given
      where ${inSlice(orderId, slice)}
        and (
          orders.total_lak, orders.paid_lak, orders.pending_lak
        ) is distinct from (lines.total, given.paid, given.pending)`,
  },
  {
    name: 'lines of an order run from 1',
    query: (slice) => sql`
      select orders.number as "where",
        format('%s lines, the last is number %s', lines.n, lines.last) as detail
      from ${orderTable}
      cross join lateral (
        select count(*) as n, coalesce(max(position), 0) as last
        from ${orderLineTable}
        where order_id = orders.id
      ) lines
      where ${inSlice(orderId, slice)} and (lines.n = 0 or lines.n <> lines.last)`,
  },
  {
    // A remainder below one coin, which a walk-in could not get back, may be the only amount left
    // of an order.
    name: 'a rounding line alone',
    query: (slice) => sql`
      select orders.number as "where", format('rounding %s', lines.rounding) as detail
      from ${orderTable} join ${branchTable} branch on branch.id = orders.branch_id
      cross join lateral (
        select coalesce(sum(amount_lak) filter (where kind <> 'rounding'), 0) as rest,
          coalesce(sum(amount_lak) filter (where kind = 'rounding'), 0) as rounding
        from ${orderLineTable}
        where order_id = orders.id
      ) lines
      where ${inSlice(orderId, slice)}
        and lines.rest = 0
        and lines.rounding not between 0 and case
          when orders.walk_in_name = '' then 0
          else branch.cash_step - 1 end`,
  },
  {
    name: 'what is left of a line',
    query: (slice) => sql`
      select orders.number as "where",
        format(
          'line %s: %s kip, %s pieces, %s sessions left', charged.position, sum(part.amount_lak),
            sum(part.quantity), sum(part.sessions)
        ) as detail
      from ${orderTable}
      join ${orderLineTable} charged on charged.order_id = orders.id and charged.of_line_id is null
        and charged.kind not in ('adjustment', 'rounding') and charged.quantity > 0
      join ${lineNetView} part on part.order_id = orders.id
        and (part.id = charged.id or part.of_line_id = charged.id)
      where ${inSlice(orderId, slice)}
        group by orders.number, charged.id, charged.order_id, charged.position
      having sum(part.amount_lak) < 0 or sum(part.quantity) < 0 or sum(part.sessions) < 0
        or exists (
          select from ${orderLineTable} stray
          where stray.of_line_id = charged.id and stray.order_id <> charged.order_id)`,
  },
];
