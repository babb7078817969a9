import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { DataFolderInUse, lockDataFolder } from '#server/db/data-lock.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { isKnownSchema } from '#server/db/migrate.ts';
import { drizzlePool } from '#server/db/drizzle-pool.ts';
import type { Db } from '#server/db/client.ts';
import { restoreTable } from '#server/db/tables/safekeeping/restores.table.ts';
import { recordAudit, serverActor } from '#server/lib/audit.ts';
import type { Config } from '#server/lib/config.ts';
import { SEALED, unsealFile } from '#server/safekeeping/backups/age-file.ts';
import { inspectDatabase, loadDump } from '#server/safekeeping/backups/dump-database.ts';
import { compareWith, inspectFolder } from '#server/safekeeping/backups/inspect-copy.ts';
import { DUMP, type Manifest } from '#server/safekeeping/backups/manifest.ts';
import { lookForFiles } from '#server/safekeeping/backups/outside-files.ts';
import { giveName } from '#server/safekeeping/backups/sync-files.ts';
import { readBackup, readManifest } from '#server/safekeeping/backups/zip-file.ts';
import { endAllSessions } from '#server/centre/auth/sessions.ts';
import { finishRunning } from '#server/safekeeping/backups/make-backup.service.ts';
import {
  emptyDatabase,
  isEmptyDatabase,
  markDatabase,
  unmark,
  withPool,
} from './target-database.ts';
import { addErasedLines, eraseAgain, erasedFolders, readErasedLines } from './erased-list.ts';
import { leaveOut } from './highest-numbers.ts';

/** The restore cannot begin; nothing was changed. */
export class CannotRestore extends Error {}

export type RestoreRequest = {
  file: string;
  /** Opens a sealed backup. */
  passphrase: () => Promise<string | undefined>;
  /** The highest numbers found on paper, once the last numbers of the backup are known. */
  highest: (manifest: Manifest) => Promise<string[]>;
  say: (line: string) => void;
};

export type Restored = {
  manifest: Manifest;
  gaps: string[];
  differences: number;
  /** The people who were erased after the backup, and are erased again. */
  erased: number;
  /** A sentence about files outside that the store does not have; empty if none is missing. */
  missing: string;
};
type InPlace = Omit<Restored, 'missing'>;

/** Refuses a folder that holds a centre, or anything else of it. */
function refuseFilledFolder(folder: string): void {
  if (!fs.existsSync(path.join(folder, 'pg'))) return;
  throw new CannotRestore(
    `The data folder ${folder} holds a centre already. Nothing was changed: choose another DATA_DIR, or move that folder away first.`,
  );
}

async function refuseFilledDatabase(address: string): Promise<void> {
  if (await isEmptyDatabase(address)) return;
  throw new CannotRestore(
    'The database in DATABASE_URL is not empty. Nothing was changed: create an empty one, and write its address into DATABASE_URL.',
  );
}

function refuseOtherKind({ engine, schema: of, version }: Manifest, config: Config): void {
  const wanted = config.databaseUrl === undefined ? 'embedded' : 'postgresql';
  if (engine !== wanted)
    throw new CannotRestore(
      engine === 'embedded'
        ? 'This is a backup of the embedded engine: leave DATABASE_URL empty, and restore it into an empty DATA_DIR.'
        : 'This is a backup of a PostgreSQL database: write the address of an empty database into DATABASE_URL.',
    );
  if (!isKnownSchema(of))
    throw new CannotRestore(
      `This backup was made by a newer version of BranchDesk (${version}): restore it with that version or a newer one.`,
    );
}

/** The file itself, or what it holds if it is sealed. */
async function openFile({ file, passphrase }: RestoreRequest, work: string): Promise<string> {
  if (!file.endsWith(SEALED)) return file;
  const secret = await passphrase();
  if (secret === undefined)
    throw new CannotRestore('This backup is sealed: write its passphrase into BACKUP_PASSPHRASE.');
  const opened = path.join(work, 'backup.zip');
  await unsealFile(file, opened, secret);
  return opened;
}

/**
 * Ends what must not go on after the books went back: everybody is signed out, numbers on paper are
 * left out, and the restore is recorded, by which devices notice it.
 */
async function beginAnew(
  db: Db,
  { manifest, fileName, highest }: { manifest: Manifest; fileName: string; highest: string[] },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const gaps = await leaveOut(tx, highest);
    await endAllSessions(tx);
    await tx.execute(sql.raw(unmark));
    // The row of this very backup, which was still running when it was copied.
    await finishRunning(tx, fileName);
    const [row] = await tx
      .insert(restoreTable)
      .values({ wentBackTo: manifest.takenAt, fileName, highest })
      .returning({ id: restoreTable._id });
    await recordAudit(tx, serverActor, {
      action: 'restore-backup',
      entity: 'backups',
      entityId: row?.id ?? '',
      after: { fileName, takenAt: manifest.takenAt, gaps },
    });
    return gaps;
  });
}

