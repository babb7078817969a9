import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The last number given out of each series of codes. */
export const codeSeriesTable = pgTable('code_series', {
  series: text('series').primaryKey(),
  last: integer('last').notNull(),
});
