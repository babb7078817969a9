import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#server/lib/config.ts';
import { SEALED, unsealFile } from '#server/safekeeping/backups/age-file.ts';
import { tryDump } from '#server/safekeeping/backups/dump-database.ts';
import {
  compareWith,
  inspectFolder,
  type Inspection,
} from '#server/safekeeping/backups/inspect-copy.ts';
import { DUMP, type Manifest } from '#server/safekeeping/backups/manifest.ts';
import { lookForFiles } from '#server/safekeeping/backups/outside-files.ts';
import { readBackup } from '#server/safekeeping/backups/zip-file.ts';

/**
 * Compares a backup with its manifest and opens it in a temporary place. `isProved` is false for a
 * dump where no account may make a database. Throws `DamagedBackup`.
 */
export async function checkFile(
  file: string,
  passphrase: () => Promise<string | undefined>,
  config: Config,
): Promise<{ manifest: Manifest; isProved: boolean; differences: number; missing: string }> {
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-check-'));
  try {
    let zip = file;
    if (file.endsWith(SEALED)) {
      zip = path.join(work, 'backup.zip');
      const secret = await passphrase();
      if (secret === undefined) throw new Error('Write its passphrase into BACKUP_PASSPHRASE.');
      await unsealFile(file, zip, secret);
    }
    const inside = path.join(work, 'centre');
    fs.mkdirSync(inside, { mode: 0o700 });
    const manifest = await readBackup(zip, (name) => path.join(inside, name));
    const address = config.backupCheckUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
    let found: Inspection | undefined;
    if (manifest.engine === 'embedded') found = await inspectFolder(inside, { temporary: true });
    else if (address !== undefined) found = await tryDump(address, path.join(inside, DUMP));
    if (found) compareWith(found, manifest);
    const { missing } = await lookForFiles(manifest.outside, config.fileStore);
    const differences = found?.differences ?? 0;
    return { manifest, isProved: found !== undefined, differences, missing };
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
