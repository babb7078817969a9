import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  keptPaymentSumsTable,
  type KeptSums,
} from '#server/db/tables/ledger/kept-payment-sums.table.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';
import { LONGEST_WRITE_MS } from '#server/lib/database-clock.ts';
import { moment, momentWithin } from './payment-moment.ts';
import { isKept } from './kept-sums.ts';
import { sumsWhere } from './payment-sums.ts';

// docs/figures.md, "Kept days".

/** Lets others use the one connection of the embedded engine between two days. */
const REST_MS = 5;

/** The lock that changes of past payments hold together, and writers of kept sums alone. */
const lockKey = (branchId: string): SQL =>
  sql`hashtextextended(${`kept payment sums ${branchId}`}, 0)`;

/** The sums of the decided payments of a branch on a day, from their rows. */
export async function dayOfPayments(db: Db | Tx, branchId: string, day: string): Promise<KeptSums> {
  const { pending: _pending, ...sums } = await sumsWhere(
    db,
    and(
      eq(table.branchId, branchId),
      momentWithin({ from: day, to: day }),
      sql`${table.state} <> 'pending'`,
    ),
  );
  return sums;
}

/** Days of a branch that are over, with all their writes, and have no sums; the newest first. */
async function missingDays(db: Db, branchId: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::date::text as day
    from generate_series(
      (
        select (min(${moment}) at time zone 'Asia/Vientiane')::date
        from ${table} where ${table.branchId} = ${branchId}
      )::timestamp,
      (((clock_timestamp() - ${LONGEST_WRITE_MS} * interval '1 millisecond')
        at time zone 'Asia/Vientiane')::date - 1)::timestamp, interval '1 day') day
    where coalesce((
      select ${isKept(sql`kept.sums`)} from ${keptPaymentSumsTable} kept
      where kept.branch_id = ${branchId} and kept.day = day.day::date
      order by kept.sequence desc limit 1), false) is false
    order by day desc
    limit ${most}`);
  return rows.map(({ day }) => day);
}

/**
 * Keeps the sums of past days that are missing, at most so many of each branch and the newest
 * first, each in a transaction of its own.
 */
export async function keepPaymentSums(db: Db, { most }: { most: number }): Promise<number> {
  const branches = await db
    .select({ _id: branchTable._id })
    .from(branchTable)
    .orderBy(branchTable._id);
  let kept = 0;
  for (const { _id: branchId } of branches) {
    for (const day of await missingDays(db, branchId, most)) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(branchId)})`);
        const sums = await dayOfPayments(tx, branchId, day);
        await tx.insert(keptPaymentSumsTable).values({ branchId, day, sums });
      });
      kept += 1;
      await pause(REST_MS);
    }
  }
  return kept;
}
