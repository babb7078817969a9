import { and, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  isBlocking,
  type CheckedRow,
  type EnrolInput,
  type EnrolledRow,
  type enrolled,
} from '#contract/classes/enrolling.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import {
  reasonOf,
  lastInQueue,
  makeActive,
  beginEnrolments,
  type NewEnrolment,
} from './record-enrolments.ts';
import { checkEnrolments } from './enrolment-checks.ts';
import { expireHolds, holdHoursOf, holdUntilFromNow } from './holds.ts';

type Reasons = Pick<EnrolInput, 'overrideReason' | 'acceptWarnings'>;

/** Refuses all rows if any row has a finding that its user may not override. */
export function passChecks(
  { user }: Pick<Writer, 'user'>,
  reasons: Reasons,
  checked: readonly CheckedRow[],
): void {
  const allowance = { ...reasons, mayOverride: can(user, 'classes:override') };
  const isRefused = checked.some(({ findings }) =>
    findings.some((finding) => isBlocking(finding, allowance)),
  );
  if (isRefused)
    throw new ApiError('enrolmentsRefused', { rows: checked.map((row) => ({ ...row })) });
}

/** Classes that `user` may see, by their ids; throws for a missing one. */
export async function requireOwnClasses(
  { db, user }: { db: Db | Tx; user: SignedInUser },
  ids: readonly string[],
) {
  const { _id, branchId, termId, courseId, startDate, endDate } = classTable;
  const rows = await db
    .select({ _id, branchId, termId, courseId, startDate, endDate })
    .from(classTable)
    .where(and(inArray(_id, [...ids]), ownBranchOnly(user, branchId)));
  if (rows.length !== ids.length) throw new ApiError('notFound');
  return new Map(rows.map((row) => [row._id, row]));
}

/**
 * Locks classes, then students, in the one order that every enrolling write uses; the checked facts
 * then stay true.
 */
export async function lockForEnrolling(
  { tx, user }: Writer,
  rows: readonly { studentId: string; classId: string }[],
) {
  const studentIds = [...new Set(rows.map(({ studentId }) => studentId))];
  const classIds = [...new Set(rows.map(({ classId }) => classId))];
  await requireOwnClasses({ db: tx, user }, classIds);
  await takeLocks(tx, {
    classes: classIds,
    advisoryKeys: clashLocks({ studentIds }),
    students: studentIds,
  });
  const classes = await requireOwnClasses({ db: tx, user }, classIds);
  return { classes, studentIds };
}

async function valuesOf(
  { tx, user }: Writer,
  input: EnrolInput,
  {
    classes,
    checked,
  }: { classes: Awaited<ReturnType<typeof requireOwnClasses>>; checked: readonly CheckedRow[] },
): Promise<NewEnrolment[]> {
  const queues = await lastInQueue(tx, [...classes.keys()]);
  const hours = new Map<string, number>();
  const today = await todayInLaos(tx);
  const values: NewEnrolment[] = [];
  for (const [index, { studentId, classId, as }] of input.rows.entries()) {
    const target = classes.get(classId);
    if (!target) throw new ApiError('notFound');
    const { branchId, termId, courseId } = target;
    const startDate = input.startDate ?? (target.startDate > today ? target.startDate : today);
    if (startDate > target.endDate) throw fieldsInvalid({ startDate: 'invalid' });
    if (!hours.has(branchId)) hours.set(branchId, await holdHoursOf(tx, branchId));
    if (as === 'waitlisted') queues.set(classId, (queues.get(classId) ?? 0) + 1);
    values.push({
      studentId,
      classId,
      branchId,
      termId,
      courseId,
      startDate,
      type: input.type,
      status: as,
      note: input.note,
      ...(as === 'active' && { isFree: true, noChargeReason: input.noChargeReason }),
      overrideReason: reasonOf(checked[index]?.findings ?? [], input.overrideReason),
      enrolledById: user._id,
      holdUntil:
        as === 'pending'
          ? (holdUntilFromNow(hours.get(branchId) ?? 24) as unknown as string)
          : null,
      waitPosition: as === 'waitlisted' ? (queues.get(classId) ?? 1) : null,
    });
  }
  return values;
}

/**
 * POST `/enrolments`: enrols students into classes, all or none. Seats are counted under the locks.
 */
export async function enrol(
  writer: Writer,
  input: EnrolInput,
): Promise<WriteResult<z.output<typeof enrolled>>> {
  const { tx, user } = writer;
  if (input.rows.some(({ as }) => as === 'active') && !can(user, 'enrolments:activate-unpaid'))
    throw new ApiError('forbidden');
  const { classes, studentIds } = await lockForEnrolling(writer, input.rows);
  // An ended hold would still block another enrolment of the same student in the same class.
  const ended = await expireHolds(tx, {
    which: and(inArray(table.classId, [...classes.keys()]), inArray(table.studentId, studentIds)),
  });
  const checked = await checkEnrolments({ db: tx, user }, input.rows, { together: true });
  passChecks(writer, input, checked);
  const { added, audit } = await beginEnrolments(
    tx,
    await valuesOf(writer, input, { classes, checked }),
  );
  const active = await makeActive(
    tx,
    added.filter(({ status }) => status === 'active').map(({ studentId }) => studentId),
  );
  const rows: EnrolledRow[] = added.map(
    ({ _id, studentId, classId, version, status, waitPosition, holdUntil }, index) => ({
      _id,
      studentId,
      classId,
      version,
      status,
      waitPosition,
      holdUntil,
      findings: checked[index]?.findings ?? [],
      studentVersion: active.versions.get(studentId) ?? null,
    }),
  );
  return { answer: { rows }, audit: [...ended, ...audit, ...active.audit] };
}
