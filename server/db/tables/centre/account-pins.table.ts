import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';
import { userTable } from './users.table.ts';

/**
 * The PIN with which a person takes a device over for a few hours after a sign-in on it.
 * docs/security.md, "PIN".
 */
export const accountPinTable = pgTable('account_pins', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userTable._id),
  pinHash: text('pin_hash').notNull(),
  /** Wrong tries since the last sign-in; too many close the PIN until the next one. */
  wrongPins: integer('wrong_pins').notNull().default(0),
  createdAt: timestampColumn('created_at')
    .notNull()
    .default(sql`clock_timestamp()`),
});
