import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { dayTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { totalsNow } from '#server/ledger/days/day-parts.ts';
import { openDaysBefore } from '#server/ledger/days/read-days.service.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import type { SeedColleague } from './colleagues.ts';

const MINUTE_MS = 60_000;

/**
 * The time at which each day of a branch was closed: half an hour after the desk, or after the last
 * receipt.
 */
async function eveningsOf(tx: Tx, branchId: string): Promise<(day: string) => string> {
  const { rows } = await tx.execute<{ day: string; at: string }>(
    sql`
      select day::text as day,
        to_char(max(at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from ${receiptTable}
      where branch_id = ${branchId}
      group by day`,
  );
  const last = new Map(rows.map(({ day, at }) => [day, Date.parse(at) + 5 * MINUTE_MS]));
  return (day) =>
    new Date(Math.max(Date.parse(`${day}T18:30:00+07:00`), last.get(day) ?? 0)).toISOString();
}

/** Days with bookings except the last one, up to the first whose drawer is uncounted. */
async function daysToClose(tx: Tx, branchId: string): Promise<string[]> {
  const today = await todayInLaos(tx);
  const { rows } = await tx.execute<{ day: string | null }>(
    sql`
      select min(day)::text as day
      from ${shiftTable}
      where branch_id = ${branchId} and closed_at is null`,
  );
  const uncounted = rows[0]?.day ?? today;
  return (await openDaysBefore(tx, branchId, today)).slice(0, -1).filter((day) => day < uncounted);
}

/** Closes the days of every branch in order; the last one is left open for the next user. */
export async function closeDemoDays(
  tx: Tx,
  branchIds: readonly string[],
  people: readonly SeedColleague[],
): Promise<void> {
  const owner = people.find(({ role }) => role === 'superadmin');
  if (!owner) return;
  for (const branchId of branchIds) {
    const days = await daysToClose(tx, branchId);
    if (days.length === 0) continue;
    const eveningOf = await eveningsOf(tx, branchId);
    const { _id: byId } =
      people.find((one) => one.role === 'admin' && one.branchId === branchId) ?? owner;
    const found = await totalsNow(tx, owner, branchId, days);
    // Waiting slips belong to no day: they were open on every evening since they arrived.
    const slips = found.at(-1)?.totals.slips ?? [];
    const closed = found.map(({ day, totals }) => ({
      day,
      closedAt: eveningOf(day),
      totals: { ...totals, slips: slips.filter(({ at }) => at < eveningOf(day)) },
    }));
    await insertMany(
      tx,
      dayTable,
      closed.map((one) => ({ ...one, branchId })),
    );
    await insertMany(
      tx,
      closingTable,
      closed.map(({ day, closedAt: at, totals: content }) => ({
        _id: uuidv7(),
        branchId,
        shiftId: null,
        day,
        act: 'closed' as const,
        content,
        byId,
        at,
      })),
    );
  }
}
