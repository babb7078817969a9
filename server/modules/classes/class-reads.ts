import { and, eq, getTableColumns, ne, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/auth.ts';
import type { classesQuery, SchoolClass } from '#contract/classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { seatsTaken, waiting } from '#server/modules/enrolments/seats.ts';
import { classTable } from './classes.table.ts';

/** What follows from the enrolments of a class. */
export const classSeats = { seatsTaken, waiting };

const { search: _search, ...columns } = getTableColumns(classTable);

/** The condition of the filters of the class list. */
export function classFilter({ status, termId, courseId, branchId, teacherId, roomId }: z.output<typeof classesQuery>): SQL | undefined {
  const wanted = { termId, courseId, branchId, teacherId, roomId };
  const equal = Object.entries(wanted).map(([field, value]) => (value === undefined ? undefined : eq(classTable[field as keyof typeof wanted], value)));
  return and(status === undefined ? ne(classTable.status, 'archived') : eq(classTable.status, status), ...equal);
}

/** One class as the contract describes it, if `user` may see it; another branch's answers as if it were not there. */
export async function readClass(db: Db | Tx, user: SignedInUser, _id: string): Promise<SchoolClass> {
  const own = and(eq(classTable._id, _id), ownBranchOnly(user, classTable.branchId));
  const [found] = await db.select({ ...columns, ...classSeats }).from(classTable).where(own);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** The same, locked until the transaction ends: seats, sessions and status are decided under this lock. */
export async function lockClass(tx: Tx, user: SignedInUser, _id: string, version?: number): Promise<SchoolClass> {
  const own = and(eq(classTable._id, _id), ownBranchOnly(user, classTable.branchId));
  const [locked] = await tx.select({ version: classTable.version }).from(classTable).where(own).for('update');
  if (!locked) throw new ApiError('notFound');
  if (version !== undefined && locked.version !== version) throw new ApiError('versionConflict');
  return readClass(tx, user, _id);
}
