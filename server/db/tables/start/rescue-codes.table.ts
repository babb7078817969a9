import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** The codes that let a person who is locked out choose a new password. */
export const rescueCodeTable = pgTable(
  'rescue_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** The moment of its only use; null until then. */
    usedAt: timestampColumn('used_at'),
  },
  (table) => [index('rescue_codes_user').on(table.userId)],
);
