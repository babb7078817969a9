import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { startsAt } from '#contract/orders/value-left.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import { seatsTaken, statusNow, waitingCount } from '#server/academic/classes/seats.ts';
import { holdUntilFrom } from '#server/academic/enrolments/holds.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';
import { lockOrders, type LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import { lookAtOrders, type LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { isSamePayer, mergedPayer, type Payer } from '#server/ledger/orders/payer-account.ts';

export type OldPlace = typeof enrolmentTable.$inferSelect;

/** An enrolment with its status by the clock; with a `user`, only of their own branch. */
export async function readPlace(
  db: Db | Tx,
  user: SignedInUser | undefined,
  _id: string,
): Promise<OldPlace> {
  const own = user && ownBranchOnly(user, enrolmentTable.branchId);
  const [place] = await db
    .select({ ...getTableColumns(enrolmentTable), status: statusNow })
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable._id, _id), own));
  if (!place) throw new ApiError('notFound');
  return place;
}

/** The requested class; it may be of any branch, which then decides too. */
export async function readTarget(db: Db | Tx, _id: string) {
  const { classCode, branchId, termId, courseId, startDate, endDate, capacity } = classTable;
  const fields = {
    _id: classTable._id,
    classCode,
    branchId,
    termId,
    courseId,
    startDate,
    endDate,
    capacity,
    seatsTaken,
    waiting: waitingCount,
    holdHours: branchTable.holdHours,
    directMoves: branchTable.directMoves,
  };
  const [target] = await db
    .select(fields)
    .from(classTable)
    .innerJoin(branchTable, eq(branchTable._id, branchId))
    .where(eq(classTable._id, _id));
  if (!target) throw new ApiError('notFound');
  return target;
}
export type TargetPlace = Awaited<ReturnType<typeof readTarget>>;

/**
 * The orders that charge an enrolment. The person who decides for the new branch needs their sums,
 * so the branch is not checked.
 */
export async function ordersOf(db: Db | Tx, enrolmentId: string): Promise<LockedOrder[]> {
  return lookAtOrders(db, undefined, await ordersCharging(db as Tx, [enrolmentId]));
}

/** The one payer of these orders. */
export async function payerOfOrders(db: Db | Tx, orders: readonly LockedOrder[]): Promise<Payer> {
  const payers: Payer[] = [];
  for (const { order } of orders) payers.push(await mergedPayer(db, order));
  const [payer, ...others] = payers;
  if (!payer) throw new ApiError('transferNotCharged');
  if (others.some((other) => !isSamePayer(other, payer))) throw new ApiError('transferPayers');
  return payer;
}

/**
 * The moment at which request and seat end together: the beginning of the effective day, but not
 * before a full hold.
 */
export function transferHoldUntil(
  { holdHours }: Pick<TargetPlace, 'holdHours'>,
  effectiveDate: string,
  now: string,
): string {
  const dayBegins = new Date(startsAt({ date: effectiveDate, start: '00:00' })).toISOString();
  const fullHold = holdUntilFrom(now, holdHours);
  return dayBegins > fullHold ? dayBegins : fullHold;
}

/** The first day in the new class. */
export const startIn = ({ startDate }: Pick<TargetPlace, 'startDate'>, effectiveDate: string) =>
  startDate > effectiveDate ? startDate : effectiveDate;

const teacher = {
  _id: teacherTable._id,
  firstName: teacherTable.firstName,
  lastName: teacherTable.lastName,
  firstNameEn: teacherTable.firstNameEn,
  lastNameEn: teacherTable.lastNameEn,
};

/**
 * The meeting times and places of classes; room and teacher are hidden for classes of another
 * branch.
 */
export async function readClassTimes(db: Db | Tx, user: SignedInUser, classIds: readonly string[]) {
  const rows =
    classIds.length === 0
      ? []
      : await db
          .select({
            classId: classTable._id,
            branchId: classTable.branchId,
            slots: classTable.slots,
            roomName: sql<string>`coalesce(${roomTable.name}, '')`,
            teacher,
          })
          .from(classTable)
          .leftJoin(roomTable, eq(roomTable._id, classTable.roomId))
          .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
          .where(inArray(classTable._id, [...classIds]));
  const told = rows.map(({ classId, branchId, slots, roomName, teacher: who }) => {
    const isOwn = seesAllBranches(user.role) || branchId === user.branchId;
    return [
      classId,
      {
        slots,
        roomName: isOwn ? roomName : '',
        teacher: isOwn && who ? { ...who, nickname: '' } : null,
      },
    ] as const;
  });
  const found = new Map(told);
  return (classId: string) => found.get(classId) ?? { slots: [], roomName: '', teacher: null };
}

type Seen = { place: Pick<OldPlace, '_id' | 'classId' | 'studentId'>; toClassId: string };

const locksOf = ({ place, toClassId }: Seen) => ({
  classes: [place.classId, toClassId],
  advisoryKeys: clashLocks({ studentIds: [place.studentId] }),
  students: [place.studentId],
});

/** Reads the enrolment again after locking; a merge may have given it to another student since. */
async function lookAgain({ tx }: Writer, { place }: Seen): Promise<OldPlace> {
  const now = await readPlace(tx, undefined, place._id);
  if (now.studentId !== place.studentId || now.classId !== place.classId)
    throw new RetryTransaction();
  return now;
}

/** Locks the rows of a request while no money moves: both classes and the student. */
export async function lockPlaces(writer: Writer, seen: Seen): Promise<OldPlace> {
  await takeLocks(writer.tx, locksOf(seen));
  return lookAgain(writer, seen);
}

/**
 * Locks the same rows and the orders that charge the enrolment, and opens the books of both
 * branches.
 */
export async function lockMoney(
  writer: Writer,
  seen: Seen & { toBranchId: string },
): Promise<{ place: OldPlace; bills: LockedOrders }> {
  const { tx, user } = writer;
  const orderIds = await ordersCharging(tx, [seen.place._id]);
  if (orderIds.length === 0) throw new ApiError('transferNotCharged');
  // The person who decides for the new branch moves money of the old one, so the user's branch is
  // not checked here.
  const bills = await lockOrders({ tx, user: undefined }, orderIds, {
    ofMany: true,
    books: [seen.toBranchId],
    ...locksOf(seen),
  });
  for (const locked of bills.orders) requireRunning(locked, bills.posting.at);
  const place = await lookAgain(writer, seen);
  if ((await ordersCharging(tx, [place._id])).some((id) => !orderIds.includes(id)))
    throw new RetryTransaction();
  return { place, bills: { ...bills, posting: { ...bills.posting, user } } };
}
