import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { userTable } from './users.table.ts';

/**
 * When a device was last heard. It outlives the sessions of the device, because a sign-out must not
 * hide a silence. The id is a random one that the client keeps.
 */
export const deviceTable = pgTable('devices', {
  deviceId: uuid('device_id').primaryKey(),
  lastHeardAt: timestampColumn('last_heard_at').notNull(),
});

/** The devices on which an account has signed in. docs/security.md, "Devices". */
export const accountDeviceTable = pgTable(
  'account_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    deviceId: uuid('device_id').notNull(),
    firstSignInAt: timestampColumn('first_sign_in_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The last sign-in here with all that it needed; null after a sign-out everywhere. */
    wholeAt: timestampColumn('whole_at'),
    /** The last time that the second factor was given here. */
    factorAt: timestampColumn('factor_at'),
    /** The hash of the key that the browser got then: docs/security.md, "PIN". */
    keyHash: text('key_hash'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceId] })],
);

/** A time in which a device sent no request. docs/money.md, "Cash that was taken offline". */
export const sessionGapTable = pgTable(
  'session_gaps',
  {
    _id: idColumn(),
    deviceId: uuid('device_id').notNull(),
    from: timestampColumn('from').notNull(),
    until: timestampColumn('until').notNull(),
  },
  (table) => [
    index('session_gaps_device').on(table.deviceId, table.until),
    index('session_gaps_until').on(table.until),
  ],
);
