import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { BackupKind, BackupReason, SecondCopy } from '#contract/centre/backups.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { backupTable as table } from '#server/db/tables/safekeeping/backups.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';
import { backupFolder, newWorkFolder } from './backup-folder.ts';
import type { Finished } from './backup-child.ts';
import { BackupChild, ChildError } from './child.ts';
import { copyEngine } from './engine-backup.ts';
import { backupName, oldBackups } from './old-backups.ts';

/** The database to back up, with the settings of the operator. */
export type BackupSource = {
  db: Db;
  engine: 'embedded' | 'postgresql';
  /** The data folder of the embedded engine; a centre in memory has none. */
  folder: string | undefined;
  config: Config;
};

const HEARD_EVERY_MS = 10_000;
/** After so long without a sign of life the process that made a backup is taken for dead. */
const LOST_AFTER = sql`interval '2 minutes'`;

/** Marks backups as failed whose process has ended. */
async function giveUpLost(tx: Tx): Promise<void> {
  await tx
    .update(table)
    .set({ state: 'failed', reason: 'lost', endedAt: sql`clock_timestamp()` })
    .where(
      and(eq(table.state, 'running'), lt(table.heardAt, sql`clock_timestamp() - ${LOST_AFTER}`)),
    );
}

/** The embedded engine has one process, so a backup that it did not begin itself runs no more. */
export async function giveUpAll(db: Db): Promise<void> {
  await db
    .update(table)
    .set({ state: 'failed', reason: 'lost', endedAt: sql`clock_timestamp()` })
    .where(eq(table.state, 'running'));
}

/** In a restored centre, the backup that it came from is still running; it is finished there. */
export async function finishRunning(tx: Tx, fileName: string): Promise<void> {
  await tx
    .update(table)
    .set({ state: 'written', fileName, endedAt: sql`clock_timestamp()` })
    .where(eq(table.state, 'running'));
}

type Claim = { kind: BackupKind; byId?: string | null; night?: string };

/** Begins a backup, unless one is running or the night has one. Throws `backupRunning`. */
export async function claimBackup(
  tx: Tx,
  { kind, byId = null, night }: Claim,
): Promise<string | undefined> {
  await giveUpLost(tx);
  const [row] = await tx
    .insert(table)
    .values({ kind, byId, night: night ?? null })
    .onConflictDoNothing()
    .returning({ id: table._id });
  if (!row && night === undefined) throw new ApiError('backupRunning');
  return row?.id;
}

const REASONS: Record<string, BackupReason> = {
  DamagedBackup: 'damaged',
  NoProgram: 'noProgram',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  ENOENT: 'noFolder',
  EACCES: 'noFolder',
  EPERM: 'noFolder',
  EROFS: 'noFolder',
};

/** The reason for the screen, and the message for the operator. */
function reasonOf(error: unknown): { reason: BackupReason; detail: string } {
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const kind = error instanceof ChildError ? error.kind : '';
  return { reason: REASONS[kind] ?? REASONS[code] ?? 'other', detail: detail.slice(0, 500) };
}

/** Fills the second folder where it is there. It may be a stick that nobody has put in. */
async function copyToSecond(
  child: BackupChild,
  { config: { backupSecondDir: second } }: BackupSource,
  from: string,
): Promise<SecondCopy> {
  if (second === undefined) return 'none';
  if (!fs.existsSync(second)) return 'missing';
  try {
    const to = path.join(second, path.basename(from));
    await child.ask('copyTo', { from, to });
    removeOld(second);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Removes backups that are no longer kept. */
function removeOld(folder: string): void {
  for (const name of oldBackups(fs.readdirSync(folder)))
    fs.rmSync(path.join(folder, name), { force: true });
}

async function copyAndProve(
  source: BackupSource,
  { child, work, ending }: { child: BackupChild; work: string; ending: string },
): Promise<Finished> {
  const { config } = source;
  const startedAt = new Date();
  const target = {
    work,
    folder: backupFolder(config),
    name: `${backupName(startedAt.getTime(), randomBytes(2).toString('hex'))}${ending}`,
    passphrase: config.backupPassphrase,
    fileStore: config.fileStore,
  };
  if (source.engine === 'embedded') {
    const { db, folder } = source;
    if (folder === undefined) throw new ApiError('backupImpossible');
    const facts = await copyEngine({ db, folder }, child, {
      work,
      startedAt: startedAt.toISOString(),
    });
    return child.ask('finishFolder', { ...target, facts });
  }
  const address = config.databaseDirectUrl ?? config.databaseUrl;
  if (address === undefined) throw new ApiError('backupImpossible');
  const checkAddress = config.backupCheckUrl ?? address;
  return child.ask('dump', {
    ...target,
    address,
    checkAddress,
    startedAt: startedAt.toISOString(),
  });
}

function stateOf({ differences, missing }: Finished) {
  if (differences === 0)
    return { state: 'good', reason: missing === '' ? '' : 'filesMissing' } as const;
  return { state: 'written', reason: differences === null ? 'notProved' : 'books' } as const;
}

/** Copies, opens and packs the centre, with `ending` in its name. Says nothing to the database. */
export async function writeBackup(source: BackupSource, child: BackupChild, ending = '') {
  const folder = backupFolder(source.config);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = newWorkFolder(source.config, source.engine);
  try {
    const finished = await copyAndProve(source, { child, work, ending });
    fs.rmSync(work, { recursive: true, force: true });
    const second = await copyToSecond(child, source, path.join(folder, finished.fileName));
    removeOld(folder);
    const { fileName, bytes, sha256, missing: detail } = finished;
    const encrypted = source.config.backupPassphrase !== undefined;
    return { ...stateOf(finished), detail, fileName, bytes, sha256, second, encrypted };
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

export type BackupOutcome = Pick<
  typeof table.$inferSelect,
  'state' | 'reason' | 'detail' | 'fileName' | 'second'
>;

/** Makes the backup that was claimed, and records how it went, also if it failed. */
export async function makeBackup(source: BackupSource, backupId: string): Promise<BackupOutcome> {
  const { db } = source;
  const child = new BackupChild();
  const alive = setInterval(() => {
    db.update(table)
      .set({ heardAt: sql`clock_timestamp()` })
      .where(eq(table._id, backupId))
      .catch(() => {});
  }, HEARD_EVERY_MS);
  let result: Partial<typeof table.$inferInsert>;
  try {
    result = await writeBackup(source, child);
  } catch (error) {
    result = { state: 'failed', ...reasonOf(error) };
  } finally {
    clearInterval(alive);
    child.end();
  }
  const [row] = await db
    .update(table)
    .set({ ...result, endedAt: sql`clock_timestamp()` })
    .where(eq(table._id, backupId))
    .returning();
  if (!row) throw new Error('The row of the backup is gone');
  return row;
}
