import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import {
  attendanceStatuses,
  type AttendanceCounts,
  type RosterRow,
} from '#contract/classes/attendance.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { queuePosition } from '#server/academic/enrolments/queue.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';

const none = (): AttendanceCounts => ({ present: 0, late: 0, excused: 0, absent: 0, makeup: 0 });

/** The number of marks of each kind, by the student's id; only sessions that were held count. */
export async function countAttendance(
  db: Db | Tx,
  classId: string,
): Promise<Map<string, AttendanceCounts>> {
  const rows = await db
    .select({
      studentId: attendanceTable.studentId,
      status: attendanceTable.status,
      times: sql<number>`count(*)::int`,
    })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
    .where(
      and(
        eq(classSessionTable.classId, classId),
        eq(classSessionTable.status, 'held'),
        inArray(attendanceTable.status, [...attendanceStatuses]),
      ),
    )
    .groupBy(attendanceTable.studentId, attendanceTable.status);
  const counts = new Map<string, AttendanceCounts>();
  for (const { studentId, status, times } of rows)
    counts.set(studentId, { ...(counts.get(studentId) ?? none()), [status]: times });
  return counts;
}

/**
 * The person to call about each of these students: the first contact, else the first of the
 * guardians.
 */
async function callersOf(db: Db, studentIds: readonly string[]) {
  if (studentIds.length === 0) return new Map<string, { phone: string; guardian: string }>();
  const rows = await db
    .select({
      studentId: guardianTable.studentId,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(inArray(guardianTable.studentId, [...studentIds]))
    .orderBy(guardianTable.isPrimaryContact, sql`${guardianTable.position} desc`);
  // The map keeps the last row of each student.
  return new Map(
    rows.map(({ studentId, firstName, lastName, phone }) => [
      studentId,
      { phone, guardian: `${firstName} ${lastName}` },
    ]),
  );
}

/** Every student who is, was or waits to be in a class, without enrolments that never began. */
export async function readRoster(db: Db, classId: string): Promise<RosterRow[]> {
  const rows = await db
    .select({
      _id: enrolmentTable._id,
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      ownPhone: studentTable.phone,
      type: enrolmentTable.type,
      status: enrolmentTable.status,
      startDate: enrolmentTable.startDate,
      endDate: enrolmentTable.endDate,
      waitPosition: queuePosition,
      holdUntil: enrolmentTable.holdUntil,
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .where(
      and(
        eq(enrolmentTable.classId, classId),
        notInArray(enrolmentTable.status, ['cancelled', 'expired']),
      ),
    )
    .orderBy(studentTable.studentCode, enrolmentTable.startDate);
  const [counts, callers] = [
    await countAttendance(db, classId),
    await callersOf(
      db,
      rows.map(({ studentId }) => studentId),
    ),
  ];
  return rows.map(({ ownPhone, ...row }) => {
    const caller = callers.get(row.studentId);
    const called = caller ?? { phone: ownPhone, guardian: '' };
    return { ...row, ...called, attendance: counts.get(row.studentId) ?? none() };
  });
}
