import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { gradeOf, proposedResult, weightedAverage } from '#contract/classes/assessments.ts';
import {
  attendancePercent,
  attendingStatuses,
  type AttendanceCounts,
} from '#contract/classes/attendance.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import {
  assessmentTable,
  classResultTable,
  scoreTable,
} from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const columns = {
  enrolmentId: enrolmentTable._id,
  status: enrolmentTable.status,
  branchId: enrolmentTable.branchId,
  studentId: studentTable._id,
  studentCode: studentTable.studentCode,
  dateOfBirth: studentTable.dateOfBirth,
  ...studentName,
  classId: classTable._id,
  classCode: classTable.classCode,
  from: classTable.startDate,
  to: classTable.endDate,
  courseId: courseTable._id,
  courseEn: courseTable.nameEn,
  courseLo: courseTable.nameLo,
  level: courseTable.level,
  totalHours: courseTable.totalHours,
  nextCourseId: courseTable.nextCourseId,
  term: academicTermTable.name,
  academicYear: academicTermTable.academicYear,
  teacher: sql<string>`coalesce(${teacherTable.firstName} || ' ' || ${teacherTable.lastName}, '')`,
  result: classResultTable.result,
  recommendedCourseId: classResultTable.recommendedCourseId,
  comment: classResultTable.comment,
};

/** Enrolments with results; trials and make-up seats have none. */
const enrolmentsWhere = (db: Db | Tx, where: SQL | undefined) =>
  db
    .select(columns)
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, enrolmentTable.courseId))
    .innerJoin(academicTermTable, eq(academicTermTable._id, enrolmentTable.termId))
    .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
    .leftJoin(classResultTable, eq(classResultTable.enrolmentId, enrolmentTable._id))
    .where(
      and(
        where,
        eq(enrolmentTable.type, 'regular'),
        inArray(enrolmentTable.status, attendingStatuses),
      ),
    )
    .orderBy(
      asc(classTable.startDate),
      asc(classTable.classCode),
      asc(studentTable.studentCode),
      asc(enrolmentTable.startDate),
    );

const key = (...ids: string[]) => ids.join(' ');

/** Groups the rows by key, in their order. */
export function groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Counts the attendance marks of held sessions, by class and student. */
async function countsOf(db: Db | Tx, classIds: string[]): Promise<Map<string, AttendanceCounts>> {
  const rows = await db
    .select({
      classId: classSessionTable.classId,
      studentId: attendanceTable.studentId,
      status: attendanceTable.status,
      times: sql<number>`count(*)::int`,
    })
    .from(attendanceTable)
    .innerJoin(classSessionTable, eq(classSessionTable._id, attendanceTable.sessionId))
    .where(and(inArray(classSessionTable.classId, classIds), eq(classSessionTable.status, 'held')))
    .groupBy(classSessionTable.classId, attendanceTable.studentId, attendanceTable.status);
  const counts = new Map<string, AttendanceCounts>();
  for (const { classId, studentId, status, times } of rows) {
    const studentKey = key(classId, studentId);
    counts.set(studentKey, { ...(counts.get(studentKey) ?? noMarks), [status]: times });
  }
  return counts;
}
const noMarks: AttendanceCounts = { present: 0, late: 0, excused: 0, absent: 0, makeup: 0 };

/** Enrolments with their scores and attendance, by the same rules as the page of a class. */
export async function readScored(db: Db | Tx, where: SQL | undefined) {
  const rows = await enrolmentsWhere(db, where);
  if (rows.length === 0) return [];
  const classIds = [...new Set(rows.map(({ classId }) => classId))];
  const { _id, classId: ofClass, name, type, maxScore, weight } = assessmentTable;
  const assessments = groupRows(
    await db
      .select({ _id, classId: ofClass, name, type, maxScore, weight })
      .from(assessmentTable)
      .where(inArray(ofClass, classIds))
      .orderBy(asc(assessmentTable.date), asc(_id)),
    (assessment) => assessment.classId,
  );
  const { assessmentId, enrolmentId, score, mark } = scoreTable;
  const scoreRows = await db
    .select({ assessmentId, enrolmentId, score, mark })
    .from(scoreTable)
    .innerJoin(assessmentTable, eq(_id, assessmentId))
    .where(inArray(ofClass, classIds));
  const scores = new Map(
    scoreRows.map((scoreRow) => [key(scoreRow.assessmentId, scoreRow.enrolmentId), scoreRow]),
  );
  const counts = await countsOf(db, classIds);
  return rows.map((row) => {
    const parts = (assessments.get(row.classId) ?? []).map(({ classId: _class, ...assessment }) => {
      const stored = scores.get(key(assessment._id, row.enrolmentId));
      return { ...assessment, score: stored?.score ?? null, mark: stored?.mark ?? null };
    });
    const own = counts.get(key(row.classId, row.studentId)) ?? noMarks;
    const [average, attendance] = [weightedAverage(parts), attendancePercent(own)];
    return {
      ...row,
      scores: parts,
      counts: own,
      average,
      attendance,
      grade: gradeOf(average),
      proposed: proposedResult({ average, attendance }),
    };
  });
}
export type Scored = Awaited<ReturnType<typeof readScored>>[number];

/** The course in which the student continues; null if there is none. */
export const nextCourseOf = ({
  result,
  recommendedCourseId,
  nextCourseId,
}: Pick<Scored, 'result' | 'recommendedCourseId' | 'nextCourseId'>): string | null =>
  result === null || result === 'fail'
    ? null
    : (recommendedCourseId ?? (result === 'pass' ? nextCourseId : null));
