import { sql } from 'drizzle-orm';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import type { BooksCheck } from './difference.ts';

const branchAndDay = sql.raw(`format('%s %s', branch.code, closed.day)`);
const closedDays = sql.raw('days closed join branches branch on branch.id = closed.branch_id');

/**
 * Checks the frozen totals of closed days and the safe of every branch; both are small, so they are
 * not sliced.
 */
export const dayChecks: readonly BooksCheck[] = [
  {
    name: 'totals of a closed day',
    query: () => sql`
      select ${branchAndDay} as "where",
        format(
          'received %s, rows %s; billed %s, lines %s; %s receipts, %s there',
            closed.totals ->> 'receivedLAK', received, closed.totals ->> 'billedLAK', billed,
            closed.totals -> 'receipts' ->> 'count', receipts
        ) as detail
      from ${closedDays}
      cross join lateral (
        select coalesce(sum(amount_lak), 0) as received
        from ${paymentTable}
        where branch_id = closed.branch_id
          and confirmed_day = closed.day
          and state = 'confirmed'
          and method <> 'opening'
      ) money
      cross join lateral (
        select coalesce(sum(line.amount_lak), 0) as billed
        from ${orderTable} billed_order
        join ${orderLineTable} line on line.order_id = billed_order.id
        where billed_order.branch_id = closed.branch_id
          and billed_order.confirmed_day <= closed.day
          and not line.is_opening
          and greatest(
            (line.at at time zone 'Asia/Vientiane')::date, billed_order.confirmed_day
          ) = closed.day) lines
      cross join lateral (
        select count(*) as receipts
        from ${receiptTable}
        where branch_id = closed.branch_id and day = closed.day
      ) papers
      where closed.closed_at is not null
        and (
          (closed.totals ->> 'receivedLAK')::bigint <> received
            or (closed.totals ->> 'billedLAK')::bigint <> billed
            or (closed.totals -> 'receipts' ->> 'count')::bigint <> receipts
        )`,
  },
  {
    name: 'chain at the end of a closed day',
    query: () => sql`
      select ${branchAndDay} as "where",
        format(
          '%s receipts to %s', closed.totals -> 'chain' ->> 'length',
            left(closed.totals -> 'chain' ->> 'head', 8)
        ) as detail
      from ${closedDays}
      left join ${receiptTable} last on last.branch_id = closed.branch_id
        and last.chain_no = (closed.totals -> 'chain' ->> 'length')::int
      where closed.closed_at is not null
        and coalesce(last.hash, '') <> closed.totals -> 'chain' ->> 'head'`,
  },
  {
    name: 'nothing is posted into a closed day',
    query: () => sql`
      select ${branchAndDay} as "where", format('receipt %s at %s', paper.number, paper.at) as detail
      from ${closedDays}
      join ${receiptTable} paper on paper.branch_id = closed.branch_id and paper.day = closed.day
      where closed.closed_at is not null and paper.at > closed.closed_at`,
  },
  {
    name: 'no drawer of a closed day is open',
    query: () => sql`
      select ${branchAndDay} as "where", drawer.name as detail
      from ${closedDays}
      join ${shiftTable} shift on shift.branch_id = closed.branch_id and shift.day = closed.day
      join ${drawerTable} drawer on drawer.id = shift.drawer_id
      where closed.closed_at is not null and (shift.closed_at is null or shift.to_be_accepted)`,
  },
  {
    name: 'safe and drawers',
    query: () => sql`
      select coalesce(drawer.id, kept.drawer_movement_id)::text as "where",
        format(
          'drawer %s %s, safe %s %s', drawer.amount, drawer.currency, kept.amount, kept.currency
        ) as detail
      from (select * from ${drawerMovementTable} where paid_out_kind = 'safe') drawer
      full join (
        select * from ${safeMovementTable} where kind = 'fromDrawer'
      ) kept on kept.drawer_movement_id = drawer.id
      where drawer.id is null
        or kept.id is null
        or drawer.amount <> -kept.amount
        or drawer.currency <> kept.currency
      union all
      select kept.id::text,
        format(
          'safe %s %s, drawer %s %s', kept.amount, kept.currency, drawer.amount, drawer.currency
        )
      from ${safeMovementTable} kept
      left join ${drawerMovementTable} drawer on drawer.id = kept.drawer_movement_id
      where kept.kind = 'toDrawer'
        and (
          drawer.id is null or drawer.kind <> 'paidIn' or drawer.amount <> -kept.amount
            or drawer.currency <> kept.currency
        )`,
  },
  {
    name: 'what is in the safe',
    query: () => sql`
      select format('%s %s', branch.code, currency) as "where",
        format('%s at %s', balance, at) as detail
      from (
        select branch_id, currency, kind, counted, at,
          sum(amount) over (partition by branch_id, currency order by at, id) as balance
        from ${safeMovementTable}
      ) moved join ${branchTable} branch on branch.id = branch_id
      where (kind = 'counted' and balance <> counted)
        or (kind in ('toDrawer', 'toBank') and balance < 0)`,
  },
];
