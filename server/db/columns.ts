import { sql } from 'drizzle-orm';
import { boolean, customType, integer, text, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';

/** Primary key `_id`: UUIDv7, so that ids grow with time and index pages fill in order. */
export const id = () => uuid('id').primaryKey().$defaultFn(uuidv7);

/** A moment in UTC, given as ISO `…Z`; the driver's own form (`2026-11-20 10:00:00+00`) is not ISO. */
export const stamp = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** Kip for one unit of a foreign currency, as the shortest decimal string: `21640.5`, not `21640.500000`. */
export const rate = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric(15, 6)',
  fromDriver: (value) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value),
});

/** A number with two decimals, such as a score. */
export const hundredths = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(7, 2)',
  fromDriver: Number,
});

/** Raw content of a file. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Of a record that people change: `version` grows by one with every change. */
export const changeColumns = () => ({
  version: integer('version').notNull().default(1),
  createdAt: stamp('created_at')
    .notNull()
    .default(sql`now()`),
  updatedAt: stamp('updated_at')
    .notNull()
    .default(sql`now()`),
});

/** Of a person: put away rather than deleted, found by `search`; `nameKey` is the name in one form, for the duplicate guard. */
export const personColumns = () => ({
  archived: boolean('archived').notNull().default(false),
  nameKey: text('name_key').notNull(),
  search: text('search').notNull(),
});
