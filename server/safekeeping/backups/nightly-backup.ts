import type { FastifyInstance } from 'fastify';
import { and, count, eq } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import { backupTable as table } from '#server/db/tables/safekeeping/backups.table.ts';
import type { Db } from '#server/db/client.ts';
import { answerRequests } from './command-box.ts';
import { dropOldSlot } from './engine-backup.ts';
import {
  claimBackup,
  giveUpAll,
  makeBackup,
  type BackupOutcome,
  type BackupSource,
} from './make-backup.service.ts';

const EVERY_MS = 60_000;
const BOX_EVERY_MS = 1000;
const DAY_MS = 24 * 3600 * 1000;
const LAOS_MS = 7 * 3600 * 1000;
/** A night whose backup failed so often gets no further try. */
const MOST_TRIES = 3;
const TRY_AGAIN_MS = 30 * 60_000;

/** The day in Vientiane of the last moment at which the clock showed `at` there. */
export function nightOf(at: string, now: number): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const sinceMidnight = (now + LAOS_MS) % DAY_MS;
  const isOver = sinceMidnight >= (hours * 60 + minutes) * 60_000;
  return dayInLaos(isOver ? now : now - DAY_MS);
}

async function mayTry(db: Db, night: string, now: number): Promise<boolean> {
  const failed = await db
    .select({ n: count(), endedAt: table.endedAt })
    .from(table)
    .where(and(eq(table.night, night), eq(table.state, 'failed')))
    .groupBy(table.endedAt);
  const last = Math.max(0, ...failed.map(({ endedAt }) => Date.parse(endedAt ?? '')));
  return failed.length < MOST_TRIES && now - last >= TRY_AGAIN_MS;
}

/**
 * Makes the backup of the last night if there is none yet. A machine that was off makes it when it
 * is started. Of several processes one makes it.
 */
export async function backUpTonight(
  source: BackupSource,
  now: number,
): Promise<BackupOutcome | undefined> {
  const { db, config, engine, folder } = source;
  if (config.backupDir === undefined || config.demo) return undefined;
  if (engine === 'embedded' && folder === undefined) return undefined;
  const night = nightOf(config.backupAt, now);
  if (!(await mayTry(db, night, now))) return undefined;
  const id = await db.transaction((tx) => claimBackup(tx, { kind: 'night', night }));
  return id === undefined ? undefined : makeBackup(source, id);
}

type Work = () => Promise<BackupOutcome | undefined>;

/** Makes backups every night, and those for which the command asks, until the app closes. */
export async function keepBackups(app: FastifyInstance, source: BackupSource): Promise<void> {
  const { db, engine, folder } = source;
  if (engine === 'embedded') {
    await dropOldSlot(db);
    await giveUpAll(db);
  }
  const busy = new Set<Work>();
  const run = async (work: Work) => {
    if (busy.has(work)) return;
    busy.add(work);
    try {
      const outcome = await work();
      if (outcome && outcome.reason !== '')
        app.log.error({ reason: outcome.reason, detail: outcome.detail }, 'a backup is not whole');
    } catch (error) {
      app.log.error({ err: error }, 'a backup could not be made');
    } finally {
      busy.delete(work);
    }
  };
  const tonight: Work = () => backUpTonight(source, Date.now());
  const timers = [setInterval(() => void run(tonight), EVERY_MS)];
  if (engine === 'embedded' && folder !== undefined) {
    const asked: Work = () => answerRequests({ ...source, folder });
    timers.push(setInterval(() => void run(asked), BOX_EVERY_MS));
  }
  for (const timer of timers) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
  });
}
