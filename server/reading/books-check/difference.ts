import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';

/** A stored value that differs from the sum of its rows. */
export type Difference = {
  /** The name of the check. */
  check: string;
  /** The number or id of the order, receipt, payment, drawer or product. */
  where: string;
  /** The stored value and the value by the rows. */
  detail: string;
};

/** The rows of a table between two ids; both are null for all rows. */
export type Slice = { after: string | null; upTo: string | null };
export const whole: Slice = { after: null, upTo: null };

/** True if the row with this id is in the slice. */
export function inSlice(id: PgColumn | SQL, { after, upTo }: Slice): SQL {
  const from = after === null ? sql`true` : sql`${id} > ${after}::uuid`;
  return upTo === null ? from : sql`${from} and ${id} <= ${upTo}::uuid`;
}

/** One kind of difference; its query returns `where` and `detail` of each. */
export type BooksCheck = { name: string; query: (slice: Slice) => SQL };

/** Nobody reads more; the count covers the rest. */
const MOST_OF_A_CHECK = 100;

export async function runCheck(
  db: Db | Tx,
  { name, query }: BooksCheck,
  slice: Slice,
): Promise<Difference[]> {
  const { rows } = await db.execute<{ where: string; detail: string }>(
    sql`select "where", detail from (${query(slice)}) found limit ${MOST_OF_A_CHECK}`,
  );
  return rows.map(({ where, detail }) => ({ check: name, where, detail }));
}
