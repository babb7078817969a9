import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { NEWS } from '#contract/centre/whats-new.ts';
import type { Role } from '#contract/roles.ts';
import { changeColumns, idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from './branches.table.ts';
import { fileTable } from './files.table.ts';

export const userTable = pgTable('users', {
  _id: idColumn(),
  /** Lower case, because the contract folds it. */
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone').notNull().default(''),
  role: text('role').$type<Role>().notNull(),
  profileImage: uuid('profile_image').references(() => fileTable._id),
  branchId: uuid('branch_id')
    .notNull()
    .references(() => branchTable._id),
  /**
   * Base64 of 32 random bytes, made at the first request; encrypts this person's drafts on their
   * devices.
   */
  draftKey: text('draft_key'),
  active: boolean('active').notNull().default(true),
  /** The password is temporary: the server refuses everything except a new password. */
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  /** A temporary password opens nothing after this moment; null beside a password of one's own. */
  temporaryUntil: timestampColumn('temporary_until'),
  /** The one sign-in with the temporary password. */
  temporaryUsedAt: timestampColumn('temporary_used_at'),
  lastSignInAt: timestampColumn('last_sign_in_at'),
  /**
   * The news that this person has closed, by its id (docs/backups.md, "What is new"). An account
   * begins with the news of its day, because it knows no older program.
   */
  seenNews: text('seen_news')
    .notNull()
    .default('')
    .$defaultFn(() => NEWS),
  search: text('search').notNull().default(''),
  ...changeColumns(),
});
