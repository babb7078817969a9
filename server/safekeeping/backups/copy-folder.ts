import fs from 'node:fs';
import path from 'node:path';
import { copyPassing } from './sync-files.ts';

/** These stay empty: the journal comes last, and slots belong to the running engine. */
const EMPTY_IN_COPY = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_subtrans'];
const isLeftOut = (name: string) =>
  name.startsWith('postmaster.') || name === 'backup_label' || name.startsWith('pgsql_tmp');

/** Copies the folder of a running engine, file by file. A file that vanishes is left out. */
export async function copyEngineFolder(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await fs.promises.readdir(from, { withFileTypes: true });
  for (const entry of entries) {
    if (isLeftOut(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (EMPTY_IN_COPY.includes(entry.name))
        await fs.promises.mkdir(target, { recursive: true, mode: 0o700 });
      else if (entry.isDirectory()) await copyEngineFolder(source, target);
      else if (entry.isFile()) await copyPassing(source, target);
    } catch (error) {
      // A table was dropped. The journal has that, and what came before it is not needed.
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' && !fs.existsSync(source);
      if (!isGone) throw error;
    }
  }
}

/** The end of a backup, as `pg_backup_stop` gives it. */
export type JournalEnd = {
  /** The name of the file of the journal with the last change of the backup. */
  lastFile: string;
  /** The content of `backup_label`, which tells the engine where to begin. */
  label: string;
};

/** Copies the files of the journal that the backup needs, and writes its label. */
export async function copyJournal(
  from: string,
  to: string,
  { lastFile, label }: JournalEnd,
): Promise<void> {
  const [, firstFile] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  if (firstFile === undefined) throw new Error('The label of the backup names no journal');
  const journal = path.join(to, 'pg_wal');
  for (const folder of ['archive_status', 'summaries'])
    await fs.promises.mkdir(path.join(journal, folder), { recursive: true, mode: 0o700 });
  const names = await fs.promises.readdir(path.join(from, 'pg_wal'));
  const needed = names.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= firstFile && name <= lastFile,
  );
  if (!needed.includes(firstFile) || !needed.includes(lastFile))
    throw new Error('The journal of the backup is not complete');
  for (const name of needed)
    await copyPassing(path.join(from, 'pg_wal', name), path.join(journal, name));
  await fs.promises.writeFile(path.join(to, 'backup_label'), label, { mode: 0o600, flush: true });
}
