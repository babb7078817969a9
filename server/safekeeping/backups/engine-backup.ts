import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { freeBytes, MIN_FREE_BYTES } from '#server/db/free-space.ts';
import { schemaOf } from '#server/db/migrate.ts';
import type { BackupChild } from './child.ts';
import type { JournalEnd } from './copy-folder.ts';
import { SERIES } from './inspect-copy.ts';
import { ENGINE_FOLDER, type BackupFacts, type SeriesEnd } from './manifest.ts';

/** Keeps the journal of the backup, whatever checkpoints come meanwhile. */
const SLOT = 'branchdesk_backup';

/** Removes what a backup left behind that was killed. The journal would grow for ever. */
export async function dropOldSlot(db: Db): Promise<void> {
  await db.execute(sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = ${SLOT} and not active`);
}

/** Ends the backup mode and reads the series in one statement, so that no write comes between. */
async function stop(db: Db): Promise<JournalEnd & { series: SeriesEnd[]; takenAt: string }> {
  const { rows } = await db.execute<{
    lastFile: string;
    label: string;
    series: SeriesEnd[];
    at: string;
  }>(sql`
    with read as materialized (
       select coalesce(json_agg(series), '[]') as series, clock_timestamp() as at
       from (${sql.raw(SERIES)}) series
     ), stopped as materialized (
       select read.series, read.at, ended.lsn, ended.labelfile
       from read cross join lateral pg_backup_stop(read.series is null) ended
     )
     select pg_walfile_name(lsn) as "lastFile", labelfile as label, series, at from stopped`);
  const [row] = rows;
  if (!row) throw new Error('The engine did not end the backup');
  return { ...row, takenAt: new Date(row.at).toISOString() };
}

const MB = 1024 * 1024;

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    // A file may vanish meanwhile.
    if (entry.isDirectory()) size += await sizeOf(name).catch(() => 0);
    else size += (await stat(name).catch(() => ({ size: 0 }))).size;
  }
  return size;
}

/** Copies lie beside the data for a while, and must leave room for what desks write. */
export async function requireSpace(
  folder: string,
  work: string,
  { what, times }: { what: string; times: number },
): Promise<void> {
  const needed = times * (await sizeOf(folder)) + 4 * MIN_FREE_BYTES;
  const free = await freeBytes(work);
  if (free >= needed) return;
  const inMB = (bytes: number) => Math.ceil(bytes / MB);
  throw Object.assign(
    new Error(`${what} needs ${inMB(needed)} MB beside the data, and ${inMB(free)} MB are free.`),
    { code: 'ENOSPC' },
  );
}

/**
 * Copies the folder of the running embedded engine into `work`. The engine writes on meanwhile; its
 * journal, which is copied last, makes the copy whole when somebody opens it.
 */
export async function copyEngine(
  { db, folder }: { db: Db; folder: string },
  child: BackupChild,
  { work, startedAt }: { work: string; startedAt: string },
): Promise<BackupFacts> {
  const from = path.join(folder, ENGINE_FOLDER);
  await requireSpace(from, work, { what: 'A backup', times: 2 });
  await dropOldSlot(db);
  await db.execute(sql`select pg_create_physical_replication_slot(${SLOT}, true)`);
  let isRunning = false;
  try {
    await db.execute(sql`select pg_backup_start('branchdesk', true)`);
    isRunning = true;
    await child.ask('copyFolder', { from, work });
    isRunning = false;
    const { series, takenAt, lastFile, label } = await stop(db);
    await child.ask('copyJournal', { from, work, end: { lastFile, label } });
    const { rows } = await db.execute<{ n: number }>(sql`
      select current_setting('server_version_num')::int / 10000 as n`);
    return {
      engine: 'embedded',
      engineVersion: rows[0]?.n ?? 0,
      schema: await schemaOf({ query: (text: string) => db.execute(sql.raw(text)) }),
      startedAt,
      takenAt,
      series,
    };
  } finally {
    if (isRunning) await db.execute(sql`select pg_backup_stop(false)`).catch(() => {});
    await dropOldSlot(db);
  }
}
