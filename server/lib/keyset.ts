import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The place of a row in the order: its key and its id, which settles rows with equal keys. */
export type Place = { key: unknown; id: unknown };

type Order = {
  key: SQL;
  orderBy: SQL[];
  /** The condition of rows after a place; the database goes straight there instead of counting its way from the start. */
  after: (place: Place) => SQL | undefined;
};

/** The order of a list that is sorted by `sort` (a field, or `-field`), the same as its pages have. */
export function keysetOrder(table: PgTable & { _id: PgColumn }, sort: string): Order {
  const column = getTableColumns<PgTable>(table)[sort.replace('-', '')];
  if (!column) throw new Error(`No column ${sort}`);
  const key = column.columnType === 'PgText' ? sql`lower(${column})` : sql`${column}`;
  const down = sort.startsWith('-');
  const beyond = down ? lt : gt;
  return {
    key,
    orderBy: [down ? desc(key) : asc(key), asc(table._id)],
    after: ({ key: last, id }) => {
      const sameKey = and(last === null ? isNull(key) : eq(key, last), gt(table._id, id));
      // Rows without a value stand last going up and first going down.
      if (last === null) return down ? or(isNotNull(key), sameKey) : sameKey;
      return or(beyond(key, last), sameKey, down ? undefined : isNull(key));
    },
  };
}
