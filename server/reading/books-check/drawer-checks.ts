import { sql } from 'drizzle-orm';
import {
  closingTable,
  drawerMovementTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { inSlice, type BooksCheck } from './difference.ts';

const shiftId = sql.raw('shift.id');
const shiftName = sql.raw(`format('%s, %s %s', branch.code, drawer.name, shift.day)`);
const withNames = sql.raw(
  'shifts shift join drawers drawer on drawer.id = shift.drawer_id join branches branch on branch.id = shift.branch_id',
);

/** Each check reads shifts with their movements, by slices of shift ids. */
export const drawerChecks: readonly BooksCheck[] = [
  {
    // After the count the drawer holds the amount that was left in it; count differences are not
    // booked as movements.
    name: 'count of a closed drawer',
    query: (slice) => sql`
      select ${shiftName} as "where",
        format(
          '%s: moved %s, expected %s, counted %s, left %s', currency, moved, expected, counted, kept
        ) as detail
      from ${withNames}
      join lateral (
        select content
        from ${closingTable}
        where shift_id = shift.id and act = 'closed'
        order by at desc
        limit 1
      ) closing on true
      cross join lateral (
        select currency,
          coalesce((closing.content -> 'expected' ->> currency)::bigint, 0) as expected,
          coalesce((closing.content -> 'counted' ->> currency)::bigint, 0) as counted,
          coalesce((closing.content -> 'left' ->> currency)::bigint, 0) as kept,
          (
            select coalesce(sum(amount), 0)
            from ${drawerMovementTable}
            where shift_id = shift.id and drawer_movements.currency = money.currency
          ) as moved
        from unnest(array['LAK', 'THB', 'USD']) as money(currency)) sums
      where ${inSlice(shiftId, slice)}
        and shift.closed_at is not null
        and (
          moved <> expected - counted + kept
            or counted <> coalesce((shift.counts ->> currency)::bigint, 0)
        )`,
  },
  {
    name: 'nothing is posted into a closed drawer',
    query: (slice) => sql`
      select ${shiftName} as "where",
        format('%s %s at %s', movement.amount, movement.currency, movement.at) as detail
      from ${withNames} join ${drawerMovementTable} movement on movement.shift_id = shift.id
      where ${inSlice(shiftId, slice)}
        and (movement.at < shift.opened_at or (shift.closed_at is not null
          and movement.at > shift.closed_at))`,
  },
  {
    name: 'money is of the day of its drawer',
    query: (slice) => sql`
      select ${shiftName} as "where",
        format('%s %s at %s', movement.amount, movement.currency, movement.at) as detail
      from ${withNames} join ${drawerMovementTable} movement on movement.shift_id = shift.id
      where ${inSlice(shiftId, slice)}
        and movement.kind <> 'paidOut'
        and (movement.at at time zone 'Asia/Vientiane')::date <> shift.day`,
  },
];
