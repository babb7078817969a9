import { sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';

/**
 * The database's clock at the start of the transaction (`now()`), as ISO `…Z`. All server processes
 * share this clock, and every call in one transaction returns the same moment.
 */
export async function transactionNow(db: Db | Tx): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()`);
  return new Date(String(rows[0]?.now)).toISOString();
}

/**
 * A write takes its moment before it commits. Longer than any write, so that every row of an
 * earlier moment is there by then.
 */
export const LONGEST_WRITE_MS = 10 * 60 * 1000;

/** The hours in Vientiane in which nobody works. */
const NIGHT = [1, 5] as const;

/** True in the hours in which long work is done: 1:00 to 5:00 in Vientiane. */
export function isNightInLaos(now: number): boolean {
  const hour = (new Date(now).getUTCHours() + 7) % 24;
  return hour >= NIGHT[0] && hour < NIGHT[1];
}

/** Today's date in Laos by the database's clock, as `YYYY-MM-DD`. */
export async function todayInLaos(db: Db | Tx): Promise<string> {
  return dayInLaos(Date.parse(await transactionNow(db)));
}

/**
 * The database's clock at this very moment (`clock_timestamp()`), as ISO `…Z`: later than
 * `transactionNow` by the time that the transaction has already waited, for locks for example.
 */
export async function wallClockNow(db: Pick<Tx, 'execute'>): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  return new Date(String(rows[0]?.now)).toISOString();
}
