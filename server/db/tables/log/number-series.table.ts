import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/**
 * The last number of each series. A series without a branch or a year counts through all of them.
 */
export const numberSeriesTable = pgTable(
  'number_series',
  {
    kind: text('kind').notNull(),
    branchId: uuid('branch_id').references(() => branchTable._id),
    year: integer('year'),
    last: integer('last').notNull(),
  },
  (table) => [
    unique('number_series_once').on(table.kind, table.branchId, table.year).nullsNotDistinct(),
  ],
);
