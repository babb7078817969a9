import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import type { DeskClass, DeskClasses, deskClassesQuery } from '#contract/desk/desk.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { checkEnrolments } from '#server/academic/enrolments/enrolment-checks.ts';
import { firstSessionOn } from '#server/academic/classes/first-session.ts';
import { seatsTaken, waitingCount } from '#server/academic/classes/seats.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { loadPriceSources } from '#server/catalogue/course-fees/place-prices.ts';
import { classOffers } from './class-offers.ts';

type Query = z.output<typeof deskClassesQuery>;

const held = sql<number>`(
  select count(*)::int from ${enrolmentTable} waiting
  where waiting.class_id = classes.id and waiting.status = 'pending'
    and waiting.seat_hold_until > clock_timestamp())`;

function readClasses(db: Db, user: SignedInUser, { branchId, classId }: Query, today: string) {
  const { _id, classCode, courseId, termId, endDate, slots, capacity } = classTable;
  const where = and(
    eq(classTable.branchId, branchId),
    inArray(classTable.status, [...enrollingStatuses]),
    gte(endDate, today),
    classId === undefined ? undefined : eq(_id, classId),
  );
  const teacher = {
    _id: teacherTable._id,
    firstName: teacherTable.firstName,
    lastName: teacherTable.lastName,
    firstNameEn: teacherTable.firstNameEn,
    lastNameEn: teacherTable.lastNameEn,
  };
  return db
    .select({
      classId: _id,
      classCode,
      courseId,
      termId,
      termStart: academicTermTable.startDate,
      startDate: firstSessionOn,
      endDate,
      slots,
      capacity,
      seatsTaken,
      held,
      waiting: waitingCount,
      roomName: sql<string>`coalesce(${roomTable.name}, '')`,
      teacher,
    })
    .from(classTable)
    .innerJoin(academicTermTable, eq(academicTermTable._id, termId))
    .leftJoin(roomTable, eq(roomTable._id, classTable.roomId))
    .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
    .where(and(where, ownBranchOnly(user, classTable.branchId)))
    .orderBy(firstSessionOn, classCode);
}

/**
 * GET `/desk/classes`: today's price of each enrolling class, and the findings against one student.
 */
export async function deskClassesOf(
  db: Db,
  user: SignedInUser,
  query: Query,
): Promise<DeskClasses> {
  const now = await transactionNow(db);
  const today = dayInLaos(Date.parse(now));
  const rows = await readClasses(db, user, query, today);
  const { studentId, basis: asked, units, startDate, copy } = query;
  const classIds = rows.map(({ classId }) => classId);
  const sources = await loadPriceSources(db, {
    classIds,
    studentIds: studentId === undefined ? [] : [studentId],
    now,
    today,
  });
  const entries =
    studentId === undefined
      ? []
      : classIds.map((classId) => ({ studentId, classId, as: 'active' as const }));
  const checked =
    entries.length === 0 ? [] : await checkEnrolments({ db, user }, entries, { together: false });
  const [student] =
    studentId === undefined
      ? []
      : await db
          .select({ priceCategory: studentTable.priceCategory })
          .from(studentTable)
          .where(eq(studentTable._id, studentId));
  const offersOf = classOffers(sources, {
    studentId: studentId ?? null,
    priceCategory: student?.priceCategory ?? '',
    asked,
    units,
    startDate,
    isCopy: copy !== undefined,
  });
  const classes = rows.map((row): DeskClass => {
    const findings = checked.find(({ classId }) => classId === row.classId)?.findings ?? [];
    return {
      ...row,
      teacher: row.teacher && { ...row.teacher, nickname: '' },
      ...offersOf(row),
      findings,
    };
  });
  return { asOf: now, classes };
}
