import { and, eq, getTableColumns, ne, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { classesQuery, SchoolClass } from '#contract/classes/classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { seatsTaken, waitingCount } from './seats.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

/** The fields of a class that follow from its enrolments. */
export const classSeats = { seatsTaken, waiting: waitingCount };

const {
  search: _search,
  copyId: _copyId,
  copiedFromId: _copiedFromId,
  ...columns
} = getTableColumns(classTable);

/** The condition of the filters of the class list. */
export function classFilter({
  status,
  termId,
  courseId,
  branchId,
  teacherId,
  roomId,
}: z.output<typeof classesQuery>): SQL | undefined {
  const equalFields = { termId, courseId, branchId, teacherId, roomId };
  const equal = Object.entries(equalFields).map(([field, value]) =>
    value === undefined ? undefined : eq(classTable[field as keyof typeof equalFields], value),
  );
  return and(
    status === undefined ? ne(classTable.status, 'archived') : eq(classTable.status, status),
    ...equal,
  );
}

/**
 * One class as the contract describes it, if `user` may see it; one of another branch is answered
 * as missing.
 */
export async function readClass(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<SchoolClass> {
  const own = and(eq(classTable._id, _id), ownBranchOnly(user, classTable.branchId));
  const [row] = await db
    .select({ ...columns, ...classSeats })
    .from(classTable)
    .where(own);
  if (!row) throw new ApiError('notFound');
  return row;
}

/**
 * Locks classes until the transaction ends, because seats, sessions and status are decided under
 * this lock; their terms are locked for sharing.
 */
export async function lockClasses(
  tx: Tx,
  user: SignedInUser,
  ids: readonly string[],
): Promise<SchoolClass[]> {
  const read = async () => {
    const rows: SchoolClass[] = [];
    for (const _id of ids) rows.push(await readClass(tx, user, _id));
    return rows;
  };
  await takeLocks(tx, { terms: (await read()).map(({ termId }) => termId), classes: ids });
  return read();
}

/** Locks one class; throws if its version is not that of the request. */
export async function lockClass(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  version?: number,
): Promise<SchoolClass> {
  const [locked] = await lockClasses(tx, user, [_id]);
  if (!locked) throw new ApiError('notFound');
  if (version !== undefined && locked.version !== version) throw new ApiError('versionConflict');
  return locked;
}