/** Every folder with a list of erased people: those of the settings, and that of the backup. */
const listsOf = ({ file }: RestoreRequest, config: Config) => [
  ...erasedFolders(config),
  path.dirname(path.resolve(file)),
];

async function restoreFolder(
  asked: RestoreRequest,
  config: Config,
  work: string,
): Promise<InPlace> {
  const { say } = asked;
  const zip = await openFile(asked, work);
  refuseOtherKind(await readManifest(zip), config);
  const inside = path.join(work, 'centre');
  fs.mkdirSync(inside, { mode: 0o700 });
  say('Unpacking, and comparing every file with the manifest…');
  const manifest = await readBackup(zip, (name) => path.join(inside, name));
  say('Opening it, and checking its pages, books and receipts…');
  const { differences, ...found } = await inspectFolder(inside, { temporary: false });
  compareWith(found, manifest);
  const highest = await asked.highest(manifest);
  const engine = await startEmbeddedEngine({ folder: inside });
  let gaps: string[];
  let erased: number;
  try {
    const fileName = path.basename(asked.file);
    const db = drizzlePool(engine.pool);
    gaps = await beginAnew(db, { manifest, fileName, highest });
    erased = await eraseAgain(db, listsOf(asked, config));
  } finally {
    await engine.close();
  }
  refuseFilledFolder(config.dataDir);
  await giveName(path.join(inside, 'pg'), path.join(config.dataDir, 'pg'));
  return { manifest, gaps, erased, differences };
}

async function restoreDatabase(
  asked: RestoreRequest,
  { config, address, work }: { config: Config; address: string; work: string },
): Promise<InPlace> {
  const { say } = asked;
  const zip = await openFile(asked, work);
  refuseOtherKind(await readManifest(zip), config);
  say('Unpacking, and comparing it with the manifest…');
  const manifest = await readBackup(zip, (name) => path.join(work, name));
  const highest = await asked.highest(manifest);
  await refuseFilledDatabase(address);
  await markDatabase(address, 'restore');
  try {
    say('Restoring it…');
    await loadDump(address, path.join(work, DUMP));
    say('Checking its books and receipts…');
    const { differences, ...found } = await inspectDatabase(address);
    compareWith(found, manifest);
    const fileName = path.basename(asked.file);
    const { gaps, erased } = await withPool(address, async (pool) => {
      const db = drizzlePool(pool);
      const left = await beginAnew(db, { manifest, fileName, highest });
      return { gaps: left, erased: await eraseAgain(db, listsOf(asked, config)) };
    });
    return { manifest, gaps, erased, differences };
  } catch (error) {
    // It was empty before.
    await emptyDatabase(address);
    throw error;
  }
}

async function putBack(asked: RestoreRequest, config: Config): Promise<InPlace> {
  if (!fs.existsSync(asked.file)) throw new CannotRestore(`There is no file ${asked.file}.`);
  const address = config.databaseDirectUrl ?? config.databaseUrl;
  if (address !== undefined) {
    await refuseFilledDatabase(address);
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-restore-'));
    try {
      return await restoreDatabase(asked, { config, address, work });
    } finally {
      fs.rmSync(work, { recursive: true, force: true });
    }
  }
  refuseFilledFolder(config.dataDir);
  const unlock = await lockDataFolder(config.dataDir).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) throw new CannotRestore(error.message);
    throw error;
  });
  const work = fs.mkdtempSync(path.join(config.dataDir, '.restore-'));
  try {
    return await restoreFolder(asked, config, work);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
    unlock();
  }
}

/**
 * Restores a backup into an empty data folder or database. Nothing is changed before the whole file
 * was compared with its manifest. Afterwards it asks for the files that lie outside of the backup.
 * Throws `CannotRestore` or `DamagedBackup`.
 */
export async function restoreBackup(asked: RestoreRequest, config: Config): Promise<Restored> {
  const restored = await putBack(asked, config);
  // The folders of the settings may be new ones, and the next restore reads these.
  addErasedLines(erasedFolders(config), readErasedLines(listsOf(asked, config)));
  const { outside } = restored.manifest;
  if (outside.length > 0) asked.say(`Looking for ${outside.length} files that lie outside…`);
  const { missing } = await lookForFiles(outside, config.fileStore);
  return { ...restored, missing };
}
