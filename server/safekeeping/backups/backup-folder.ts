import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#server/lib/config.ts';

/** The folder of backups: that of the operator, or one beside the data, which burns with it. */
export const backupFolder = ({ backupDir, dataDir }: Config): string =>
  backupDir ?? path.join(dataDir, 'backups');

const WORK = '.backup-work-';
const DAY_MS = 24 * 3600 * 1000;

/** Removes what a backup left behind whose process was killed. */
function removeLeftOvers(folder: string, isOurs: (name: string) => boolean): void {
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith(WORK)))
    if (isOurs(path.join(folder, name)))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Makes a folder for the files of a backup under way. It is never on the disk of the backups when
 * they are sealed, because a stick may give back what was deleted.
 */
export function newWorkFolder(config: Config, engine: 'embedded' | 'postgresql'): string {
  const besideBackups = config.backupPassphrase === undefined ? backupFolder(config) : os.tmpdir();
  const parent = engine === 'embedded' ? config.dataDir : besideBackups;
  fs.mkdirSync(parent, { recursive: true, mode: 0o700 });
  // The embedded engine has one process, so nothing else is at work in its folder.
  const isOld = (name: string) => Date.now() - fs.statSync(name).mtimeMs > DAY_MS;
  removeLeftOvers(parent, engine === 'embedded' ? () => true : isOld);
  return fs.mkdtempSync(path.join(parent, WORK));
}
