import { sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/people.ts';
import type { Db, Tx } from '#server/db/client.ts';

/**
 * The database's clock at the start of the transaction (`now()`), as ISO `…Z`. All server processes
 * share this clock, and every call in one transaction returns the same moment.
 */
export async function transactionNow(db: Db | Tx): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()`);
  return new Date(String(rows[0]?.now)).toISOString();
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
