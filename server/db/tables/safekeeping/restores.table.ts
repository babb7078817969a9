import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';

/**
 * Append-only: every time the books went back to a backup. The newest id names the history of the
 * books, by which a device notices that they went back. docs/operations.md, "Restore".
 */
export const restoreTable = pgTable('restores', {
  _id: idColumn(),
  /** The moment of the backup. */
  wentBackTo: timestampColumn('went_back_to').notNull(),
  at: timestampColumn('at')
    .notNull()
    .default(sql`clock_timestamp()`),
  fileName: text('file_name').notNull(),
  /** The highest numbers that were found on paper. */
  highest: jsonb('highest').$type<string[]>().notNull(),
});
