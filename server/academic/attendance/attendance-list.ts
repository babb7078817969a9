import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import {
  ATTENDANCE_LOCK_DAYS,
  attendingStatuses,
  type SessionAttendance,
  type Unmarkable,
} from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ClassSession } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { findTaughtClass, isClosed, type TaughtClass } from './taught-class.ts';

const sessionColumns = {
  _id: classSessionTable._id,
  classId: classSessionTable.classId,
  branchId: classSessionTable.branchId,
  date: classSessionTable.date,
  start: classSessionTable.start,
  end: classSessionTable.end,
  teacherId: classSessionTable.teacherId,
  isSubstitute: classSessionTable.isSubstitute,
  roomId: classSessionTable.roomId,
  status: classSessionTable.status,
  reason: classSessionTable.reason,
  movedFromId: classSessionTable.movedFromId,
  attendanceTakenAt: classSessionTable.attendanceTakenAt,
  version: classSessionTable.version,
  attendanceTakenById: classSessionTable.attendanceTakenById,
};

/** One session; one of another branch is answered as missing. */
export async function findSession(db: Db | Tx, user: SignedInUser, _id: string, lock = false) {
  const query = db
    .select(sessionColumns)
    .from(classSessionTable)
    .where(and(eq(classSessionTable._id, _id), ownBranchOnly(user, classSessionTable.branchId)));
  const [session] = await (lock ? query.for('update') : query);
  if (!session) throw new ApiError('notFound');
  return session;
}

/** The reason why a session cannot be marked on the day `now`; null if it can. */
export function unmarkableOn(
  now: string,
  session: Pick<ClassSession, 'date' | 'status'>,
  taught: TaughtClass,
): Unmarkable | null {
  if (isClosed(taught)) return 'classClosed';
  if (session.status === 'cancelled' || session.status === 'rescheduled') return 'notHeld';
  // A session that was held stays so when its day becomes a holiday: its marks can be corrected.
  const isHoliday = taught.holidays.some(({ date }) => date === session.date);
  if (isHoliday && session.status !== 'held') return 'holiday';
  return session.date > now ? 'future' : null;
}

/** True if a session is too old on the day `now` to be changed without a reason. */
export const isLockedOn = (now: string, { date }: { date: string }) =>
  date < addDays(now, -ATTENDANCE_LOCK_DAYS);

/** Enrolments of the students who are in the class on `date`. */
export const attendingOn = (classId: string, date: string) =>
  and(
    eq(enrolmentTable.classId, classId),
    inArray(enrolmentTable.status, attendingStatuses),
    lte(enrolmentTable.startDate, date),
    or(isNull(enrolmentTable.endDate), gte(enrolmentTable.endDate, date)),
  );

/** Every student who has not left the class by `date`, with their mark in this session. */
async function attendees(
  db: Db | Tx,
  { _id, classId, date }: Pick<ClassSession, '_id' | 'classId' | 'date'>,
): Promise<SessionAttendance['students']> {
  const rows = await db
    .select({
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      type: enrolmentTable.type,
      startDate: enrolmentTable.startDate,
      status: attendanceTable.status,
      minutesLate: attendanceTable.minutesLate,
      note: attendanceTable.note,
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .leftJoin(
      attendanceTable,
      and(
        eq(attendanceTable.sessionId, _id),
        eq(attendanceTable.studentId, enrolmentTable.studentId),
      ),
    )
    .where(
      and(
        eq(enrolmentTable.classId, classId),
        inArray(enrolmentTable.status, attendingStatuses),
        or(isNull(enrolmentTable.endDate), gte(enrolmentTable.endDate, date)),
      ),
    )
    .orderBy(enrolmentTable.startDate, studentTable.studentCode);
  // A student who left and came back has two enrolments; the one of that day comes first.
  const once = new Map(rows.toReversed().map((row) => [row.studentId, row]));
  return [...once.values()]
    .map(({ status, minutesLate, note, ...row }) => ({
      ...row,
      hasJoined: row.startDate <= date,
      mark: status === null ? null : { status, minutesLate, note: note ?? '' },
    }))
    .toSorted(
      (a, b) =>
        Number(b.hasJoined) - Number(a.hasJoined) || (a.studentCode < b.studentCode ? -1 : 1),
    );
}

/** The session with every student who was in the class that day. */
export async function readAttendance(
  db: Db | Tx,
  user: SignedInUser,
  sessionId: string,
): Promise<SessionAttendance> {
  const { attendanceTakenById, ...session } = await findSession(db, user, sessionId);
  const taught = await findTaughtClass(db, user, session.classId);
  const [takers, students, now] = [
    attendanceTakenById === null
      ? []
      : await db.select().from(userTable).where(eq(userTable._id, attendanceTakenById)),
    await attendees(db, session),
    await todayInLaos(db),
  ];
  return {
    ...session,
    classCode: taught.classCode,
    takenBy: takers.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(''),
    unmarkable: unmarkableOn(now, session, taught),
    isLocked: isLockedOn(now, session),
    students,
  };
}
