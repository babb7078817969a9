import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, ne } from 'drizzle-orm';
import { VERSION } from '#contract/version.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import type { Services } from '#server/lib/api.ts';
import { builtFrom } from '#server/lib/build.ts';
import { CHECKED } from '#server/reading/books-check/nightly-check.ts';
import { readBackupNote } from '#server/safekeeping/backups/backup-list.service.ts';

type Client = typeof import('prom-client');

/** A database that answers later than this gets no figures into this answer. */
const ANSWERED_WITHIN_MS = 2000;
const seconds = (moment: string | null | undefined) => Date.parse(moment ?? '') / 1000;

/** A question that fails, or takes long, must not keep the other figures back. */
async function ifAnswered<Value>(question: Promise<Value>): Promise<Value | undefined> {
  const late = wait(ANSWERED_WITHIN_MS, undefined, { ref: false });
  return Promise.race([question.catch(() => undefined), late]);
}

type Figure = { name: string; help: string; ask: () => Promise<number | undefined> };

/** Asks for a figure at each look. It has no value while nothing is known. */
function measure({ Gauge }: Client, { ask, ...named }: Figure): void {
  new Gauge({
    ...named,
    async collect() {
      const value = await ifAnswered(ask());
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

function measureBackups({ db, config }: Services, client: Client): void {
  measure(client, {
    name: 'branchdesk_backup_last_good_timestamp_seconds',
    help: 'Beginning of the newest good backup; 0 if there is none',
    ask: async () => seconds((await readBackupNote(db, config)).lastGoodAt) || 0,
  });
  const { state, startedAt } = backupTable;
  measure(client, {
    name: 'branchdesk_backup_last_try_good',
    help: '1 if the newest finished backup is good, else 0',
    ask: async () => {
      const finished = ne(state, 'running');
      const newest = db.select({ state }).from(backupTable).where(finished);
      const [row] = await newest.orderBy(desc(startedAt)).limit(1);
      return row && Number(row.state === 'good');
    },
  });
}

function measureBooks({ db }: Services, client: Client): void {
  const newest = async () => {
    const { after, at, entity, action } = auditTable;
    const [row] = await db
      .select({ after })
      .from(auditTable)
      .where(and(eq(entity, CHECKED.entity), eq(action, CHECKED.action)))
      .orderBy(desc(at))
      .limit(1);
    return row?.after as { checkedAt: string; count: number } | undefined;
  };
  measure(client, {
    name: 'branchdesk_books_checked_timestamp_seconds',
    help: 'Time of the newest check of the books',
    ask: async () => {
      const checked = await newest();
      return checked && seconds(checked.checkedAt);
    },
  });
  measure(client, {
    name: 'branchdesk_books_differences',
    help: 'Differences that the newest check of the books found',
    ask: async () => (await newest())?.count,
  });
}

/** The disk of the data, which only the embedded engine has here, and that of the backups. */
function measureDisks({ freeBytes, config }: Services, { Gauge }: Client): void {
  new Gauge({
    name: 'branchdesk_disk_free_bytes',
    help: 'Free space on the disk of the data and of the backups',
    labelNames: ['disk'],
    async collect() {
      this.reset();
      const data = freeBytes && (await ifAnswered(freeBytes()));
      if (data !== undefined) this.set({ disk: 'data' }, data);
      const backups = config.backupDir && (await ifAnswered(statfs(config.backupDir)));
      if (backups) this.set({ disk: 'backups' }, backups.bavail * backups.bsize);
    },
  });
}

/** Figures about the centre and not about requests. They are read when somebody asks for them. */
export function measureCentre(services: Services, client: Client): void {
  measureBackups(services, client);
  measureBooks(services, client);
  measureDisks(services, client);
  const build = new client.Gauge({
    name: 'branchdesk_build_info',
    help: 'Version and build of the program',
    labelNames: ['version', 'build', 'engine'],
  });
  build.set({ version: VERSION, build: builtFrom(), engine: services.engine }, 1);
}
