import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { missingHalves, type MissingHalf } from '#contract/centre/second-factor.ts';
import { deviceKinds, type DeviceKind } from '#contract/centre/sessions.ts';
import { oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { branchTable } from './branches.table.ts';
import { userTable } from './users.table.ts';

export const sessionTable = pgTable(
  'sessions',
  {
    /** A hash; only the client has the token itself. */
    tokenHash: text('token_hash').primaryKey(),
    /** The name of the session for its owner, who must not see a token's hash. */
    _id: uuid('id')
      .notNull()
      .default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    /** The branch that it works in; null for the account's own. */
    branchId: uuid('branch_id').references(() => branchTable._id),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** The device that it runs on; null until the client names it. */
    deviceId: uuid('device_id'),
    deviceKind: oneOf<DeviceKind>('device_kind').notNull().default('unknown'),
    /** Browser and system, as the browser named them at the sign-in. */
    deviceName: text('device_name').notNull().default(''),
    /** The network address of the sign-in. */
    address: text('address').notNull().default(''),
    /** The half that is still missing; such a session opens nothing else and ends soon. */
    missingHalf: text('missing_half').$type<MissingHalf>(),
    /** Wrong codes so far. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** The person's last request, to the minute; requests in the background do not count. */
    lastActAt: timestampColumn('last_act_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The person has locked the screen; null while it is open. */
    lockedAt: timestampColumn('locked_at'),
    /** The time of its last request, to the minute. */
    lastUsedAt: timestampColumn('last_used_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    uniqueIndex('sessions_id').on(table._id),
    wordCheck('sessions', table.deviceKind, deviceKinds),
    wordCheck('sessions', table.missingHalf, missingHalves),
  ],
);
