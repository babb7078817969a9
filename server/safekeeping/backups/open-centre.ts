import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { openDatabase, type Database } from '#server/db/client.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { databaseOf, type Config } from '#server/lib/config.ts';
import { backupFolder } from './backup-folder.ts';
import { BackupChild, ChildError } from './child.ts';
import { writeBackup } from './make-backup.service.ts';
import { OF_UPDATE } from './old-backups.ts';

/** The tables were left as they are, because the backup before the update failed. */
export class NoBackupBeforeUpdate extends Error {
  constructor(reason: string) {
    super(
      `This version changes the tables, and the backup that it makes before failed: ${reason.replace(/\.?$/, '.')} Nothing was changed. Remove the cause and start again, or start once with UPDATE_WITHOUT_BACKUP=true.`,
    );
  }
}

type Say = (line: string) => void;
type Written = Awaited<ReturnType<typeof writeBackup>>;

const KINDS = { good: 'Good backup, opened and compared', written: 'Backup, not called good' };
const WHY: Record<string, string> = {
  notProved: ' Nobody could open it here: see BACKUP_CHECK_URL.',
  books: ' Its books have differences: npm run books:check names them.',
};

function sayWayBack({ state, reason, fileName }: Written, config: Config, say: Say): void {
  const file = path.join(backupFolder(config), fileName);
  const empty = config.databaseUrl === undefined ? 'empty DATA_DIR' : 'empty database';
  say(`${KINDS[state]}: ${file}.${WHY[reason] ?? ''}`);
  say(
    `To go back to the version of before: stop the server, install that version, choose an ${empty}, and type npm run restore ${file}`,
  );
}

/** Copies an older centre before it is changed. Undefined where there is no `pg_dump` for it. */
async function backUp(
  client: pg.PoolClient,
  config: Config,
  say: Say,
): Promise<Written | undefined> {
  const isEmbedded = config.databaseUrl === undefined;
  const source = {
    db: drizzle(client),
    engine: isEmbedded ? 'embedded' : 'postgresql',
    folder: isEmbedded ? config.dataDir : undefined,
    config,
  } as const;
  say('This version changes the tables. It makes a backup first, which may take some minutes.');
  const child = new BackupChild();
  try {
    const written = await writeBackup(source, child, OF_UPDATE);
    sayWayBack(written, config, say);
    return written;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof ChildError) || error.kind !== 'NoProgram')
      throw new NoBackupBeforeUpdate(message);
    say(`The tables are changed without a backup of before: ${message}`);
    return undefined;
  } finally {
    child.end();
  }
}

/**
 * Opens the centre of the settings, as the server and its commands do. A centre that an older
 * version has filled is backed up before its tables change: docs/backups.md, "Before an update".
 * Throws `NoBackupBeforeUpdate`.
 */
export async function openCentre(
  config: Config,
  onError: (error: Error) => void,
  say: Say,
): Promise<Database> {
  const startedAt = new Date().toISOString();
  let written: Written | undefined;
  const database = await openDatabase(databaseOf(config), onError, say, async (client) => {
    if (config.updateWithoutBackup)
      say('The tables are changed without a backup of before (UPDATE_WITHOUT_BACKUP).');
    else written = await backUp(client, config, say);
  });
  if (!written) return database;
  try {
    const endedAt = new Date().toISOString();
    await database.db
      .insert(backupTable)
      .values({ kind: 'update', ...written, startedAt, endedAt });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
