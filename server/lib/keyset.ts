import { asc, desc, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { fieldsInvalid } from './api-error.ts';

/** The place of a row in the order: what it is sorted by and its id, which settles rows with equal keys. */
export type Place = { key: unknown; id: unknown };

export type Order = {
  /** What rows are sorted by; never null. */
  key: SQL;
  orderBy: SQL[];
  /** The same order read from its end. */
  backwards: SQL[];
  /** The condition of rows after a place; the database goes straight there instead of counting its way from the start. */
  after: (place: Place) => SQL;
  before: (place: Place) => SQL;
};

/** What takes the place of no value, so that it stands last going up and going down. */
const lastOf = (column: PgColumn, down: boolean) => sql.raw(`'${down ? '-' : ''}infinity'::${column.getSQLType()}`);

/**
 * How rows are sorted by a column, or where a value of it would stand: text without regard to case, no value behind all
 * others. The indexes of the tables are on these very expressions.
 */
function keyOf(column: PgColumn, down: boolean): (value: PgColumn | SQL) => SQL {
  if (column.columnType === 'PgText') return (value) => sql`lower(${value})`;
  if (column.notNull) return (value) => sql`${value}`;
  return (value) => sql`coalesce(${value}, ${lastOf(column, down)})`;
}

/**
 * The order of a list that is sorted by `sort`, a field or `-field`. Rows that are equal keep one order, or pages would
 * repeat them. Descending is ascending read backwards, ids too, so that one index on `key, id` serves both.
 */
export function keysetOrder(table: PgTable & { _id: PgColumn }, sort: string): Order {
  const column = getTableColumns<PgTable>(table)[sort.replace('-', '')];
  if (!column) throw new Error(`No column ${sort}`);
  const isDown = sort.startsWith('-');
  const toKey = keyOf(column, isDown);
  const key = toKey(column);
  const beyond = ({ key: value, id }: Place, isAbove: boolean) =>
    // Compared as one, which the database looks up in the index; column by column it would read its way there.
    sql`(${key}, ${table._id}) ${sql.raw(isAbove ? '>' : '<')} (${toKey(sql`${value}`)}, ${id})`;
  return {
    key,
    orderBy: isDown ? [desc(key), desc(table._id)] : [asc(key), asc(table._id)],
    backwards: isDown ? [asc(key), asc(table._id)] : [desc(key), desc(table._id)],
    after: (place) => beyond(place, !isDown),
    before: (place) => beyond(place, isDown),
  };
}

/** The day or moment of a place, in the one spelling the database is sure to know. */
function momentOf(column: PgColumn, written: string): string {
  const moment = /^\d{4}-\d\d-\d\d(T|$)/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(moment)) throw fieldsInvalid({ place: 'invalid' });
  const iso = new Date(moment).toISOString();
  return column.columnType === 'PgDateString' ? iso.slice(0, 10) : iso;
}

/** Reads a place as the contract's `placeOf` writes it: the id, and behind a colon what the list is sorted by. */
export function placeIn(table: PgTable, sort: string, written: string): Place {
  const column = getTableColumns(table)[sort.replace('-', '')];
  const [id, ...rest] = written.split(':');
  if (!column || rest.length === 0) return { key: null, id };
  const value = rest.join(':');
  return { key: column.columnType === 'PgText' ? value : momentOf(column, value), id };
}
