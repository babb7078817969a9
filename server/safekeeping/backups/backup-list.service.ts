import fs from 'node:fs';
import path from 'node:path';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { backupAge, type BackupList, type BackupNote } from '#contract/centre/backups.ts';
import type { Db } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { backupTable as table } from '#server/db/tables/safekeeping/backups.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { backupFolder } from './backup-folder.ts';
import type { BackupSource } from './make-backup.service.ts';

const LAST_ROWS = 20;

async function lastGoodAt(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ at: table.startedAt })
    .from(table)
    .where(eq(table.state, 'good'))
    .orderBy(desc(table.startedAt))
    .limit(1);
  return row?.at ?? null;
}

/** GET `/overview/backup`: a backup is as old as the moment at which it was begun. */
export async function readBackupNote(db: Db, { backupDir }: Config): Promise<BackupNote> {
  const at = await lastGoodAt(db);
  const now = Date.parse(await transactionNow(db));
  return { age: backupAge(at, now), lastGoodAt: at, isNightly: backupDir !== undefined };
}

/** GET `/backups`: the newest backups, with the settings of the operator; never the passphrase. */
export async function listBackups({
  db,
  engine,
  folder,
  config,
}: BackupSource): Promise<BackupList> {
  const columns = getTableColumns(table);
  const rows = await db
    .select({
      _id: columns._id,
      kind: columns.kind,
      state: columns.state,
      reason: columns.reason,
      fileName: columns.fileName,
      bytes: columns.bytes,
      encrypted: columns.encrypted,
      second: columns.second,
      startedAt: columns.startedAt,
      endedAt: columns.endedAt,
      by: sql<string>`coalesce(${userTable.firstName} || ' ' || ${userTable.lastName}, '')`,
    })
    .from(table)
    .leftJoin(userTable, eq(userTable._id, table.byId))
    .orderBy(desc(table.startedAt))
    .limit(LAST_ROWS);
  const where = backupFolder(config);
  const hasFile = (name: string) => name !== '' && fs.existsSync(path.join(where, name));
  return {
    ...(await readBackupNote(db, config)),
    folder: where,
    nightlyAt: config.backupDir === undefined ? null : config.backupAt,
    secondFolder: config.backupSecondDir ?? null,
    isEncrypting: config.backupPassphrase !== undefined,
    canBackUp: engine === 'postgresql' || folder !== undefined,
    rows: rows.map((row) => ({ ...row, hasFile: hasFile(row.fileName) })),
  };
}

/** The file of a backup. Throws `notFound` where it is no longer kept. */
export async function fileOf(
  db: Db,
  config: Config,
  backupId: string,
): Promise<{ file: string; name: string; bytes: number }> {
  const [row] = await db
    .select({ name: table.fileName, bytes: table.bytes })
    .from(table)
    .where(eq(table._id, backupId));
  if (!row || row.name === '') throw new ApiError('notFound');
  // The name comes from the database, and stays inside the folder all the same.
  const file = path.join(backupFolder(config), path.basename(row.name));
  if (!fs.existsSync(file)) throw new ApiError('notFound');
  return { file, name: row.name, bytes: fs.statSync(file).size };
}
