import { asc, desc, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { fieldsInvalid } from './api-error.ts';

/**
 * The position of a row in a sorted list: its sort key, and its id, which orders rows with equal
 * keys.
 */
export type Cursor = { key: unknown; id: unknown };

export type SortOrder = {
  /** The sort key of a row; never null. */
  key: SQL;
  orderBy: SQL[];
  /** The same order read from its end. */
  backwards: SQL[];
  /**
   * The condition for rows after a cursor; the database looks it up in an index instead of counting
   * from the start.
   */
  after: (cursor: Cursor) => SQL;
  before: (cursor: Cursor) => SQL;
};

/** The key of a row without a value, which puts the row last in both directions. */
function lastOf(column: PgColumn, down: boolean): SQL {
  const type = column.getSQLType();
  if (!/^(date|timestamp|numeric)/.test(type))
    throw new Error(
      `${column.name} cannot be sorted by: its type has nothing that stands behind all values`,
    );
  return sql.raw(`'${down ? '-' : ''}infinity'::${type}`);
}

/**
 * The sort key of a column or of one of its values: text without regard to case, rows without a
 * value last. The indexes of the tables use exactly these expressions.
 */
function keyOf(column: PgColumn, down: boolean): (value: PgColumn | SQL) => SQL {
  if (!column.notNull) return (value) => sql`coalesce(${value}, ${lastOf(column, down)})`;
  return column.getSQLType() === 'text'
    ? (value) => sql`lower(${value})`
    : (value) => sql`${value}`;
}

/**
 * The order of a list sorted by `sort`, a field or `-field`. Rows with equal keys keep one order,
 * because pages would repeat them otherwise. Descending is ascending read backwards, ids too, so
 * that one index on `key, id` serves both.
 */
export function keysetOrder(table: PgTable & { _id: PgColumn }, sort: string): SortOrder {
  const column = getTableColumns<PgTable>(table)[sort.replace('-', '')];
  if (!column) throw new Error(`No column ${sort}`);
  const isDown = sort.startsWith('-');
  const toKey = keyOf(column, isDown);
  const key = toKey(column);
  const beyond = ({ key: value, id }: Cursor, isAbove: boolean) =>
    // One comparison of both, because the database can look it up in the index; two comparisons
    // would scan.
    sql`(${key}, ${table._id}) ${sql.raw(isAbove ? '>' : '<')} (${toKey(sql`${value}`)}, ${id})`;
  return {
    key,
    orderBy: isDown ? [desc(key), desc(table._id)] : [asc(key), asc(table._id)],
    backwards: isDown ? [asc(key), asc(table._id)] : [desc(key), desc(table._id)],
    after: (cursor) => beyond(cursor, !isDown),
    before: (cursor) => beyond(cursor, isDown),
  };
}

/** A day or moment of a cursor, in a spelling that the database accepts for sure. */
function momentOf(type: string, written: string): string | undefined {
  const moment = /^\d{4}-\d\d-\d\d(T|$)/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  const iso = new Date(moment).toISOString();
  return type === 'date' ? iso.slice(0, 10) : iso;
}

function numberOf(type: string, written: string): string | undefined {
  if (type.startsWith('numeric'))
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(written) ? written : undefined;
  const number = /^-?\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
  const isKnown = type === 'integer' ? Math.abs(number) < 2 ** 31 : Number.isSafeInteger(number);
  return isKnown ? written : undefined;
}

/** The value of a cursor in the column's type; undefined if it does not fit. */
function valueOf(column: PgColumn, written: string): string | undefined {
  const type = column.getSQLType();
  if (type === 'text') return written;
  if (type === 'boolean') return ['true', 'false'].includes(written) ? written : undefined;
  return /^(date|timestamp)/.test(type) ? momentOf(type, written) : numberOf(type, written);
}

/**
 * Reads a cursor as the contract's `cursorOf` writes it: the id, and behind a colon the value that
 * the list is sorted by.
 */
export function readCursor(table: PgTable, sort: string, written: string): Cursor {
  const column = getTableColumns(table)[sort.replace('-', '')];
  const [id, ...rest] = written.split(':');
  const key = rest.length === 0 || !column ? null : valueOf(column, rest.join(':'));
  // Only a column that may be empty has cursors without a value.
  if (key === undefined || (key === null && column?.notNull !== false))
    throw fieldsInvalid({ place: 'invalid' });
  return { key, id };
}
