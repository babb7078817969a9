import type { Readable } from 'node:stream';
import { and, desc, eq, lt, not, sql } from 'drizzle-orm';
import type {
  CentreExport,
  CentreExportReason,
  CentreExportState,
} from '#contract/imports/centre-exports.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { centreExportTable as table } from '#server/db/tables/safekeeping/centre-exports.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  exportSize,
  exportWriter,
  readExport,
  removeLeftFiles,
  type ExportPlace,
} from './export-file.ts';
import { writeCentreExport, type ExportSource } from './write-export.ts';

const LAST_ROWS = 5;
/** After so long without a sign of life the process that made an export is taken for dead. */
const LOST_AFTER = sql`interval '2 minutes'`;
const KEPT = sql`interval '24 hours'`;
const HEARD_EVERY_MS = 10_000;
const ENDING = '.zip';

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
  source: ExportSource & ExportPlace,
  exportId: string,
): Promise<void> {
  const { db, log } = source;
  // Another process may have taken this one for dead.
  const own = and(eq(table._id, exportId), eq(table.state, 'running'));
  const hear = async (parts: Partial<typeof table.$inferInsert> = {}) => {
    const heardAt = sql`clock_timestamp()`;
    const kept = await db
      .update(table)
      .set({ ...parts, heardAt })
      .where(own)
      .returning({ id: table._id });
    if (kept.length === 0) throw new Error('The export was given up meanwhile');
  };
  const target = exportWriter(source, exportId);
  const alive = setInterval(() => void hear().catch(() => {}), HEARD_EVERY_MS);
  try {
    let storedAt = 0;
    await writeCentreExport(source, target, async (partsDone, partsOfAll) => {
      if (closing.has(db)) throw new ServerEnds('The server ends');
      const isLast = partsDone === partsOfAll;
      if (!isLast && performance.now() - storedAt < STORED_EVERY_MS) return;
      storedAt = performance.now();
      await hear({ partsDone, partsOfAll });
    });
    const bytes = await exportSize(source, exportId);
    await hear({
      state: 'ready',
      bytes,
      fileName: `branchdesk-${dayInLaos()}${ENDING}`,
      endedAt: sql`clock_timestamp()` as never,
      expiresAt: sql`clock_timestamp() + ${KEPT}` as never,
    });
  } catch (error) {
    log.error({ err: error, exportId }, 'an export of everything failed');
    target.destroy();
    const failed = { state: 'failed', reason: reasonOf(error) } as const;
    await db
      .update(table)
      .set({ ...failed, endedAt: sql`clock_timestamp()` })
      .where(own);
    await removeLeftFiles(source);
  } finally {
    clearInterval(alive);
  }
}

/** True if a person was erased after the export had begun to read: its file may name them. */
const namesErased = sql<boolean>`exists (select 1 from ${erasureTable}
  where ${erasureTable.doneAt} >= ${table.startedAt}
    and ${erasureTable.doneAt} < coalesce(${table.expiresAt}, 'infinity'))`;
const isOver = sql<boolean>`(${table.state} = 'ready'
  and (${table.expiresAt} <= now() or ${namesErased}))`;

/** GET `/centre-exports`: the newest first. */
export async function listExports(db: Db): Promise<CentreExport[]> {
  return db
    .select({
      _id: table._id,
      fileName: table.fileName,
      state: sql<CentreExportState>`case when ${isOver} then 'gone' else ${table.state} end`,
      reason: sql<CentreExport['reason']>`case
        when ${table.state} in ('ready', 'gone') and ${namesErased} then 'erased'
        else ${table.reason} end`,
      done: table.partsDone,
      of: table.partsOfAll,
      bytes: table.bytes,
      startedAt: table.startedAt,
      endedAt: table.endedAt,
      expiresAt: table.expiresAt,
      by: sql<string>`trim(${userTable.firstName} || ' ' || ${userTable.lastName})`,
    })
    .from(table)
    .innerJoin(userTable, eq(userTable._id, table.byId))
    .orderBy(desc(table.startedAt))
    .limit(LAST_ROWS);
}

/** The file of an export, whichever process made it. Throws `notFound` where it is not kept. */
export async function fileOfExport(
  place: ExportPlace,
  exportId: string,
): Promise<{ content: Readable; name: string; bytes: number }> {
  const isKept = and(eq(table._id, exportId), eq(table.state, 'ready'), not(isOver));
  const [row] = await place.db.select().from(table).where(isKept);
  const bytes = row ? await exportSize(place, exportId) : 0;
  // A centre that was restored has no files, and one that was moved lost its folder.
  if (!row || bytes === 0 || bytes !== row.bytes) throw new ApiError('notFound');
  return { content: readExport(place, exportId), name: row.fileName, bytes };
}

/**
 * Ends the exports whose day is over and those that may name an erased person, and deletes what
 * they and killed processes have left.
 */
export async function removeExpired(place: ExportPlace): Promise<void> {
  await place.db.update(table).set({ state: 'gone' }).where(isOver);
  await removeLeftFiles(place);
}
