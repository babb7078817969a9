import fs from 'node:fs';
import path from 'node:path';
import { DataFolderInUse } from '#server/db/data-lock.ts';
import type { Database } from '#server/db/client.ts';
import type { Config } from '#server/lib/config.ts';
import { BackupChild } from './child.ts';
import { askServer } from './command-box.ts';
import { backupFolder } from './backup-folder.ts';
import { claimBackup, makeBackup } from './make-backup.service.ts';
import { openCentre } from './open-centre.ts';

/** How a backup of the command went, and its file. */
export type Made = { state: string; reason: string; detail: string; file: string; second: string };

/** Opens the database for a backup; undefined if a running server holds the folder. */
async function openIfFree(
  config: Config,
  say: (line: string) => void,
): Promise<Database | undefined> {
  try {
    return await openCentre(config, () => {}, say);
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  }
}

async function makeHere(database: Database, config: Config): Promise<Made> {
  const { db, engine, folder } = database;
  try {
    const id = await db.transaction((tx) => claimBackup(tx, { kind: 'command' }));
    if (id === undefined) throw new Error('A backup is being made already.');
    const outcome = await makeBackup({ db, engine, folder, config }, id);
    const file = outcome.fileName && path.join(backupFolder(config), outcome.fileName);
    return { ...outcome, file };
  } finally {
    await database.close();
  }
}

/**
 * Makes a backup for the command: by the running server where it holds the data, else by itself.
 * With a `file` the backup is copied there as well, sealed if there is a passphrase.
 */
export async function backUpHere(
  config: Config,
  target: { file: string; passphrase: string | undefined } | undefined,
  say: (line: string) => void,
): Promise<Made> {
  if (target) {
    const folder = path.dirname(target.file);
    if (!fs.existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  }
  const database = await openIfFree(config, say);
  const made = database ? await makeHere(database, config) : await askServer(config.dataDir);
  if (!target || made.file === '') return made;
  const child = new BackupChild();
  try {
    const { file: to, passphrase } = target;
    if (made.file.endsWith('.age') === to.endsWith('.age'))
      await child.ask('copyTo', { from: made.file, to });
    else if (passphrase !== undefined)
      await child.ask('copyTo', { from: made.file, to, passphrase });
    else throw new Error('BACKUP_PASSPHRASE seals every backup: the name must end with .zip.age.');
    return { ...made, file: to };
  } finally {
    child.end();
  }
}
