import { and, desc, eq } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  books,
  booksRun,
  booksRuns,
  type BooksProgress,
  type BooksRun,
} from '#contract/money/books.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { actorOf } from '#server/lib/audit.ts';
import { answerWithProgress } from '#server/lib/progress-answer.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { currentUser } from '#server/lib/current-user.ts';
import type { Difference } from './difference.ts';
import { CHECKED, checkOnRecord } from './nightly-check.ts';

const LAST_RUNS = 10;
type Kept = { checkedAt: string; orders: number; count: number; differences: Difference[] };

/**
 * Limits differences to the user's branch by the code at the beginning of their order and receipt
 * numbers.
 */
async function differencesFor(
  db: Db,
  user: SignedInUser,
): Promise<(found: readonly Difference[]) => Difference[]> {
  if (seesAllBranches(user.role)) return (found) => [...found];
  const [branch] = await db
    .select({ code: branchTable.code })
    .from(branchTable)
    .where(eq(branchTable._id, user.branchId));
  return (found) =>
    found.filter(({ where }) => branch !== undefined && where.includes(branch.code));
}

async function readRuns(db: Db, user: SignedInUser): Promise<BooksRun[]> {
  const visible = await differencesFor(db, user);
  const { after, actorName, at } = auditTable;
  const rows = await db
    .select({ after, by: actorName })
    .from(auditTable)
    .where(and(eq(auditTable.entity, CHECKED.entity), eq(auditTable.action, CHECKED.action)))
    .orderBy(desc(at))
    .limit(LAST_RUNS);
  return rows.map(({ after: kept, by }) => {
    const { checkedAt, orders, count, differences } = kept as Kept;
    return { checkedAt, orders, differences: count, found: visible(differences), by };
  });
}

/** The last check of the books with its result, and a check on demand. */
export function bookRoutes(api: Api, { db, engine }: Services): void {
  api.get(
    books.path,
    { config: { action: books.read }, schema: { response: responses(200, booksRuns) } },
    (request) => readRuns(db, currentUser(request)),
  );

  // It only reads, apart from its own record, so that it may be repeated without an idempotency
  // key.
  const config = { action: books.write, idempotencyKey: false } as const;
  api.post(
    `${books.path}/check`,
    { config, compress: false, schema: { response: responses(200, booksRun) } },
    (request, reply) =>
      answerWithProgress<BooksProgress, BooksRun>(request, reply, async (tell) => {
        await checkOnRecord({ db, engine }, actorOf(request), tell);
        const [run] = await readRuns(db, currentUser(request));
        if (!run) throw new ApiError('notFound');
        return run;
      }),
  );
}
