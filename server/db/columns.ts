import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  integer,
  text,
  uuid,
  type PgColumn,
} from 'drizzle-orm/pg-core';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { uuidv7 } from 'uuidv7';

/** Primary key `_id`: UUIDv7, so that ids grow with time and index pages fill in order. */
export const idColumn = () => uuid('id').primaryKey().$defaultFn(uuidv7);

/**
 * A moment in UTC, given as ISO `…Z`; the driver's own form (`2026-11-20 10:00:00+00`) is not ISO.
 */
export const timestampColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** Money in minor units of its currency: kip whole, satang and cents. */
export const money = (name: string) => bigint(name, { mode: 'number' });

/** The currency of the money beside it. */
export const currency = (name: string) => text(name).$type<PriceCurrency>();

/** The words as SQL literals; for words of our own only, since nothing is escaped. */
export const wordLiterals = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word}'`).join(', '));

/**
 * CHECKs of a table with money: no sum is below zero or beyond what a number in JavaScript holds
 * exactly.
 */
export const moneyChecks = (table: string, sums: readonly PgColumn[]) =>
  sums.map((sum) =>
    check(
      `${table}_${sum.name}_range`,
      sql`${sum} between 0 and ${sql.raw(String(Number.MAX_SAFE_INTEGER))}`,
    ),
  );

/** CHECKs of sums that may be below zero: a correction, money that went out. */
export const signedMoneyChecks = (table: string, sums: readonly PgColumn[]) =>
  sums.map((sum) =>
    check(
      `${table}_${sum.name}_range`,
      sql`abs(${sum}) <= ${sql.raw(String(Number.MAX_SAFE_INTEGER))}`,
    ),
  );

/** CHECK of a currency column: only the listed codes. */
export const currencyCheck = (
  table: string,
  column: PgColumn,
  codes: readonly string[] = priceCurrencies,
) => check(`${table}_${column.name}_known`, sql`${column} in (${wordLiterals(codes)})`);

/**
 * Kip for one unit of a foreign currency, as the shortest decimal string: `21640.5`, not
 * `21640.500000`.
 */
export const rateColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric(15, 6)',
  fromDriver: (value) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value),
});

/** A number with two decimals, such as a score. */
export const hundredths = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(7, 2)',
  fromDriver: Number,
});

/** A text that is one of the given words. */
export const oneOf = <Word extends string>(name: string) => text(name).$type<Word>();

/** CHECK of a column with one of the given words. */
export const wordCheck = (table: string, column: PgColumn, words: readonly string[]) =>
  check(`${table}_${column.name}_known`, sql`${column} in (${wordLiterals(words)})`);

/** Raw content of a file. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A content lies in the database, or in the store of files, and never in neither. */
export const isInOnePlace = (table: { content: PgColumn; outsideSha256: PgColumn }): SQL =>
  sql`num_nonnulls(${table.content}, ${table.outsideSha256}) = 1`;

/** Columns of a record that people change; `version` grows by one with every change. */
export const changeColumns = () => ({
  version: integer('version').notNull().default(1),
  createdAt: timestampColumn('created_at')
    .notNull()
    .default(sql`now()`),
  updatedAt: timestampColumn('updated_at')
    .notNull()
    .default(sql`now()`),
});

/**
 * Columns of a person, who is archived and never deleted. `nameKey` is the name in one form, in
 * which the duplicate guard compares names.
 */
export const personColumns = () => ({
  archived: boolean('archived').notNull().default(false),
  nameKey: text('name_key').notNull(),
  search: text('search').notNull(),
});
