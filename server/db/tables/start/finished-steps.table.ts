import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';

/**
 * The steps that code has finished on this database after the migrations, each with the version of
 * its rule: docs/development.md, "Steps after a migration".
 */
export const finishedStepTable = pgTable('finished_steps', {
  kind: text('kind').primaryKey(),
  version: integer('version').notNull(),
  at: timestampColumn('at')
    .notNull()
    .default(sql`now()`),
});
