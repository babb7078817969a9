import { inArray, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/people.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { bookTable, dayTable } from '#server/db/tables/ledger/books.table.ts';

type Book = Pick<typeof bookTable.$inferSelect, 'branchId' | 'chainLength' | 'chainHead'>;

/** The locked books of the branches that a write posts in, and its single moment. */
export type OpenBooks = {
  tx: Tx;
  /**
   * The database's clock after the last lock; day, numbers and all rows of the write use this
   * moment.
   */
  at: string;
  /** The day in Vientiane. */
  day: string;
  books: ReadonlyMap<string, Book>;
};

/**
 * Locks books after all other locks, and reads the clock once; 409 in a closed day, except to
 * reopen it.
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
  const { rows: clock } = await tx.execute<{ now: string; isClosed: boolean }>(sql`
    select now,
      exists (
        select from ${dayTable}
        where branch_id = any(${sql.param(ids)}::uuid[])
          and day = (now at time zone 'Asia/Vientiane')::date
          and closed_at is not null) as "isClosed"
    from (select clock_timestamp() as now) clock`);
  const at = new Date(String(clock[0]?.now)).toISOString();
  const day = dayInLaos(Date.parse(at));
  if (clock[0]?.isClosed && !evenClosed) throw new ApiError('dayClosed');
  return { tx, at, day, books: new Map(rows.map((row) => [row.branchId, row])) };
}
