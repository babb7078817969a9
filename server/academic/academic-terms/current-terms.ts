import { currentTerm } from '#contract/courses/current-term.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/** The current term of the whole centre, as the calendar says or a superadmin has fixed it. */
export const readCurrentTerm = async (db: Db | Tx, branchId?: string) =>
  currentTerm(await db.select().from(academicTermTable), branchId, await todayInLaos(db));

/** The current term of each branch. */
export async function readCurrentTerms(
  db: Db | Tx,
): Promise<{ branchId: string; termId: string }[]> {
  const [terms, branches, today] = [
    await db.select().from(academicTermTable),
    await db.select({ _id: branchTable._id }).from(branchTable),
    await todayInLaos(db),
  ];
  return branches.flatMap(({ _id }) => {
    const term = currentTerm(terms, _id, today);
    return term ? { branchId: _id, termId: term._id } : [];
  });
}
