import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { UNDONE } from '#contract/classes/enrolling.ts';
import {
  TIMELINE_LENGTH,
  type StudentHappening,
  type StudentSummary,
} from '#contract/people/student-summary.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import type { Db } from '#server/db/client.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';

const courseNames = { courseEn: courseTable.nameEn, courseLo: courseTable.nameLo };

/** The moment of a day and a time in Laos. */
const momentOf = (day: string, time: string) => new Date(`${day}T${time}:00+07:00`).toISOString();

/** The next lesson that the student has a place in, by the clock of the database. */
export async function nextLessonOf(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentSummary['next']> {
  const { date, start } = classSessionTable;
  const begins = sql`(${date} + ${start}::time) at time zone 'Asia/Vientiane'`;
  const { firstName, lastName, firstNameEn, lastNameEn } = teacherTable;
  const [next] = await db
    .select({
      ...courseNames,
      classId: classTable._id,
      date,
      start,
      room: roomTable.name,
      teacher: { firstName, lastName, firstNameEn, lastNameEn },
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .innerJoin(classSessionTable, eq(classSessionTable.classId, classTable._id))
    .leftJoin(roomTable, eq(roomTable._id, classSessionTable.roomId))
    .leftJoin(teacherTable, eq(teacherTable._id, classSessionTable.teacherId))
    .where(
      and(
        eq(enrolmentTable.studentId, studentId),
        inArray(enrolmentTable.status, ['active', 'pending']),
        eq(classSessionTable.status, 'scheduled'),
        gt(begins, sql`clock_timestamp()`),
        sql`${date} >= ${enrolmentTable.startDate}`,
        ownBranchOnly(user, classTable.branchId),
      ),
    )
    .orderBy(asc(date), asc(start))
    .limit(1);
  return next ? { ...next, room: next.room ?? '' } : null;
}

async function lessonsOf(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentHappening[]> {
  const { date, start } = classSessionTable;
  const rows = await db
    .select({
      ...courseNames,
      _id: attendanceTable._id,
      date,
      start,
      status: attendanceTable.status,
    })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
    .innerJoin(classTable, eq(classTable._id, classSessionTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(attendanceTable.studentId, studentId),
        eq(classSessionTable.status, 'held'),
        ownBranchOnly(user, classTable.branchId),
      ),
    )
    .orderBy(desc(date), desc(start))
    .limit(TIMELINE_LENGTH);
  return rows.map(({ date: day, start: time, ...row }) => ({
    ...row,
    kind: 'lesson',
    at: momentOf(day, time),
  }));
}

async function placesOf(
  db: Db,
  user: SignedInUser,
  studentId: string,
): Promise<StudentHappening[]> {
  const { _id, createdAt: at, statusReason, status } = enrolmentTable;
  const rows = await db
    .select({ ...courseNames, _id, at, status: statusNow, classCode: classTable.classCode })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(enrolmentTable.studentId, studentId),
        sql`not (${status} = 'cancelled' and ${statusReason} = ${UNDONE})`,
        ownBranchOnly(user, classTable.branchId),
      ),
    )
    .orderBy(desc(at), desc(_id))
    .limit(TIMELINE_LENGTH);
  return rows.map((row) => ({ ...row, kind: 'place' }));
}

/** The orders with something for this student, or paid by them, and the payments of those. */
async function moneyOf(db: Db, user: SignedInUser, studentId: string): Promise<StudentHappening[]> {
  const { orderId, studentId: lineOf, ofLineId, position } = orderLineTable;
  const orders = await db
    .select({
      _id: orderTable._id,
      at: orderTable.at,
      state: orderTable.state,
      number: orderTable.number,
      totalLAK: orderTable.totalLAK,
    })
    .from(orderTable)
    .where(
      and(
        or(
          eq(orderTable.payerStudentId, studentId),
          inArray(
            orderTable._id,
            db.select({ orderId }).from(orderLineTable).where(eq(lineOf, studentId)),
          ),
        ),
        ownBranchOnly(user, orderTable.branchId),
      ),
    )
    .orderBy(desc(orderTable.at), desc(orderTable._id))
    .limit(TIMELINE_LENGTH);
  const ids = orders.map((order) => order._id);
  if (ids.length === 0) return [];
  const lines = await db
    .selectDistinctOn([orderId], {
      orderId,
      nameEn: orderLineTable.nameEn,
      nameLo: orderLineTable.nameLo,
    })
    .from(orderLineTable)
    .where(and(inArray(orderId, ids), eq(lineOf, studentId), sql`${ofLineId} is null`))
    .orderBy(orderId, position);
  const { _id, at, state, method, amountLAK } = paymentTable;
  const payments = await db
    .selectDistinct({ _id, at, state, method, amountLAK })
    .from(paymentTable)
    .innerJoin(allocationTable, eq(allocationTable.paymentId, _id))
    .where(and(inArray(allocationTable.orderId, ids), ownBranchOnly(user, paymentTable.branchId)))
    .orderBy(desc(at), desc(_id))
    .limit(TIMELINE_LENGTH);
  return [
    ...orders.map((order): StudentHappening => {
      const { nameEn = '', nameLo = '' } = lines.find((line) => line.orderId === order._id) ?? {};
      return { ...order, kind: 'order', nameEn, nameLo };
    }),
    ...payments.map((payment): StudentHappening => ({ ...payment, kind: 'payment' })),
  ];
}

/** Lessons, places and money of a student, newest first. */
export async function happeningsOf(
  db: Db,
  user: SignedInUser,
  studentId: string,
  seesMoney: boolean,
): Promise<StudentHappening[]> {
  const parts = [
    await lessonsOf(db, user, studentId),
    await placesOf(db, user, studentId),
    seesMoney ? await moneyOf(db, user, studentId) : [],
  ];
  return parts.flat().toSorted((a, b) => b.at.localeCompare(a.at));
}
