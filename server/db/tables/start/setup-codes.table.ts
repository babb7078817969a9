import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';

/** The codes printed by the running processes; any process accepts any of them. */
export const setupCodeTable = pgTable('setup_codes', {
  codeHash: text('code_hash').primaryKey(),
  createdAt: timestampColumn('created_at')
    .notNull()
    .default(sql`now()`),
});
