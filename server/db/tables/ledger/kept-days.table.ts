import { sql } from 'drizzle-orm';
import { bigint, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/** The parts of the standing figures of a branch, each a set of named sums. */
export type KeptFigures = Record<
  'money' | 'tuition' | 'dueParts' | 'between',
  Record<string, number>
>;

/**
 * Append-only: the standing figures of a branch at the end of a day. docs/figures.md, "Kept days",
 * says which row counts.
 */
export const keptDayTable = pgTable(
  'kept_days',
  {
    /** Order of writing: the newest row of a branch and day counts. */
    sequence: bigint('sequence', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    day: date('day', { mode: 'string' }).notNull(),
    /** Rows before this moment are in the figures; it is at most the end of the day. */
    asOf: timestampColumn('as_of').notNull(),
    /** Null if older rows of this day and of every later day no longer hold. */
    figures: jsonb('figures').$type<KeptFigures>(),
    madeAt: timestampColumn('made_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('kept_days_day').on(table.branchId, table.day, table.sequence),
    index('kept_days_withdrawn')
      .on(table.branchId, table.sequence)
      .where(sql`${table.figures} is null`),
  ],
);
