import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamp } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** The codes that let a person who is locked out choose a new password. */
export const rescueCodeTable = pgTable(
  'rescue_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    createdAt: timestamp('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: timestamp('expires_at').notNull(),
    /** The moment of its only use; null until then. */
    usedAt: timestamp('used_at'),
  },
  (table) => [index('rescue_codes_user').on(table.userId)],
);
