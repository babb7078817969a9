import { and, eq } from 'drizzle-orm';
import { closedClassStatuses } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

const columns = {
  _id: classTable._id,
  classCode: classTable.classCode,
  branchId: classTable.branchId,
  courseId: classTable.courseId,
  status: classTable.status,
  termStatus: academicTermTable.status,
  holidays: academicTermTable.holidays,
};

/** The data of a class that attendance and scores need. */
export type TaughtClass = Awaited<ReturnType<typeof findTaughtClass>>;

/**
 * The class with its term; one of another branch is answered as missing. `lock` lets one writer at
 * a time continue.
 */
export async function findTaughtClass(db: Db | Tx, user: SignedInUser, _id: string, lock = false) {
  const query = db
    .select(columns)
    .from(classTable)
    .innerJoin(academicTermTable, eq(academicTermTable._id, classTable.termId))
    .where(and(eq(classTable._id, _id), ownBranchOnly(user, classTable.branchId)));
  const [row] = await (lock ? query.for('update', { of: classTable }) : query);
  if (!row) throw new ApiError('notFound');
  return row;
}

/**
 * True if marks and scores can no longer change: the class was cancelled or never started, or its
 * term is closed.
 */
export function isClosed({
  status,
  termStatus,
}: Pick<TaughtClass, 'status' | 'termStatus'>): boolean {
  return (
    (closedClassStatuses as readonly string[]).includes(status) ||
    termStatus === 'closed' ||
    termStatus === 'archived'
  );
}
