import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type {
  AcademicQuery,
  AcademicRow,
  CardClass,
  ReportCard,
  ReportCardsQuery,
} from '#contract/reports/academic-report.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ReportProgress } from '#contract/reports/reports.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import {
  nextCourseOf,
  groupRows,
  readScored,
  type Scored,
} from '#server/academic/assessments/scored.ts';

/** The names of courses by id, in both languages. */
async function courseNames(db: Db, ids: readonly (string | null)[]) {
  const courseIds = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    courseIds.length === 0
      ? []
      : await db
          .select({ _id: courseTable._id, en: courseTable.nameEn, lo: courseTable.nameLo })
          .from(courseTable)
          .where(inArray(courseTable._id, courseIds));
  return new Map(rows.map(({ _id, en, lo }) => [_id, { en, lo }]));
}

/**
 * The students who already study or wait in the course in which they continue, as `student course`.
 */
async function placesIn(db: Db, rows: readonly Scored[]): Promise<ReadonlySet<string>> {
  const studentIds = rows.flatMap((row) => (nextCourseOf(row) === null ? [] : [row.studentId]));
  if (studentIds.length === 0) return new Set();
  const { studentId, courseId, status } = enrolmentTable;
  const places = await db
    .selectDistinct({ studentId, courseId })
    .from(enrolmentTable)
    .where(
      and(
        inArray(studentId, [...new Set(studentIds)]),
        inArray(status, ['waitlisted', 'pending', 'active', 'suspended']),
      ),
    );
  return new Set(places.map((place) => `${place.studentId} ${place.courseId}`));
}

const CLASSES_AT_ONCE = 5;

/** Tells the client that waits for the rows how many classes are done. */
type Tell = (progress: ReportProgress) => void;

/**
 * Reads a few classes at a time, so that the embedded engine, which has one connection, answers
 * others in between.
 */
async function scoredByClasses(
  { db, rest }: ReportRun,
  where: SQL | undefined,
  tell: Tell,
): Promise<Scored[]> {
  const { _id, startDate, classCode } = classTable;
  const classes = await db
    .selectDistinct({ _id, startDate, classCode })
    .from(classTable)
    .innerJoin(enrolmentTable, eq(enrolmentTable.classId, _id))
    .where(where)
    .orderBy(asc(startDate), asc(classCode));
  const rows: Scored[] = [];
  for (let at = 0; at < classes.length; at += CLASSES_AT_ONCE) {
    if (at > 0) await rest();
    if (classes.length > CLASSES_AT_ONCE) tell({ done: at, total: classes.length });
    const classIds = classes.slice(at, at + CLASSES_AT_ONCE).map((classRow) => classRow._id);
    rows.push(...(await readScored(db, and(where, inArray(enrolmentTable.classId, classIds)))));
  }
  return rows;
}

/** docs/figures.md, "Figure 26: results": a row for each student of each class of a term. */
export async function readAcademicReport(
  reading: ReportRun,
  user: SignedInUser,
  { termId, branchId }: AcademicQuery,
  tell: Tell = () => undefined,
): Promise<AcademicRow[]> {
  const { db } = reading;
  const rows = await scoredByClasses(
    reading,
    and(
      eq(enrolmentTable.termId, termId),
      ownBranchOnly(user, enrolmentTable.branchId),
      branchId === undefined ? undefined : eq(enrolmentTable.branchId, branchId),
    ),
    tell,
  );
  const [names, places] = [await courseNames(db, rows.map(nextCourseOf)), await placesIn(db, rows)];
  return rows.map((row) => {
    const courseId = nextCourseOf(row);
    const name = courseId === null ? undefined : names.get(courseId);
    return {
      enrolmentId: row.enrolmentId,
      studentId: row.studentId,
      studentCode: row.studentCode,
      firstName: row.firstName,
      lastName: row.lastName,
      firstNameEn: row.firstNameEn,
      lastNameEn: row.lastNameEn,
      nickname: row.nickname,
      branchId: row.branchId,
      classId: row.classId,
      classCode: row.classCode,
      courseId: row.courseId,
      status: row.status,
      course: { en: row.courseEn, lo: row.courseLo },
      average: row.average,
      attendance: row.attendance,
      grade: row.grade,
      proposed: row.proposed,
      result: row.result,
      next: courseId !== null && name ? { courseId, name } : null,
      hasPlace: courseId !== null && places.has(`${row.studentId} ${courseId}`),
    };
  });
}

type NamesByCourse = Awaited<ReturnType<typeof courseNames>>;
type Names = { en: string; lo: string };

/** One class of a student as the report card shows it. */
const cardClassOf = (row: Scored, names: NamesByCourse): CardClass => ({
  enrolmentId: row.enrolmentId,
  term: row.term,
  academicYear: row.academicYear,
  from: row.from,
  to: row.to,
  classCode: row.classCode,
  course: { en: row.courseEn, lo: row.courseLo },
  level: row.level,
  teacher: row.teacher,
  status: row.status,
  counts: row.counts,
  attendance: row.attendance,
  average: row.average,
  grade: row.grade,
  result: row.result,
  comment: row.comment ?? '',
  next: names.get(nextCourseOf(row) ?? '') ?? null,
  scores: row.scores,
});

const cardStudentOf = (row: Scored): ReportCard['student'] => ({
  _id: row.studentId,
  studentCode: row.studentCode,
  firstName: row.firstName,
  lastName: row.lastName,
  firstNameEn: row.firstNameEn,
  lastNameEn: row.lastNameEn,
  nickname: row.nickname,
  dateOfBirth: row.dateOfBirth,
});

/** The centre's names, and those of its branches by id. */
async function centreNames(db: Db): Promise<{ centre: Names; branches: Map<string, Names> }> {
  const [centre] = await db
    .select({ en: schoolInfoTable.centreNameEn, lo: schoolInfoTable.centreNameLo })
    .from(schoolInfoTable);
  const branches = await db
    .select({ _id: branchTable._id, en: branchTable.branchName, lo: branchTable.branchNameLo })
    .from(branchTable);
  return {
    centre: centre ?? { en: '', lo: '' },
    branches: new Map(branches.map(({ _id, en, lo }) => [_id, { en, lo }])),
  };
}

/** The report cards of a student over all terms, or of every student of a class. */
export async function readReportCards(
  db: Db,
  user: SignedInUser,
  { studentId, classId }: ReportCardsQuery,
): Promise<ReportCard[]> {
  const scope =
    studentId === undefined
      ? eq(enrolmentTable.classId, classId ?? '')
      : eq(enrolmentTable.studentId, studentId);
  const rows = await readScored(db, and(scope, ownBranchOnly(user, enrolmentTable.branchId)));
  if (rows.length === 0) throw new ApiError('notFound');
  const names = await courseNames(db, rows.map(nextCourseOf));
  const { centre, branches } = await centreNames(db);
  const rowsByStudent = groupRows(rows, (row) => row.studentId);
  return [...rowsByStudent.values()].flatMap((classes) => {
    const latest = classes.at(-1);
    if (!latest) return [];
    return {
      student: cardStudentOf(latest),
      centre,
      branch: branches.get(latest.branchId) ?? { en: '', lo: '' },
      classes: classes.map((row) => cardClassOf(row, names)),
    };
  });
}
