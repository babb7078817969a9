import { sql } from 'drizzle-orm';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

const orderId = sql.raw('orders.id');

/** Each check reads transfers by their orders, or by their requests. */
export const transferChecks: readonly BooksCheck[] = [
  {
    name: 'a transfer points both ways',
    query: (slice) => sql`
      select orders.number as "where",
        format(
          'request %s: left %s (%s), taken %s', coalesce(transfer.id::text, 'none'), old.id,
            old.status, taken.id
        ) as detail
      from ${orderTable}
      left join ${transferTable} transfer on transfer.order_id = orders.id
        and transfer.id = orders.client_ref
        and transfer.status = 'done' and transfer.to_branch_id = orders.branch_id
      left join ${enrolmentTable} old on old.id = transfer.enrolment_id
      left join ${enrolmentTable} taken on taken.id = transfer.to_enrolment_id
      where ${inSlice(orderId, slice)}
        and orders.source = 'transfer'
        and (
          transfer.id is null
          or old.status <> 'transferred'
          or old.transfer_to_id is distinct from taken.id
          or taken.transfer_from_id is distinct from old.id
          or not exists (
            select
            from ${orderLineTable} line
            where line.order_id = orders.id and line.enrolment_id = taken.id
              and line.kind = 'tuition'
          )
        )`,
  },
];

export const requestChecks: readonly BooksCheck[] = [
  {
    name: 'a request for a class and its seat end together',
    query: () => sql`
      select transfer.id::text as "where",
        format(
          'request %s until %s, seat %s until %s', transfer.status, transfer.hold_until,
            seat.status,
            seat.seat_hold_until
        ) as detail
      from ${transferTable} transfer
      join ${enrolmentTable} seat on seat.id = transfer.to_enrolment_id
      where (transfer.status = 'open') is distinct from (
        seat.status = 'pending' and seat.transfer_from_id = transfer.enrolment_id
          and seat.seat_hold_until = transfer.hold_until
      )
        and (transfer.status = 'open' or seat.status = 'pending') and transfer.status <> 'done'`,
  },
];
