import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq } from 'drizzle-orm';
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

function measureBackups({ db, config }: Services, { Gauge }: Client): void {
  const lastTry = new Gauge({
    name: 'branchdesk_backup_last_try_good',
    help: '1 if the newest finished backup is good, else 0',
  });
  new Gauge({
    name: 'branchdesk_backup_last_good_timestamp_seconds',
    help: 'Beginning of the newest good backup; 0 if there is none',
    async collect() {
      this.reset();
      lastTry.reset();
      const note = await ifAnswered(readBackupNote(db, config));
      if (note) this.set(seconds(note.lastGoodAt) || 0);
      const { state, startedAt } = backupTable;
      const newest = await ifAnswered(
        db.select({ state }).from(backupTable).orderBy(desc(startedAt)).limit(2),
      );
      const finished = newest?.find((row) => row.state !== 'running');
      if (finished) lastTry.set(finished.state === 'good' ? 1 : 0);
    },
  });
}

function measureBooks({ db }: Services, { Gauge }: Client): void {
  const differences = new Gauge({
    name: 'branchdesk_books_differences',
    help: 'Differences that the newest check of the books found',
  });
  new Gauge({
    name: 'branchdesk_books_checked_timestamp_seconds',
    help: 'Time of the newest check of the books',
    async collect() {
      this.reset();
      differences.reset();
      const { after, at, entity, action } = auditTable;
      const newest = await ifAnswered(
        db
          .select({ after })
          .from(auditTable)
          .where(and(eq(entity, CHECKED.entity), eq(action, CHECKED.action)))
          .orderBy(desc(at))
          .limit(1),
      );
      const kept = newest?.[0]?.after as { checkedAt: string; count: number } | undefined;
      if (!kept) return;
      this.set(seconds(kept.checkedAt));
      differences.set(kept.count);
    },
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
