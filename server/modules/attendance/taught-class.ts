import { and, eq } from 'drizzle-orm';
import { closedClassStatuses } from '#contract/attendance.ts';
import type { SignedInUser } from '#contract/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { academicTermTable } from '#server/modules/academic-terms/academic-terms.table.ts';
import { classTable } from '#server/modules/classes/classes.table.ts';

const columns = {
  ...{ _id: classTable._id, classCode: classTable.classCode, branchId: classTable.branchId, courseId: classTable.courseId },
  ...{ status: classTable.status, termStatus: academicTermTable.status, holidays: academicTermTable.holidays },
};

/** A class as far as teaching in it is concerned. */
export type TaughtClass = Awaited<ReturnType<typeof findTaughtClass>>;

/** The class with its term; one of another branch answers as if it were not there. `lock` lets one writer at a time go on. */
export async function findTaughtClass(db: Db | Tx, user: SignedInUser, _id: string, lock = false) {
  const query = db
    .select(columns)
    .from(classTable)
    .innerJoin(academicTermTable, eq(academicTermTable._id, classTable.termId))
    .where(and(eq(classTable._id, _id), ownBranchOnly(user, classTable.branchId)));
  const [found] = await (lock ? query.for('update', { of: classTable }) : query);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** Whether marks and scores of a class can be changed no more: it never was, or its term is closed. */
export function isClosed({ status, termStatus }: Pick<TaughtClass, 'status' | 'termStatus'>): boolean {
  return (closedClassStatuses as readonly string[]).includes(status) || termStatus === 'closed' || termStatus === 'archived';
}
