import fs from 'node:fs';
import path from 'node:path';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { CentreExport, CentreExportReason } from '#contract/imports/centre-exports.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { centreExportTable as table } from '#server/db/tables/safekeeping/centre-exports.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';
import { writeCentreExport, type ExportSource } from './write-export.ts';

const LAST_ROWS = 5;
/** After so long without a sign of life the process that made an export is taken for dead. */
const LOST_AFTER = sql`interval '2 minutes'`;
const KEPT = sql`interval '24 hours'`;
const HEARD_EVERY_MS = 10_000;
const ENDING = '.zip';

const folderOf = ({ dataDir }: Config) => path.join(dataDir, 'exports');
const fileIn = (config: Config, id: string) => path.join(folderOf(config), `${id}${ENDING}`);
const partIn = (config: Config, id: string) => `${fileIn(config, id)}.part`;

const lost = { state: 'failed', reason: 'lost', endedAt: sql`clock_timestamp()` } as const;

/** Marks exports as failed whose process has ended. */
export async function giveUpLost(db: Db | Tx): Promise<void> {
  const isSilent = lt(table.heardAt, sql`clock_timestamp() - ${LOST_AFTER}`);
  await db
    .update(table)
    .set(lost)
    .where(and(eq(table.state, 'running'), isSilent));
}

/** The embedded engine has one process, so an export that it did not begin itself runs no more. */
export async function giveUpAllExports(db: Db): Promise<void> {
  await db.update(table).set(lost).where(eq(table.state, 'running'));
}

/** Begins an export. Throws `centreExportRunning` while another one is being made. */
export async function claimExport(tx: Tx, byId: string): Promise<string> {
  await giveUpLost(tx);
  const [row] = await tx
    .insert(table)
    .values({ byId })
    .onConflictDoNothing()
    .returning({ id: table._id });
  if (!row) throw new ApiError('centreExportRunning');
  return row.id;
}

/** Databases whose server is closing; it does not wait for the whole of an export. */
const closing = new WeakSet<Db>();
export const endExportsOf = (db: Db): void => void closing.add(db);

class ServerEnds extends Error {}

/** The progress is stored so often, however many files there are. */
const STORED_EVERY_MS = 500;

function reasonOf(error: unknown): CentreExportReason {
  if (error instanceof ServerEnds) return 'lost';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT'].includes(code) ? 'diskFull' : 'other';
}

/** Makes the export that was claimed, and records how it went, also if it failed. */
export async function makeExport(
  source: ExportSource & { config: Config },
  exportId: string,
): Promise<void> {
  const { db, config, log } = source;
  const own = eq(table._id, exportId);
  const hear = (parts: Partial<typeof table.$inferInsert> = {}) =>
    db
      .update(table)
      .set({ ...parts, heardAt: sql`clock_timestamp()` })
      .where(own);
  const alive = setInterval(() => void hear().catch(() => {}), HEARD_EVERY_MS);
  try {
    fs.mkdirSync(folderOf(config), { recursive: true, mode: 0o700 });
    let storedAt = 0;
    await writeCentreExport(source, partIn(config, exportId), async (partsDone, partsOfAll) => {
      if (closing.has(db)) throw new ServerEnds('The server ends');
      const isLast = partsDone === partsOfAll;
      if (!isLast && performance.now() - storedAt < STORED_EVERY_MS) return;
      storedAt = performance.now();
      await hear({ partsDone, partsOfAll });
    });
    const bytes = fs.statSync(partIn(config, exportId)).size;
    fs.renameSync(partIn(config, exportId), fileIn(config, exportId));
    await hear({
      ...{ state: 'ready', bytes, fileName: `branchdesk-${dayInLaos()}${ENDING}` },
      ...{ endedAt: sql`clock_timestamp()` as never },
      expiresAt: sql`clock_timestamp() + ${KEPT}` as never,
    });
  } catch (error) {
    log.error({ err: error, exportId }, 'an export of everything failed');
    fs.rmSync(partIn(config, exportId), { force: true });
    await hear({
      state: 'failed',
      reason: reasonOf(error),
      endedAt: sql`clock_timestamp()` as never,
    });
  } finally {
    clearInterval(alive);
  }
}

/** GET `/centre-exports`: the newest first. */
export async function listExports(db: Db): Promise<CentreExport[]> {
  return db
    .select({
      ...{ _id: table._id, state: table.state, reason: table.reason, fileName: table.fileName },
      ...{ done: table.partsDone, of: table.partsOfAll, bytes: table.bytes },
      ...{ startedAt: table.startedAt, endedAt: table.endedAt, expiresAt: table.expiresAt },
      by: sql<string>`trim(${userTable.firstName} || ' ' || ${userTable.lastName})`,
    })
    .from(table)
    .innerJoin(userTable, eq(userTable._id, table.byId))
    .orderBy(desc(table.startedAt))
    .limit(LAST_ROWS);
}

/** The file of an export. Throws `notFound` where it is no longer kept. */
export async function fileOfExport(
  db: Db,
  config: Config,
  exportId: string,
): Promise<{ file: string; name: string; bytes: number }> {
  const isKept = and(
    eq(table._id, exportId),
    eq(table.state, 'ready'),
    sql`${table.expiresAt} > now()`,
  );
  const [row] = await db.select().from(table).where(isKept);
  const file = fileIn(config, exportId);
  if (!row || !fs.existsSync(file)) throw new ApiError('notFound');
  return { file, name: row.fileName, bytes: fs.statSync(file).size };
}

/** Deletes the files of exports that are over, and what a killed process has left of one. */
export async function removeExpired(db: Db, config: Config): Promise<void> {
  const folder = folderOf(config);
  const isOver = and(eq(table.state, 'ready'), sql`${table.expiresAt} <= now()`);
  await db.update(table).set({ state: 'gone' }).where(isOver);
  if (!fs.existsSync(folder)) return;
  // The folder is read before the table: an export has its row before its file.
  const names = fs.readdirSync(folder);
  const rows = await db.select({ id: table._id, state: table.state }).from(table);
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const name of names) {
    const state = states.get(name.split('.')[0] ?? '');
    if (state !== 'ready' && state !== 'running')
      fs.rmSync(path.join(folder, name), { force: true });
  }
}
