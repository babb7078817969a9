import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  backupKinds,
  backupReasons,
  backupStates,
  secondCopies,
  type BackupKind,
  type BackupReason,
  type BackupState,
  type SecondCopy,
} from '#contract/centre/backups.ts';
import { idColumn, oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Every backup that was begun. docs/operations.md, "Backup". */
export const backupTable = pgTable(
  'backups',
  {
    _id: idColumn(),
    kind: oneOf<BackupKind>('kind').notNull(),
    /** The night in Vientiane whose backup it is; each night has one. */
    night: date('night', { mode: 'string' }),
    state: oneOf<BackupState>('state').notNull().default('running'),
    reason: oneOf<BackupReason>('reason').notNull().default(''),
    /** The message for the operator; never a password. */
    detail: text('detail').notNull().default(''),
    /** Null for the clock and the console. */
    byId: uuid('by_id').references(() => userTable._id),
    fileName: text('file_name').notNull().default(''),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256').notNull().default(''),
    encrypted: boolean('encrypted').notNull().default(false),
    second: oneOf<SecondCopy>('second').notNull().default('none'),
    startedAt: timestampColumn('started_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The process that makes it says every few seconds that it lives. */
    heardAt: timestampColumn('heard_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    endedAt: timestampColumn('ended_at'),
  },
  (table) => [
    wordCheck('backups', table.kind, backupKinds),
    wordCheck('backups', table.state, backupStates),
    wordCheck('backups', table.reason, backupReasons),
    wordCheck('backups', table.second, secondCopies),
    // One at a time, whichever process makes it.
    uniqueIndex('backups_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
    uniqueIndex('backups_night')
      .on(table.night)
      .where(sql`${table.state} <> 'failed'`),
    index('backups_started').on(table.startedAt),
  ],
);
