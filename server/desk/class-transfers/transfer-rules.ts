import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { isBlocking, type Finding } from '#contract/classes/enrolling.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/dates.ts';
import { MAX_DAYS_BACK } from '#contract/classes/transfer-kinds.ts';
import type { TransferSide } from '#contract/classes/transfer-preview.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { checkEnrolments } from '#server/academic/enrolments/enrolment-checks.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import type { OldPlace, TargetPlace } from './transfer-facts.ts';

type Branches = { fromBranchId: string; toBranchId: string };

/** The sides that must agree. */
export const sidesOf = ({ fromBranchId, toBranchId }: Branches): TransferSide[] =>
  fromBranchId === toBranchId ? ['from'] : ['from', 'to'];

/** The sides that the user decides for: an admin for their own branch, a superadmin for both. */
export function sidesDecidedBy(user: SignedInUser, branches: Branches): TransferSide[] {
  if (!can(user, 'transfers:decide')) return [];
  const branchOf = { from: branches.fromBranchId, to: branches.toBranchId };
  return sidesOf(branches).filter(
    (side) => seesAllBranches(user.role) || branchOf[side] === user.branchId,
  );
}

/**
 * True if staff may move a student alone because nothing needs a decision: the course and the sum
 * are the same, and the branch allows it.
 */
export const isDirectMove = (
  place: Pick<OldPlace, 'branchId' | 'courseId'>,
  target: Pick<TargetPlace, 'branchId' | 'courseId' | 'directMoves'>,
  differenceLAK: number,
): boolean =>
  target.directMoves &&
  place.branchId === target.branchId &&
  place.courseId === target.courseId &&
  differenceLAK === 0;

/** Money of the new class's branch is waived only by people who decide for it. */
export function requireMayWaive(user: SignedInUser, toBranchId: string): void {
  if (
    !can(user, 'transfers:waive') ||
    (!seesAllBranches(user.role) && user.branchId !== toBranchId)
  )
    throw new ApiError('forbidden');
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
  }: { place: OldPlace; target: TargetPlace; effectiveDate: string; today: string },
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

type Asked = {
  studentId: string;
  classIds: readonly string[];
  /** The old enrolment, and the one that holds the new seat already. */
  placeId: string;
  heldId?: string | undefined;
};

/** The findings against each class; a full class cannot be overridden. */
export async function transferFindings(
  db: Db | Tx,
  user: SignedInUser,
  { studentId, classIds, placeId, heldId }: Asked,
): Promise<Map<string, Finding[]>> {
  if (classIds.length === 0) return new Map();
  const rows = classIds.map((classId) => ({ studentId, classId, as: 'active' as const }));
  const except = heldId === undefined ? [placeId] : [placeId, heldId];
  const checked = await checkEnrolments({ db, user, acrossBranches: true }, rows, {
    together: false,
    except,
    holds: heldId !== undefined,
  });
  return new Map(
    checked.map(({ classId, findings }) => [
      classId,
      findings.map((one) => (one.check === 'seats' ? { ...one, weight: 'block' as const } : one)),
    ]),
  );
}

/** Throws all findings if one of them refuses the transfer. */
export function passFindings(
  user: SignedInUser,
  findings: readonly Finding[],
  { overrideReason, acceptWarnings }: { overrideReason: string; acceptWarnings: boolean },
): void {
  const words = { overrideReason, acceptWarnings, mayOverride: can(user, 'classes:override') };
  if (findings.some((one) => isBlocking(one, words)))
    throw new ApiError('transferRefused', { rows: findings.map((one) => ({ ...one })) });
}
