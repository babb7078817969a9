import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { userTable } from './users.table.ts';

/** The authenticator app of an account. docs/security.md, "Second factor". */
export const secondFactorTable = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userTable._id),
  /** Sealed; the key is not in the database. */
  secret: text('secret').notNull(),
  /** Null until a code of it was typed: until then it asks nobody for anything. */
  confirmedAt: timestampColumn('confirmed_at'),
  /** The step of the last code that was taken; no code is taken twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: timestampColumn('created_at')
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** Codes that open an account without the app, each once. Only hashes are kept. */
export const recoveryCodeTable = pgTable(
  'recovery_codes',
  {
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    codeHash: text('code_hash').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);
