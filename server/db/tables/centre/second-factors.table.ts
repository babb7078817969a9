import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { deviceKinds, type DeviceKind } from '#contract/centre/sessions.ts';
import { idColumn, oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
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

/**
 * Devices on which an account signs in without a code for some days. The key is in the browser
 * alone; only its hash is kept. docs/security.md, "Second factor".
 */
export const rememberedDeviceTable = pgTable(
  'remembered_devices',
  {
    /** Its name for its owner. */
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    deviceId: uuid('device_id').notNull(),
    keyHash: text('key_hash').notNull(),
    deviceKind: oneOf<DeviceKind>('device_kind').notNull().default('unknown'),
    /** Browser and system, as the browser named them when it was remembered. */
    deviceName: text('device_name').notNull().default(''),
    /** The network address of that sign-in. */
    address: text('address').notNull().default(''),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    lastUsedAt: timestampColumn('last_used_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [
    unique('remembered_devices_once').on(table.userId, table.deviceId),
    wordCheck('remembered_devices', table.deviceKind, deviceKinds),
  ],
);
