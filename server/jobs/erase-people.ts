import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ERASURE_DAYS } from '#contract/people/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { removeGone } from '#server/centre/files/file-contents.ts';
import { erasureTable as table } from '#server/db/tables/desk/erasures.table.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { erasePerson } from '#server/desk/erasures/erase-person.ts';
import { hindrancesOf } from '#server/desk/erasures/hindrances.ts';
import type { FileStore } from '#server/lib/file-store.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { ExportPlace } from '#server/safekeeping/centre-exports/export-file.ts';
import { removeExpired } from '#server/safekeeping/centre-exports/make-export.service.ts';
import { keepErasedList } from '#server/safekeeping/restores/erased-list.ts';

const EVERY_MS = 3600 * 1000;
/** The most parts of the log in one run, 5,000 rows each. */
const CUTS_AT_ONCE = 20;

const isDue = and(
  isNotNull(table.confirmedAt),
  isNull(table.withdrawnAt),
  isNull(table.doneAt),
  lt(table.confirmedAt, sql`now() - make_interval(days => ${ERASURE_DAYS}::int)`),
);

/**
 * Erases everybody whose request was confirmed 14 days ago, each in a transaction of its own. Who
 * owes money again, or has a new place, waits: the request says why. Returns their number.
 */
export async function eraseDue(db: Db): Promise<number> {
  const due = await db.select().from(table).where(isDue).orderBy(table.confirmedAt);
  let erased = 0;
  for (const { _id, kind, personId } of due) {
    const isDone = await db.transaction(async (tx) => {
      await takeLocks(tx, { advisoryKeys: [`erasure:${personId}`] });
      // It may have been withdrawn, or done by another process, since.
      const [still] = await tx
        .select()
        .from(table)
        .where(and(isDue, eq(table._id, _id)));
      if (!still) return false;
      // No file begins to be checked or written meanwhile: it would bring back what it has read.
      await tx.execute(sql`lock table ${moveTable} in share mode`);
      const subject = { id: personId, mergedInto: null };
      if ((await hindrancesOf(tx, kind, subject, null)).length > 0) return false;
      return erasePerson(tx, { kind, personId });
    });
    if (isDone) erased += 1;
  }
  return erased;
}

/** Takes addresses and devices out of the log once they are older than the settings keep them. */
export async function cutOldAddresses(db: Db): Promise<void> {
  for (let part = 0; part < CUTS_AT_ONCE; part += 1) {
    const { rows } = await db.execute<{ n: number }>(sql`
      select cut_audit_addresses(now() - make_interval(months => audit_address_months)) as n
      from school_info where audit_address_months > 0`);
    if ((rows[0]?.n ?? 0) === 0) return;
  }
}

type Erasing = ExportPlace & { files: FileStore | undefined; folders: readonly string[] };

/**
 * At the start and every hour: erases who is due, with the exports of everything that may name
 * them, and keeps the lists of erased people alike.
 */
export function keepErasing(app: FastifyInstance, { files, folders, ...place }: Erasing): void {
  const { db } = place;
  const run = async () => {
    await eraseDue(db);
    await removeExpired(place);
    if (files)
      await removeGone(db, files).catch((error: unknown) =>
        app.log.error(
          { detail: (error as Error).message },
          'pictures that are gone lie in the store',
        ),
      );
    await cutOldAddresses(db);
    const missed = await keepErasedList(db, folders);
    if (missed.length > 0) app.log.warn({ folders: missed }, 'no list of erased people here');
  };
  const safely = () =>
    void run().catch((error: unknown) => app.log.error({ err: error }, 'erasing failed'));
  app.addHook('onListen', async () => safely());
  const timer = setInterval(safely, EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
