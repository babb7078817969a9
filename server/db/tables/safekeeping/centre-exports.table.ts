import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  centreExportReasons,
  centreExportStates,
  type CentreExportReason,
  type CentreExportState,
} from '#contract/imports/centre-exports.ts';
import { bytes, idColumn, oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Every export of the whole centre that was begun. docs/moving-in.md, "Leaving". */
export const centreExportTable = pgTable(
  'centre_exports',
  {
    _id: idColumn(),
    byId: uuid('by_id')
      .notNull()
      .references(() => userTable._id),
    state: oneOf<CentreExportState>('state').notNull().default('running'),
    reason: oneOf<CentreExportReason>('reason').notNull().default(''),
    partsDone: integer('parts_done').notNull().default(0),
    partsOfAll: integer('parts_of_all').notNull().default(0),
    fileName: text('file_name').notNull().default(''),
    bytes: bigint('bytes', { mode: 'number' }),
    startedAt: timestampColumn('started_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The process that makes it says every few seconds that it lives. */
    heardAt: timestampColumn('heard_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    endedAt: timestampColumn('ended_at'),
    expiresAt: timestampColumn('expires_at'),
  },
  (table) => [
    wordCheck('centre_exports', table.state, centreExportStates),
    wordCheck('centre_exports', table.reason, centreExportReasons),
    // One at a time, whichever process makes it.
    uniqueIndex('centre_exports_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
    index('centre_exports_started').on(table.startedAt),
  ],
);

/**
 * The file of an export in pieces, where several processes share the database: each of them can
 * give it. No backup holds it.
 */
export const centreExportPartTable = pgTable(
  'centre_export_parts',
  {
    exportId: uuid('export_id')
      .notNull()
      .references(() => centreExportTable._id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.position] })],
);
