import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BooksProgress } from '#contract/money/books.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Database } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { raiseAlertOnce } from '#server/centre/alerts/raise-alert.ts';
import { recordAudit, serverActor, type Actor } from '#server/lib/audit.ts';
import { isNightInLaos } from '#server/lib/database-clock.ts';
import { checkBooks, type BooksReport } from './check-books.ts';

const EVERY_MS = 3600 * 1000;
/** The run stores at most this many differences; the log has all of them. */
const MOST_KEPT = 50;

export const CHECKED = { action: 'check-books', entity: 'books' } as const;

/** Checks the books and records the result, so that the finance pages can show the last check. */
export async function checkOnRecord(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  actor: Actor = serverActor,
  tell?: (progress: BooksProgress) => void,
): Promise<BooksReport> {
  const report = await checkBooks({ db, engine }, tell);
  const { checkedAt, orders, differences } = report;
  const after = {
    checkedAt,
    orders,
    count: differences.length,
    differences: differences.slice(0, MOST_KEPT),
  };
  await db.transaction(async (tx) => {
    await recordAudit(tx, actor, {
      ...CHECKED,
      entityId: dayInLaos(Date.parse(checkedAt)),
      after,
    });
    if (differences.length > 0)
      await raiseAlertOnce(tx, {
        kind: 'booksDiffer',
        branchId: null,
        subjectId: null,
        detail: String(differences.length),
      });
  });
  return report;
}

/**
 * Checks the books once a night. Two processes that do so at once read the same and record the
 * same.
 */
export async function checkTonight(
  database: Pick<Database, 'db' | 'engine'>,
  now: number,
): Promise<BooksReport | undefined> {
  if (!isNightInLaos(now)) return undefined;
  const done = and(
    eq(auditTable.entity, CHECKED.entity),
    eq(auditTable.entityId, dayInLaos(now)),
    eq(auditTable.action, CHECKED.action),
  );
  return (await database.db.$count(auditTable, done)) > 0 ? undefined : checkOnRecord(database);
}

/** Checks every night until the app closes. */
export function keepBooksChecked(
  app: FastifyInstance,
  database: Pick<Database, 'db' | 'engine'>,
): void {
  const run = async () => {
    try {
      const report = await checkTonight(database, Date.now());
      if (report && report.differences.length > 0)
        app.log.error({ differences: report.differences }, 'the books do not add up');
    } catch (error) {
      app.log.error({ err: error }, 'checking the books failed');
    }
  };
  const timer = setInterval(() => void run(), EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
