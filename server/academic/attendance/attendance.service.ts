import { eq, sql } from 'drizzle-orm';
import {
  ATTENDANCE_LOCK_DAYS,
  type attendanceSave,
  type AttendanceMark,
  type SessionAttendance,
  type Unmarkable,
} from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ApiErrorCode } from '#contract/errors.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { can } from '#contract/roles.ts';
import type * as z from 'zod/mini';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import {
  attendingOn,
  findSession,
  isLockedOn,
  readAttendance,
  unmarkableOn,
} from './attendance-list.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { changeSessions } from '#server/academic/classes/change-classes.ts';
import { findTaughtClass } from './taught-class.ts';

const refusals = {
  future: 'attendanceInFuture',
  notHeld: 'sessionNotHeld',
  holiday: 'sessionOnHoliday',
  classClosed: 'classClosed',
} as const satisfies Record<Unmarkable, ApiErrorCode>;

/** Checks and normalises the marks: each student once, minutes only for late ones. */
function checkMarks(
  marks: readonly AttendanceMark[],
  attending: ReadonlySet<string>,
): AttendanceMark[] {
  const ids = marks.map(({ studentId }) => studentId.toLowerCase());
  const problems: Record<string, FieldError> = {};
  ids.forEach((studentId, index) => {
    if (!attending.has(studentId)) problems[`marks.${index}.studentId`] = 'notInClassThen';
    else if (ids.indexOf(studentId) < index) problems[`marks.${index}.studentId`] = 'personTwice';
  });
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
  return marks.map((mark, index) => ({
    ...mark,
    studentId: ids[index] ?? '',
    minutesLate: mark.status === 'late' ? mark.minutesLate : null,
  }));
}

type Stored = Pick<AttendanceMark, 'status' | 'minutesLate' | 'note'>;

const asText = ({ status, minutesLate, note }: Stored) =>
  [
    status,
    ...(minutesLate === null ? [] : [`${minutesLate} min`]),
    ...(note === '' ? [] : [note]),
  ].join(', ');

/** The changed marks, by the student's code, for the audit log. */
function changedMarks({ students }: SessionAttendance, after: SessionAttendance) {
  const changed = after.students.flatMap(({ studentCode, studentId, mark }) => {
    const old = students.find((student) => student.studentId === studentId)?.mark ?? null;
    const [from, to] = [old && asText(old), mark && asText(mark)];
    return from === to ? [] : [{ studentCode, from, to }];
  });
  return {
    before: Object.fromEntries(changed.map(({ studentCode, from }) => [studentCode, from])),
    after: Object.fromEntries(changed.map(({ studentCode, to }) => [studentCode, to])),
  };
}

async function storeMarks(
  tx: Tx,
  user: SignedInUser,
  sessionId: string,
  marks: readonly AttendanceMark[],
): Promise<void> {
  const who = { sessionId, markedById: user._id, markedAt: sql`now()` };
  const changes = {
    status: sql`excluded.status`,
    minutesLate: sql`excluded.minutes_late`,
    note: sql`excluded.note`,
    markedById: user._id,
  };
  const stamps = {
    markedAt: sql`now()`,
    updatedAt: sql`now()`,
    version: sql`${attendanceTable.version} + 1`,
  };
  const isOther = sql`
    (${attendanceTable.status}, ${attendanceTable.minutesLate}, ${attendanceTable.note}) is distinct from (
      excluded.status, excluded.minutes_late, excluded.note
    )`;
  await tx
    .insert(attendanceTable)
    .values(marks.map((mark) => ({ ...mark, ...who })))
    .onConflictDoUpdate({
      target: [attendanceTable.sessionId, attendanceTable.studentId],
      set: { ...changes, ...stamps },
      setWhere: isOther,
    });
}

/**
 * Takes the attendance of one session, or changes it: all marks or none, only for students who were
 * in the class that day. Answers 409 if somebody has marked or moved the session since `version`;
 * an old session needs an admin with a reason.
 */
export async function takeAttendance(
  tx: Tx,
  user: SignedInUser,
  sessionId: string,
  { version, marks, reason }: z.output<typeof attendanceSave>,
): Promise<WriteResult<SessionAttendance>> {
  const session = await findSession(tx, user, sessionId, true);
  const taught = await findTaughtClass(tx, user, session.classId);
  const now = await todayInLaos(tx);
  const unmarkable = unmarkableOn(now, session, taught);
  if (unmarkable) throw new ApiError(refusals[unmarkable]);
  if (session.version !== version) throw new ApiError('versionConflict');
  const isLocked = isLockedOn(now, session);
  if (isLocked && !can(user, 'attendance:reopen'))
    throw new ApiError('attendanceLocked', { n: ATTENDANCE_LOCK_DAYS });
  if (isLocked && reason === '') throw fieldsInvalid({ reason: 'reasonNeeded' });
  // Until this is done, nobody may leave the class or join it with an earlier date.
  const attending = await tx
    .select({ studentId: enrolmentTable.studentId })
    .from(enrolmentTable)
    .where(attendingOn(session.classId, session.date))
    .for('share');
  const checked = checkMarks(marks, new Set(attending.map(({ studentId }) => studentId)));
  const before = await readAttendance(tx, user, sessionId);
  await storeMarks(tx, user, sessionId, checked);
  const taken = {
    status: 'held' as const,
    attendanceTakenAt: sql`now()`,
    attendanceTakenById: user._id,
  };
  await changeSessions(tx, eq(classSessionTable._id, sessionId), taken);
  const answer = await readAttendance(tx, user, sessionId);
  const changed = changedMarks(before, answer);
  const action = isLocked ? 'reopen-attendance' : 'take-attendance';
  const after = { ...changed.after, ...(reason === '' ? {} : { reason }) };
  return {
    answer,
    audit: { action, entity: 'class-sessions', entityId: sessionId, before: changed.before, after },
  };
}
