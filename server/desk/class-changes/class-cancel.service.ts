import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { isLiveClass, type ClassCancel } from '#contract/classes/class-changes.ts';
import { classes, enrollingStatuses, type SchoolClass } from '#contract/classes/classes.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { lockClasses, readClass } from '#server/academic/classes/class-reads.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import { overrideOf } from '#server/academic/classes/classes.service.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import { requireNoTransfers } from '#server/academic/enrolments/open-transfers.ts';
import { changeClass, changeSessions } from '#server/academic/classes/change-classes.ts';
import {
  decideMoney,
  feeOfMoved,
  lockBillsOf,
  requireSameBills,
  settleCancelled,
} from './cancel-money.ts';
import { cancelWaiting } from './end-waiting.ts';
import {
  comingSessions,
  expireHoldsOf,
  moveStudents,
  requireStudentsFree,
  seatedStatuses,
  type StudentMove,
} from './move-students.ts';

/** Locks the cancelled class and all classes that take its students, in the order of their ids. */
async function lockAll(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, students }: ClassCancel,
) {
  const targetIds = students.flatMap(({ toClassId }) => toClassId?.toLowerCase() ?? []);
  if (targetIds.includes(_id)) throw fieldsInvalid({ students: 'invalid' });
  const locked = new Map(
    (await lockClasses(tx, user, [...new Set([_id, ...targetIds])])).map((one) => [one._id, one]),
  );
  const ofClass = locked.get(_id);
  if (!ofClass) throw new ApiError('notFound');
  if (ofClass.version !== version) throw new ApiError('versionConflict');
  return { ofClass, locked };
}

/**
 * Checks the classes that receive students: each accepts enrolments, is of the same course, and has
 * enough seats.
 */
function checkTargets(
  ofClass: SchoolClass,
  locked: ReadonlyMap<string, SchoolClass>,
  moves: readonly StudentMove[],
): void {
  for (const [classId, target] of locked) {
    if (classId === ofClass._id) continue;
    const takes =
      (enrollingStatuses as readonly string[]).includes(target.status) &&
      target.courseId === ofClass.courseId &&
      target.branchId === ofClass.branchId;
    if (!takes) throw fieldsInvalid({ students: 'invalid' });
    const arriving = moves.filter(({ to }) => to === target).length;
    if (target.seatsTaken + arriving > target.capacity)
      throw new ApiError('classFull', { n: target.classCode });
  }
}

/**
 * Pairs each student of the class with their new class, in the order that was shown. Throws unless
 * the decisions cover exactly the current students.
 */
async function pairStudents(
  tx: Tx,
  ofClass: SchoolClass,
  locked: ReadonlyMap<string, SchoolClass>,
  decided: ClassCancel['students'],
): Promise<StudentMove[]> {
  const rows = await tx
    .select()
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.classId, ofClass._id), inArray(statusNow, [...seatedStatuses])));
  const enrolments = new Map(rows.map((one) => [one._id, one]));
  const chosen = new Map(
    decided.map(({ enrolmentId, toClassId }) => [
      enrolmentId.toLowerCase(),
      toClassId?.toLowerCase() ?? '',
    ]),
  );
  const moves = [...chosen].flatMap(([enrolmentId, toClassId]) => {
    const enrolment = enrolments.get(enrolmentId);
    return enrolment ? [{ enrolment, to: locked.get(toClassId) }] : [];
  });
  if (moves.length !== chosen.size || moves.length !== rows.length)
    throw new ApiError('classStudentsChanged');
  return moves;
}

/**
 * Cancels a class: cancels its future sessions, and moves or ends each enrolment together with its
 * money.
 */
export async function cancelClass(
  writer: Writer,
  _id: string,
  input: ClassCancel,
): Promise<WriteResult<SchoolClass>> {
  const { tx, user } = writer;
  const bills = await lockBillsOf(writer, _id.toLowerCase(), input);
  const { ofClass, locked } = await lockAll(tx, user, _id.toLowerCase(), input);
  await requireSameBills(tx, ofClass._id, bills);
  if (!isLiveClass(ofClass.status)) throw new ApiError('classOver');
  await requireNoTransfers(tx, ofClass._id);
  const day = await todayInLaos(tx);
  const moves = await pairStudents(tx, ofClass, locked, input.students);
  const audit = await expireHoldsOf(tx, moves);
  checkTargets(ofClass, locked, moves);
  await takeLocks(tx, {
    advisoryKeys: clashLocks({ studentIds: moves.map(({ enrolment }) => enrolment.studentId) }),
  });
  const { reason } = input;
  await changeSessions(tx, comingSessions(ofClass._id, day), { status: 'cancelled', reason });
  const decided = bills ? await decideMoney(writer, bills, moves, input) : [];
  const feeOf = (enrolmentId: string) =>
    feeOfMoved(decided.find(({ place }) => place._id === enrolmentId)?.moved ?? []);
  const gone = await moveStudents(tx, user, moves, { day, reason, feeOf });
  audit.push(...gone.audit);
  if (bills)
    audit.push(...(await settleCancelled(writer, bills, decided, { newIds: gone.newIds, reason })));
  audit.push(...(await cancelWaiting(tx, user, ofClass._id, reason)));
  await requireStudentsFree(tx, moves, day, overrideOf(user, input.overrideReason));
  await changeClass(tx, ofClass._id, { status: 'cancelled', statusReason: reason });
  const answer = await readClass(tx, user, ofClass._id);
  const overridden = input.overrideReason !== '' && { overrideReason: input.overrideReason };
  return {
    answer,
    audit: [
      {
        action: 'cancel',
        entity: classes.name,
        entityId: answer._id,
        before: ofClass,
        after: { ...answer, ...overridden },
      },
      ...audit,
    ],
  };
}
