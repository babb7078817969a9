import { sql } from 'drizzle-orm';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { inSlice, type Check } from './difference.ts';

const o = sql.raw('o.id');

/** Each check reads transfers by their orders, or by their requests. */
export const transferChecks: readonly Check[] = [
  {
    name: 'a transfer points both ways',
    query: (slice) => sql`
      select o.number as "where", format('request %s: left %s (%s), taken %s', coalesce(asked.id::text, 'none'), old.id, old.status, taken.id) as detail
      from ${orderTable} o left join ${transferTable} asked on asked.order_id = o.id and asked.id = o.client_ref and asked.status = 'done' and asked.to_branch_id = o.branch_id
      left join ${enrolmentTable} old on old.id = asked.enrolment_id left join ${enrolmentTable} taken on taken.id = asked.to_enrolment_id
      where ${inSlice(o, slice)} and o.source = 'transfer' and (asked.id is null or old.status <> 'transferred' or old.transfer_to_id is distinct from taken.id or taken.transfer_from_id is distinct from old.id
        or not exists (select from ${orderLineTable} line where line.order_id = o.id and line.enrolment_id = taken.id and line.kind = 'tuition'))`,
  },
];

export const requestChecks: readonly Check[] = [
  {
    name: 'a request for a class and its seat end together',
    query: () => sql`
      select asked.id::text as "where", format('request %s until %s, seat %s until %s', asked.status, asked.hold_until, seat.status, seat.seat_hold_until) as detail
      from ${transferTable} asked join ${enrolmentTable} seat on seat.id = asked.to_enrolment_id
      where (asked.status = 'open') is distinct from (seat.status = 'pending' and seat.transfer_from_id = asked.enrolment_id and seat.seat_hold_until = asked.hold_until)
        and (asked.status = 'open' or seat.status = 'pending') and asked.status <> 'done'`,
  },
];
