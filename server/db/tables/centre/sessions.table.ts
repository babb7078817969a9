import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';
import { userTable } from './users.table.ts';

export const sessionTable = pgTable(
  'sessions',
  {
    /** A hash; only the client has the token itself. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** The device that it runs on; null until the client names it. */
    deviceId: uuid('device_id'),
    /** The time of its last request, to the minute. */
    lastUsedAt: timestampColumn('last_used_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [index('sessions_user').on(table.userId)],
);
