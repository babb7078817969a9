import * as z from 'zod/mini';
import { id, timestamp } from '#contract/fields.ts';

/** docs/operations.md, "Backup". GET `/backups` lists them, POST makes one now. */
export const backups = {
  name: 'backups',
  path: '/backups',
  read: 'backups:read',
  write: 'backups:write',
} as const;

/**
 * The reason for a backup: the clock, a superadmin in the app, the command at the console, or a new
 * version that was about to change the tables.
 */
export const backupKinds = ['night', 'asked', 'command', 'update'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** `good` was opened and compared; `written` was not, or not all of it was right. */
export const backupStates = ['running', 'good', 'written', 'failed'] as const;
export type BackupState = (typeof backupStates)[number];

/** The reason why a backup is not good; empty for a good one of which nothing is missing. */
export const backupReasons = [
  '',
  /** PostgreSQL: no account may make a scratch database to restore it into. */
  'notProved',
  /** It opens, but its books have differences, as those of the centre itself. */
  'books',
  /** It is good, and some of the files that lie outside of it were not found. */
  'filesMissing',
  /** The copy does not open, or is not what was copied. */
  'damaged',
  /** No `pg_dump` of this version. */
  'noProgram',
  'diskFull',
  /** The folder is not there, or may not be written. */
  'noFolder',
  /** The process that made it ended. */
  'lost',
  'other',
] as const;
export type BackupReason = (typeof backupReasons)[number];

/** The copy in the second folder. */
export const secondCopies = ['none', 'copied', 'missing', 'failed'] as const;
export type SecondCopy = (typeof secondCopies)[number];

export const backupRow = z.object({
  _id: id,
  kind: z.enum(backupKinds),
  state: z.enum(backupStates),
  reason: z.enum(backupReasons),
  fileName: z.string(),
  bytes: z.nullable(z.int()),
  encrypted: z.boolean(),
  second: z.enum(secondCopies),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** The name of the superadmin who asked for it. */
  by: z.string(),
  /** True if its file is still in the folder, so that it can be downloaded. */
  hasFile: z.boolean(),
});
export type BackupRow = z.output<typeof backupRow>;

/** The age of the last good backup decides: amber after 2 days, red after 7. */
export const backupAges = ['none', 'fresh', 'amber', 'red'] as const;
export type BackupAge = (typeof backupAges)[number];
export const AMBER_AFTER_DAYS = 2;
export const RED_AFTER_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/** The age of the last good backup as of `now`. */
export function backupAge(lastGoodAt: string | null, now: number): BackupAge {
  if (lastGoodAt === null) return 'none';
  const days = (now - Date.parse(lastGoodAt)) / DAY_MS;
  if (days > RED_AFTER_DAYS) return 'red';
  return days > AMBER_AFTER_DAYS ? 'amber' : 'fresh';
}

/** GET `/overview/backup`: the age of the last good backup. */
export const backupNote = z.object({
  age: z.enum(backupAges),
  lastGoodAt: z.nullable(timestamp),
  /** True if the operator gave a folder, so that a backup is made every night. */
  isNightly: z.boolean(),
});
export type BackupNote = z.output<typeof backupNote>;

export const backupList = z.extend(backupNote, {
  folder: z.string(),
  /** `HH:MM` in Vientiane; null where no folder was given. */
  nightlyAt: z.nullable(z.string()),
  secondFolder: z.nullable(z.string()),
  /** True if new backups are sealed with the passphrase of the operator. */
  isEncrypting: z.boolean(),
  /** False for a centre in memory, which nothing can copy. */
  canBackUp: z.boolean(),
  rows: z.array(backupRow),
});
export type BackupList = z.output<typeof backupList>;

/** POST `/backups`: the id of the backup that has begun. */
export const startedBackup = z.object({ _id: id });
export type StartedBackup = z.output<typeof startedBackup>;

/**
 * GET `/books-history`: the last restore of this centre, after which devices show what they kept.
 * Null if there was none.
 */
export const booksHistory = z.object({
  restore: z.nullable(
    z.object({
      _id: id,
      /** The books are those of this moment. */
      wentBackTo: timestamp,
      restoredAt: timestamp,
    }),
  ),
});
export type BooksHistory = z.output<typeof booksHistory>;

/**
 * POST `/books-history/receipts`: those of these receipts that the books do not have. A device asks
 * about the last receipts it printed.
 */
export const receiptsAsked = z.object({
  numbers: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(100)),
});
export const receiptsMissing = z.object({ missing: z.array(z.string()) });
