import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';

/**
 * When a device was last heard. It outlives the sessions of the device, because a sign-out must not
 * hide a silence. The id is a random one that the client keeps.
 */
export const deviceTable = pgTable('devices', {
  deviceId: uuid('device_id').primaryKey(),
  lastHeardAt: timestampColumn('last_heard_at').notNull(),
});

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
