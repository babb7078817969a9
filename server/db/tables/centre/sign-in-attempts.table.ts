import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamp } from '#server/db/columns.ts';

/** One row for each counter of tries (an account, an address, a pair of both), hashed. */
export const signInAttemptTable = pgTable('sign_in_attempts', {
  bucket: text('bucket').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailureAt: timestamp('last_failure_at'),
  blockedUntil: timestamp('blocked_until'),
  lastSuccessAt: timestamp('last_success_at'),
});
