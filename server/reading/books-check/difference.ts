import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';

/** Something stored that its rows do not add up to. */
export type Difference = {
  /** The name of the check. */
  check: string;
  /** The number or the id of the order, receipt, payment, drawer or product. */
  where: string;
  /** What is stored, and what the rows say. */
  detail: string;
};

/** Rows of one table whose ids lie between two of its ids; both null for all of them. */
export type Slice = { after: string | null; upTo: string | null };
export const whole: Slice = { after: null, upTo: null };

/** Whether the row with this id is in the slice. */
export function inSlice(id: PgColumn | SQL, { after, upTo }: Slice): SQL {
  const from = after === null ? sql`true` : sql`${id} > ${after}::uuid`;
  return upTo === null ? from : sql`${from} and ${id} <= ${upTo}::uuid`;
}

/** Differences of one kind; a query that gives `where` and `detail` of each. */
export type Check = { name: string; query: (slice: Slice) => SQL };

/** As many as a person reads; behind them the count says more. */
const MOST_OF_A_CHECK = 100;

export async function runCheck(
  db: Db | Tx,
  { name, query }: Check,
  slice: Slice,
): Promise<Difference[]> {
  const { rows } = await db.execute<{ where: string; detail: string }>(
    sql`select "where", detail from (${query(slice)}) found limit ${MOST_OF_A_CHECK}`,
  );
  return rows.map(({ where, detail }) => ({ check: name, where, detail }));
}
