import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { lockDataFolder } from '#server/db/data-lock.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Config } from '#server/lib/config.ts';
import { newWorkFolder } from '#server/safekeeping/backups/backup-folder.ts';
import { inspectDatabase } from '#server/safekeeping/backups/dump-database.ts';
import { requireSpace } from '#server/safekeeping/backups/engine-backup.ts';
import { ENGINE_FOLDER } from '#server/safekeeping/backups/manifest.ts';
import {
  emptyDatabase,
  isEmptyDatabase,
  markDatabase,
  markedAct,
  RestoreUnfinished,
  unmark,
} from '#server/safekeeping/restores/target-database.ts';
import { copyRows } from './copy-rows.ts';
import {
  tableDigest,
  SAME_TEXT,
  sequencesOf,
  tablesOf,
  type Client,
  type DatabaseTable,
} from './tables.ts';

/** The move cannot begin, or was taken back; the centre in the data folder is as it was. */
export class CannotMove extends Error {}

export type Moved = { tables: number; rows: number; differences: number };

/** An arbitrary number: one move at a time works on a database. */
const MOVE_LOCK = 727_276;

type Say = (line: string) => void;

/** Makes sure that nothing of a centre is in the database, and marks it as unfinished. */
async function claimDatabase(target: pg.Client, address: string, say: Say): Promise<void> {
  const { rows: locked } = await target.query<{ isMine: boolean }>(
    'select pg_try_advisory_lock($1) as "isMine"',
    [MOVE_LOCK],
  );
  if (!locked[0]?.isMine) throw new CannotMove('Another move into this database is under way.');
  const { rows: encoding } = await target.query<{ server_encoding: string }>(
    'show server_encoding',
  );
  if (encoding[0]?.server_encoding !== 'UTF8')
    throw new CannotMove(
      'The database in DATABASE_URL does not use UTF-8: make one with createdb --encoding=UTF8 --template=template0.',
    );
  const found = await markedAct(target);
  if (found === 'restore') throw new RestoreUnfinished();
  if (found === 'move') {
    say('An earlier move into this database was cut off. It begins anew.');
    await emptyDatabase(address);
  } else if (!(await isEmptyDatabase(address)))
    throw new CannotMove(
      'The database in DATABASE_URL is not empty: create an empty one, and write its address into DATABASE_URL.',
    );
  await markDatabase(address, 'move');
}

/** The tables of both, which must be the same. */
async function sameTables(from: Client, to: Client): Promise<DatabaseTable[]> {
  const [here, there] = [await tablesOf(from), await tablesOf(to)];
  const text = ({ name, columns }: DatabaseTable) =>
    `${name} ${columns.map((column) => `${column.name} ${column.type}`).join(', ')}`;
  const wanted = new Set(there.map(text));
  const strange = here.find((table) => !wanted.has(text(table)));
  if (strange || here.length !== there.length)
    throw new CannotMove(
      `The data folder has tables that this version of BranchDesk does not know (${strange?.name ?? 'some are missing'}).`,
    );
  return here;
}

/** Throws `CannotMove` unless both have the same rows and counters. */
async function compare(from: Client, to: Client, tables: readonly DatabaseTable[]): Promise<void> {
  for (const table of tables) {
    const [here, there] = [await tableDigest(from, table), await tableDigest(to, table)];
    if (here !== there)
      throw new CannotMove(`The rows of ${table.name} did not arrive as they are.`);
  }
  const [here, there] = [await sequencesOf(from), await sequencesOf(to)];
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new CannotMove('The counters did not arrive as they are.');
}

async function fill(
  source: pg.Pool,
  target: pg.Client,
  { address, say }: { address: string; say: Say },
): Promise<Moved> {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  pool.on('error', () => {});
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  const from = await source.connect();
  try {
    await from.query(SAME_TEXT);
    await target.query(SAME_TEXT);
    const tables = await sameTables(from, target);
    const rows = await copyRows(from, target, { tables, say });
    say('Comparing every table with the data folder…');
    await compare(from, target, tables);
    await target.query('analyze');
    say('Checking the books and the receipts…');
    const { differences } = await inspectDatabase(address);
    // Until here no server starts on this database.
    await target.query(unmark);
    return { tables: tables.length, rows, differences };
  } finally {
    from.release();
  }
}

async function moveInto(source: pg.Pool, address: string, say: Say): Promise<Moved> {
  const target = new pg.Client({ connectionString: address });
  target.on('error', () => {});
  await target.connect();
  try {
    await claimDatabase(target, address, say);
    try {
      return await fill(source, target, { address, say });
    } catch (error) {
      await target.query('rollback').catch(() => {});
      // It was empty before.
      await emptyDatabase(address);
      throw error;
    }
  } finally {
    await target.end();
  }
}

/** The lock names its holder in a file of the data folder, which gets its old text back. */
async function holdFolder(folder: string): Promise<() => void> {
  const file = path.join(folder, 'server.lock');
  const before = fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  const unlock = await lockDataFolder(folder);
  return () => {
    if (before) fs.writeFileSync(file, before);
    unlock();
  };
}

/**
 * Copies the centre in the data folder into the empty PostgreSQL database of the settings. The
 * engine opens a copy of the folder, because opening it changes files. Throws `CannotMove`.
 */
export async function moveToPostgres(config: Config, say: Say): Promise<Moved> {
  const address = config.databaseDirectUrl ?? config.databaseUrl;
  if (address === undefined)
    throw new CannotMove('Write the address of an empty PostgreSQL database into DATABASE_URL.');
  const folder = path.join(config.dataDir, ENGINE_FOLDER);
  if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
    throw new CannotMove(
      `There is no centre in the data folder ${config.dataDir}. Check DATA_DIR.`,
    );
  const release = await holdFolder(config.dataDir);
  let work: string | undefined;
  try {
    work = newWorkFolder(config, 'embedded');
    await requireSpace(folder, work, { what: 'A move', times: 1 });
    say('Copying the data folder, which stays as it is…');
    await fs.promises.cp(folder, path.join(work, ENGINE_FOLDER), { recursive: true });
    const engine = await startEmbeddedEngine({ folder: work });
    engine.pool.on('error', () => {});
    try {
      await migrate(engine.pool);
      return await moveInto(engine.pool, address, say);
    } finally {
      await engine.close();
    }
  } finally {
    if (work !== undefined) fs.rmSync(work, { recursive: true, force: true });
    release();
  }
}
