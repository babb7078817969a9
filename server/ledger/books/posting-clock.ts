import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { bookTable } from '#server/db/tables/ledger/books.table.ts';
import { ApiError } from '#server/lib/api-error.ts';

/** A clock that is this far behind the newest posting is wrong, not only set right. */
export const MOST_BEHIND_MS = 2 * 60_000;
/** A longer silence of all branches makes the server compare the two clocks that it knows. */
const LONG_SILENCE_MS = 48 * 3_600_000;

/** The moments that decide whether a posting may have the time of the database's clock. */
export type PostingClock = {
  /** The clock of the database. */
  now: string;
  /** The clock of this process. */
  processNow: number;
  /** The newest posting of the branches of the write, and of all branches; null before any. */
  newest: string | null;
  newestOfAll: string | null;
};

/**
 * The direction in which the clock is wrong; undefined if it may be used. A centre that was closed
 * for weeks opens normally, because both clocks say so. docs/money.md, "The clock".
 */
export function clockProblem({
  now,
  processNow,
  newest,
  newestOfAll,
}: PostingClock): 'behind' | 'ahead' | undefined {
  const at = Date.parse(now);
  if (newest !== null && Date.parse(newest) - at > MOST_BEHIND_MS) return 'behind';
  const isLongSilence = newestOfAll !== null && at - Date.parse(newestOfAll) > LONG_SILENCE_MS;
  return isLongSilence && Math.abs(at - processNow) > MOST_BEHIND_MS ? 'ahead' : undefined;
}

/** `2026-11-26 14:03` in Vientiane. */
const inLaos = (moment: string) =>
  new Date(Date.parse(moment) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/**
 * Thrown by a posting while the clock is wrong. The app answers it and raises an alert, because the
 * transaction of the posting is rolled back.
 */
export class ClockWrong extends ApiError {
  readonly branchId: string | null;

  constructor(branchId: string | null, now: string) {
    super('clockWrong', { n: inLaos(now) });
    this.branchId = branchId;
  }
}

/** Says at the start that postings will be refused; undefined if they will not. */
export async function clockWarning(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ now: string; newest: string | null }>(
    sql`select clock_timestamp() as now, max(posted_at) as newest from ${bookTable}`,
  );
  const iso = (moment: unknown) => new Date(String(moment)).toISOString();
  const now = iso(rows[0]?.now);
  const last = rows[0]?.newest ?? null;
  const newest = last === null ? null : iso(last);
  const problem = clockProblem({ now, processNow: Date.now(), newest, newestOfAll: newest });
  return (
    problem &&
    `The clock is wrong: it shows ${inLaos(now)} in Vientiane, ${problem === 'behind' ? 'which is before the newest posting' : 'long after the newest posting'}. Nothing is posted until it is set right.`
  );
}
