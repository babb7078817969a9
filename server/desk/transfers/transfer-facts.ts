import { and, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { addDays } from '#contract/dates.ts';
import { MAX_DAYS_BACK } from '#contract/classes/transfer-kinds.ts';
import { startsAt } from '#contract/orders/value-left.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsTaken, statusNow, waiting } from '#server/academic/classes/seats.ts';
import { lookAtOrders } from '#server/desk/enrolment-changes/withdraw.service.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { isSamePayer, mergedPayer, type Payer } from '#server/ledger/orders/payer-account.ts';

const HOUR_MS = 3_600_000;

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
    waiting,
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
export type Target = Awaited<ReturnType<typeof readTarget>>;

/**
 * The orders that charge an enrolment. The person who decides for the new branch needs their sums,
 * so the branch is not checked.
 */
export async function ordersOf(db: Db | Tx, enrolmentId: string): Promise<LockedOrder[]> {
  return lookAtOrders(db, undefined, await ordersCharging(db as Tx, [enrolmentId]));
}

/** Throws unless the enrolment is running and charged by confirmed orders. */
export function requireMovable(
  { status }: Pick<OldPlace, 'status'>,
  orders: readonly LockedOrder[],
): void {
  if ((status !== 'active' && status !== 'suspended') || orders.length === 0)
    throw new ApiError('transferNotCharged');
  const held = orders.find(({ order }) => order.state === 'held');
  if (held) throw new ApiError('hasOrder', { n: held.order.number });
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

const written = (day: string) => day.split('-').toReversed().join('/');

/**
 * Throws unless the enrolment can change on this day: not long ago, within the new class, and after
 * the last session that the student attended.
 */
export async function checkDay(
  db: Db | Tx,
  {
    place,
    target,
    effectiveDate,
    today,
  }: { place: OldPlace; target: Target; effectiveDate: string; today: string },
): Promise<void> {
  const earliest = addDays(today, -MAX_DAYS_BACK);
  if (effectiveDate < earliest)
    throw fieldsInvalid({ effectiveDate: `notBefore:${written(earliest)}` });
  if (effectiveDate > target.endDate)
    throw fieldsInvalid({ effectiveDate: `notAfter:${written(target.endDate)}` });
  const { date } = classSessionTable;
  const wasThere = and(
    eq(classSessionTable.classId, place.classId),
    gte(date, effectiveDate),
    eq(attendanceTable.studentId, place.studentId),
    inArray(attendanceTable.status, ['present', 'late']),
  );
  const [last] = await db
    .select({ date: sql<string | null>`max(${date})::text` })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
    .where(wasThere);
  if (last?.date)
    throw fieldsInvalid({ effectiveDate: `taughtUntil:${written(addDays(last.date, 1))}` });
}

/**
 * The moment at which request and seat end together: the beginning of the effective day, but not
 * before a full hold.
 */
export function holdUntilOf(
  { holdHours }: Pick<Target, 'holdHours'>,
  effectiveDate: string,
  now: string,
): string {
  return new Date(
    Math.max(
      startsAt({ date: effectiveDate, start: '00:00' }),
      Date.parse(now) + holdHours * HOUR_MS,
    ),
  ).toISOString();
}

/** The first day in the new class. */
export const startIn = ({ startDate }: Pick<Target, 'startDate'>, effectiveDate: string) =>
  startDate > effectiveDate ? startDate : effectiveDate;
