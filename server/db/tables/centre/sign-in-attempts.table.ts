import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';

/** One row for each counter of tries (an account, an address, a pair of both), hashed. */
export const signInAttemptTable = pgTable('sign_in_attempts', {
  bucket: text('bucket').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailureAt: timestampColumn('last_failure_at'),
  blockedUntil: timestampColumn('blocked_until'),
  lastSuccessAt: timestampColumn('last_success_at'),
});
