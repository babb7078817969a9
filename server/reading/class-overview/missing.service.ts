import { and, between, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import {
  ATTENDANCE_DAYS,
  MOST_MISSING,
  type CourseFill,
  type Missing,
  type MissingClass,
} from '#contract/classes/class-overview.ts';
import { firstSessionOn, meetsSoon } from '#server/academic/classes/first-session.ts';
import { enrollingStatuses, type ClassStatus } from '#contract/classes/classes.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import {
  readCurrentTerm,
  readCurrentTerms,
} from '#server/academic/academic-terms/current-terms.ts';
import { hasStudents } from '#server/academic/classes/has-students.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import {
  classTable,
  classSessionTable as session,
} from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { seatsHeld, seatsTaken, studentCount } from '#server/academic/classes/seats.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { courseWords, teacherWords } from './timetable.service.ts';

/** Statuses of classes whose seats count for the fill rate of a term. */
const counted: readonly ClassStatus[] = [...enrollingStatuses, 'finished'];

const firstOf = <Row>(rows: Row[]) => ({ count: rows.length, rows: rows.slice(0, MOST_MISSING) });

/** Classes that still enrol, and those of the running term, with their taken seats. */
async function readClasses(db: Db, branchId: string | undefined, today: string) {
  const current = JSON.stringify(await readCurrentTerms(db));
  const isCurrent = sql<boolean>`
    exists (
      select from jsonb_to_recordset(${current}::jsonb) as one("branchId" uuid, "termId" uuid)
      where one."branchId" = classes.branch_id and one."termId" = classes.term_id
    )`;
  const ofBranch = branchId === undefined ? undefined : eq(classTable.branchId, branchId);
  const isLeft = sql<boolean>`
    (${inArray(classTable.status, [...enrollingStatuses])} and ${gte(classTable.endDate, today)})`;
  return db
    .select({
      classId: classTable._id,
      classCode: classTable.classCode,
      branchCode: branchTable.code,
      courseId: classTable.courseId,
      courseCode: courseTable.code,
      course: courseWords,
      startDate: firstSessionOn,
      teacherId: classTable.teacherId,
      roomId: classTable.roomId,
      deliveryMode: classTable.deliveryMode,
      taken: seatsTaken,
      students: studentCount,
      held: seatsHeld,
      capacity: classTable.capacity,
      minStudents: classTable.minStudents,
      isLeft,
      isSoon: meetsSoon(firstSessionOn, sql`${today}::date`),
      isCounted: sql<boolean>`
        (${isCurrent} and ${inArray(classTable.status, [...counted])})`,
    })
    .from(classTable)
    .innerJoin(branchTable, eq(branchTable._id, classTable.branchId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(and(ofBranch, sql`(${isCurrent} or ${isLeft})`))
    .orderBy(firstSessionOn, classTable.classCode);
}

/** Past sessions without attendance, latest first. */
function readUntaken(db: Db, branchId: string | undefined, today: string, time: string) {
  const isOver = sql`(${session.date} < ${today} or ${session.end} <= ${time})`;
  const isUntaken = and(
    between(session.date, addDays(today, -ATTENDANCE_DAYS), today),
    inArray(session.status, ['scheduled', 'held']),
    isNull(session.attendanceTakenAt),
    isOver,
    hasStudents(),
    branchId === undefined ? undefined : eq(session.branchId, branchId),
  );
  const found = {
    sessionId: session._id,
    classId: session.classId,
    classCode: classTable.classCode,
    branchCode: branchTable.code,
    course: courseWords,
    date: session.date,
    start: session.start,
    teacher: teacherWords,
    count: sql<number>`(count(*) over ())::int`,
  };
  return db
    .select(found)
    .from(session)
    .innerJoin(classTable, eq(classTable._id, session.classId))
    .innerJoin(branchTable, eq(branchTable._id, session.branchId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .leftJoin(teacherTable, eq(teacherTable._id, session.teacherId))
    .where(isUntaken)
    .orderBy(sql`${session.date} desc`, session.start, classTable.classCode)
    .limit(MOST_MISSING);
}

type Found = Awaited<ReturnType<typeof readClasses>>[number];

const toMissing = ({
  classId,
  classCode,
  branchCode,
  course,
  startDate,
  students,
  held,
  minStudents,
}: Found): MissingClass => ({
  classId,
  classCode,
  branchCode,
  course,
  startDate,
  students,
  held,
  minStudents,
});

function fillOf(classes: readonly Found[]): CourseFill[] {
  const fill = new Map<string, CourseFill>();
  for (const { courseId, courseCode: code, course, taken, capacity } of classes) {
    const sum = fill.get(courseId) ?? {
      courseId,
      code,
      ...course,
      classes: 0,
      taken: 0,
      capacity: 0,
    };
    fill.set(courseId, {
      ...sum,
      classes: sum.classes + 1,
      taken: sum.taken + taken,
      capacity: sum.capacity + capacity,
    });
  }
  return [...fill.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** The open tasks of the classes of a branch, or of all of them. */
export async function readMissing(db: Db, branchId: string | undefined): Promise<Missing> {
  const now = Date.parse(await transactionNow(db));
  const today = dayInLaos(now);
  const time = new Date(now + 7 * 60 * 60 * 1000).toISOString().slice(11, 16);
  const [classes, untaken, term] = await Promise.all([
    readClasses(db, branchId, today),
    readUntaken(db, branchId, today, time),
    readCurrentTerm(db, branchId),
  ]);
  const enrolling = classes.filter(({ isLeft }) => isLeft);
  const some = (isMissing: (row: Found) => boolean) =>
    firstOf(enrolling.filter(isMissing).map(toMissing));
  return {
    noTeacher: some(({ teacherId }) => teacherId === null),
    noRoom: some(({ roomId, deliveryMode }) => roomId === null && deliveryMode !== 'online'),
    underMinimum: some(({ students, minStudents, isSoon }) => students < minStudents && isSoon),
    attendance: {
      count: untaken[0]?.count ?? 0,
      rows: untaken.map(({ count: _count, ...row }) => row),
    },
    term: term ? { code: term.code, name: term.name } : null,
    fill: fillOf(classes.filter(({ isCounted }) => isCounted)),
  };
}
