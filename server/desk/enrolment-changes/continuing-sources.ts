import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { ClassResult } from '#contract/classes/assessments.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import type { ContinuingClass, ContinuingInput } from '#contract/classes/continuing.ts';
import { presentStatuses } from '#contract/classes/enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { seatsTaken, statusNow } from '#server/academic/classes/seats.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { classResultTable } from '#server/db/tables/academic/assessments.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { courseAfter, type ContinuingSource, type FamilyPlace } from './continuing-proposal.ts';

export type ContinuingScope = Pick<ContinuingInput, 'fromTermId' | 'branchId'>;

/** True if the student or one of the payers of the student owes money on a confirmed order. */
const owes = sql<boolean>`exists (
  select from ${orderTable} owed
  where owed.state = 'confirmed' and owed.total_lak > owed.paid_lak + owed.pending_lak
    and (
      owed.payer_student_id = students.id
        or owed.payer_parent_id in (
          select link.parent_id from ${guardianTable} link
          where link.student_id = students.id and link.is_payer
        )
    ))`;

const payerOf = (studentId: SQL) => sql<string | null>`(
  select link.parent_id from ${guardianTable} link
  where link.student_id = ${studentId} and link.is_payer limit 1)`;

/** The places in a term of children for whom one of these payers pays. */
export async function readFamilyPlaces(
  db: Db | Tx,
  termId: string,
  sources: readonly ContinuingSource[],
): Promise<FamilyPlace[]> {
  const payers = [...new Set(sources.flatMap(({ payerId }) => payerId ?? []))];
  if (payers.length === 0) return [];
  return db
    .select({
      payerId: guardianTable.parentId,
      studentId: enrolmentTable.studentId,
      classId: enrolmentTable.classId,
    })
    .from(enrolmentTable)
    .innerJoin(guardianTable, eq(guardianTable.studentId, enrolmentTable.studentId))
    .where(
      and(
        eq(guardianTable.isPayer, true),
        inArray(guardianTable.parentId, payers),
        eq(enrolmentTable.termId, termId),
        inArray(statusNow, ['pending', 'active', 'suspended']),
      ),
    );
}

/** The result of a place; one without counts as passed if the course was before BranchDesk. */
const resultSoFar = sql<ClassResult | null>`coalesce(${classResultTable.result}, (
  select 'pass' from ${coursePassedBeforeTable} passed
  where passed.student_id = ${enrolmentTable.studentId}
    and passed.course_id = ${enrolmentTable.courseId}))`;

/** The active and suspended places of a term in a branch; who came first stands first. */
export const readSources = (db: Db | Tx, { fromTermId, branchId }: ContinuingScope) =>
  db
    .select({
      enrolmentId: enrolmentTable._id,
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      homeBranchId: studentTable.homeBranchId,
      fromClassId: classTable._id,
      fromClassCode: classTable.classCode,
      teacherId: classTable.teacherId,
      slots: classTable.slots,
      courseId: classTable.courseId,
      nextCourseId: courseTable.nextCourseId,
      result: resultSoFar,
      recommendedCourseId: classResultTable.recommendedCourseId,
      owes,
      payerId: payerOf(sql`${studentTable._id}`),
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .leftJoin(classResultTable, eq(classResultTable.enrolmentId, enrolmentTable._id))
    .where(
      and(
        eq(enrolmentTable.termId, fromTermId),
        eq(enrolmentTable.branchId, branchId),
        inArray(enrolmentTable.status, ['active', 'suspended']),
        eq(enrolmentTable.type, 'regular'),
        eq(studentTable.archived, false),
      ),
    )
    .orderBy(asc(enrolmentTable.createdAt), asc(enrolmentTable._id));

/** The classes of the new term that take students in this branch. */
export const readTargetClasses = (
  db: Db | Tx,
  termId: string,
  branchId: string,
): Promise<ContinuingClass[]> =>
  db
    .select({
      _id: classTable._id,
      classCode: classTable.classCode,
      branchId: classTable.branchId,
      courseId: classTable.courseId,
      teacherId: classTable.teacherId,
      courseName: sql<{ en: string; lo: string }>`
        jsonb_build_object('en', ${courseTable.nameEn}, 'lo', ${courseTable.nameLo})`,
      slots: classTable.slots,
      startDate: classTable.startDate,
      capacity: classTable.capacity,
      taken: seatsTaken,
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(classTable.termId, termId),
        eq(classTable.branchId, branchId),
        inArray(classTable.status, [...enrollingStatuses]),
      ),
    )
    .orderBy(asc(classTable.classCode));

export type ContinuingPlace = Awaited<ReturnType<typeof readSources>>[number];

/**
 * The places that have gone on into a term already, with the class of each: a place in the term
 * names them, or the student has one there in the course that they lead to, as one sold at a desk.
 */
export async function readContinued(
  db: Db | Tx,
  termId: string,
  sources: readonly ContinuingPlace[],
): Promise<ReadonlyMap<string, string>> {
  const students = [...new Set(sources.map(({ studentId }) => studentId))];
  if (students.length === 0) return new Map();
  const rows = await db
    .select({
      from: enrolmentTable.continuesId,
      studentId: enrolmentTable.studentId,
      courseId: enrolmentTable.courseId,
      classCode: classTable.classCode,
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(
      and(
        eq(enrolmentTable.termId, termId),
        inArray(enrolmentTable.studentId, students),
        inArray(statusNow, [...presentStatuses]),
      ),
    );
  const codes = new Map(
    rows.flatMap(({ from, studentId, courseId, classCode }) => [
      [from ?? '', classCode],
      [`${studentId} ${courseId}`, classCode],
    ]),
  );
  return new Map(
    sources.flatMap((source) => {
      const code =
        codes.get(source.enrolmentId) ?? codes.get(`${source.studentId} ${courseAfter(source)}`);
      return code === undefined ? [] : [[source.enrolmentId, code]];
    }),
  );
}
