import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { schemaOf } from '#server/db/migrate.ts';
import type { BackupChild } from './child.ts';
import type { JournalEnd } from './copy-folder.ts';
import { SERIES } from './inspect-copy.ts';
import { ENGINE_FOLDER, type Facts, type SeriesEnd } from './manifest.ts';

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

/**
 * Copies the folder of the running embedded engine into `work`. The engine writes on meanwhile; its
 * journal, which is copied last, makes the copy whole when somebody opens it.
 */
export async function copyEngine(
  { db, folder }: { db: Db; folder: string },
  child: BackupChild,
  { work, startedAt }: { work: string; startedAt: string },
): Promise<Facts> {
  const from = path.join(folder, ENGINE_FOLDER);
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
