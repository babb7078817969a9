import { inArray, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { bookTable, dayTable } from '#server/db/tables/ledger/books.table.ts';
import { ClockWrong, clockProblem } from './posting-clock.ts';

type Book = Pick<typeof bookTable.$inferSelect, 'branchId' | 'chainLength' | 'chainHead'>;

/** The locked books of the branches that a write posts in, and its single moment. */
export type OpenBooks = {
  tx: Tx;
  /**
   * The moment of the write, later than every posting of these branches before it; day, numbers and
   * all rows of the write use this moment.
   */
  at: string;
  /** The day in Vientiane. */
  day: string;
  books: ReadonlyMap<string, Book>;
};

type Moment = { now: string; at: string; newest: string | null; newestOfAll: string | null };

/**
 * Takes the moment of a posting behind the locked books, and keeps it as their newest: the
 * database's clock, or a millisecond after the newest posting if the clock does not say more.
 */
async function takeMoment(tx: Tx, ids: readonly string[]): Promise<Moment & { isClosed: boolean }> {
  const branchIds = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await tx.execute<Moment & { isClosed: boolean }>(sql`
    with known as (
      select clock_timestamp() as now, max(posted_at) as newest_of_all,
        max(posted_at) filter (where branch_id = any(${branchIds})) as newest
      from ${bookTable}
    ), moment as (
      select *, greatest(date_trunc('milliseconds', now),
        newest + interval '1 millisecond') as at
      from known
    ), kept as (
      update ${bookTable} set posted_at = moment.at from moment where branch_id = any(${branchIds})
    )
    select now, at, newest, newest_of_all as "newestOfAll",
      exists (
        select from ${dayTable}
        where branch_id = any(${branchIds})
          and day = (at at time zone 'Asia/Vientiane')::date
          and closed_at is not null) as "isClosed",
      set_config('branchdesk.posted_at', at::text, true)
    from moment`);
  const [row] = rows;
  if (!row) throw new Error('The database tells no time');
  const iso = (moment: unknown) => new Date(String(moment)).toISOString();
  const isoOrNull = (moment: unknown) => (moment === null ? null : iso(moment));
  return {
    now: iso(row.now),
    at: iso(row.at),
    newest: isoOrNull(row.newest),
    newestOfAll: isoOrNull(row.newestOfAll),
    isClosed: row.isClosed,
  };
}

/**
 * Locks books after all other locks, and reads the clock once; 409 in a closed day, except to
 * reopen it, and while the clock is wrong.
 */
export async function openBooks(
  tx: Tx,
  branchIds: readonly string[],
  { evenClosed = false } = {},
): Promise<OpenBooks> {
  const ids = [...new Set(branchIds)];
  const { branchId, chainLength, chainHead } = bookTable;
  const rows = await tx
    .select({ branchId, chainLength, chainHead })
    .from(bookTable)
    .where(inArray(branchId, ids))
    .orderBy(branchId)
    .for('update');
  if (rows.length < ids.length) throw new ApiError('notFound');
  const moment = await takeMoment(tx, ids);
  if (clockProblem({ ...moment, processNow: Date.now() }) !== undefined)
    throw new ClockWrong(ids[0] ?? null, moment.now);
  if (moment.isClosed && !evenClosed) throw new ApiError('dayClosed');
  const { at } = moment;
  return {
    tx,
    at,
    day: dayInLaos(Date.parse(at)),
    books: new Map(rows.map((row) => [row.branchId, row])),
  };
}
