import { setTimeout as pause } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { keptDayTable } from '#server/db/tables/ledger/kept-days.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { LONGEST_WRITE_MS, wallClockNow } from '#server/lib/database-clock.ts';
import { dayOf } from './as-of.ts';
import { allParts, endOfDay, readAt } from './figures-at.ts';
import { isStanding, nearestKept } from './kept-days.ts';

// docs/figures.md, "Kept days".

/** Lets others use the one connection of the embedded engine between two days. */
const REST_MS = 20;

/** The lock that changes without a moment hold together, and writers of kept days alone. */
const lockKey = (branchId: string): SQL => sql`hashtextextended(${`kept days ${branchId}`}, 0)`;

/** Adds the figures of a day; the caller holds the lock of the branch. */
async function keepDay(tx: Tx, branchId: string, day: string): Promise<void> {
  const settled = new Date(Date.parse(await wallClockNow(tx)) - LONGEST_WRITE_MS).toISOString();
  const asOf = [settled, endOfDay(day)].toSorted()[0] ?? settled;
  const figures = await allParts(await readAt(tx, { branchId, day, asOf }));
  await tx.insert(keptDayTable).values({ branchId, day, asOf, figures });
}

/**
 * Keeps days that are being closed. Leaves them to the night if no day near them is kept, because
 * reading all rows takes long, or if somebody changes sessions meanwhile, because waiting for them
 * behind the lock of the book could go round in a circle.
 */
export async function keepClosedDays(
  tx: Tx,
  branchId: string,
  days: readonly string[],
): Promise<void> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockKey(branchId)}) as mine`,
  );
  if (!rows[0]?.mine) return;
  for (const day of days)
    if (await nearestKept(tx, branchId, day)) await keepDay(tx, branchId, day);
}

/** Past days of a branch that are not kept as of their end, the newest first. */
async function missingDays(db: Db, branchId: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::date::text as day
    from generate_series(
      least(
        (select ${dayOf(sql`min(at)`)} from ${orderTable} where branch_id = ${branchId}::uuid),
        (select ${dayOf(sql`min(at)`)} from ${paymentTable} where branch_id = ${branchId}::uuid)
      )::timestamp,
      (${dayOf(sql`now()`)} - 1)::timestamp, interval '1 day') day
    where not exists (
      select from ${keptDayTable} kept
      where kept.branch_id = ${branchId}::uuid and kept.day = day.day::date
        and kept.as_of = ((day.day::date + 1)::timestamp at time zone 'Asia/Vientiane') and ${isStanding})
    order by day desc
    limit ${most}`);
  return rows.map(({ day }) => day);
}

/**
 * Keeps past days that are missing, at most so many of each branch and the newest first, each in a
 * transaction of its own. Without `evenSlow`, only days near one that is kept.
 */
export async function keepPastDays(
  db: Db,
  { most, evenSlow }: { most: number; evenSlow: boolean },
): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${branchTable} order by id`);
  let kept = 0;
  for (const { id } of rows) {
    for (const day of await missingDays(db, id, most)) {
      if (!evenSlow && !(await nearestKept(db, id, day))) break;
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = '10min'`);
        await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(id)})`);
        await keepDay(tx, id, day);
      });
      kept += 1;
      await pause(REST_MS);
    }
  }
  return kept;
}
