import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  gradeOf,
  proposedResult,
  weightedAverage,
  type Assessment,
  type ResultInput,
  type ResultRow,
  type Score,
  type ScoreSheet,
} from '#contract/classes/assessments.ts';
import { attendancePercent, attendingStatuses } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { countAttendance } from '#server/academic/attendance/roster.ts';
import type { TaughtClass } from '#server/academic/attendance/taught-class.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { lockOpenClass } from './assessments.service.ts';
import { classResultTable } from '#server/db/tables/academic/assessments.table.ts';

const columns = {
  enrolmentId: enrolmentTable._id,
  studentId: studentTable._id,
  studentCode: studentTable.studentCode,
  ...studentName,
  status: enrolmentTable.status,
  version: classResultTable.version,
  result: classResultTable.result,
  recommendedCourseId: classResultTable.recommendedCourseId,
  comment: classResultTable.comment,
};

const studentsOf = (db: Db | Tx, classId: string) =>
  db
    .select(columns)
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .leftJoin(classResultTable, eq(classResultTable.enrolmentId, enrolmentTable._id))
    .where(
      and(eq(enrolmentTable.classId, classId), inArray(enrolmentTable.status, attendingStatuses)),
    )
    .orderBy(studentTable.studentCode, enrolmentTable.startDate);

/** The totals of all students' scores and attendance, with the decisions about them. */
export async function readResults(
  db: Db | Tx,
  { _id, courseId }: TaughtClass,
  { assessments, scores }: { assessments: readonly Assessment[]; scores: readonly Score[] },
): Promise<ResultRow[]> {
  const [counts, students] = [await countAttendance(db, _id), await studentsOf(db, _id)];
  const [course] = await db
    .select({ nextCourseId: courseTable.nextCourseId })
    .from(courseTable)
    .where(eq(courseTable._id, courseId));
  const next = { pass: course?.nextCourseId ?? null, fail: courseId, conditional: null };
  return students.map(({ comment, ...student }) => {
    const own = scores.filter(({ enrolmentId }) => enrolmentId === student.enrolmentId);
    const parts = assessments.map(({ _id: assessmentId, maxScore, weight }) => {
      const { score = null, mark = null } =
        own.find((one) => one.assessmentId === assessmentId) ?? {};
      return { score, mark, maxScore, weight };
    });
    const average = weightedAverage(parts);
    const counted = counts.get(student.studentId);
    const attendance = counted ? attendancePercent(counted) : null;
    const proposed = proposedResult({ average, attendance });
    return {
      ...student,
      comment: comment ?? '',
      average,
      attendance,
      grade: gradeOf(average),
      proposed,
      proposedCourseId: proposed && next[proposed],
    };
  });
}

/**
 * Throws if a decision is about a student outside the class, if a student appears twice, or if a
 * course is unknown.
 */
async function checkResults(
  tx: Tx,
  results: readonly ResultInput[],
  enrolments: ReadonlyMap<string, unknown>,
): Promise<void> {
  const courseIds = [
    ...new Set(
      results.flatMap(({ recommendedCourseId }) => recommendedCourseId?.toLowerCase() ?? []),
    ),
  ];
  const courseRows =
    courseIds.length === 0
      ? []
      : await tx
          .select({ _id: courseTable._id })
          .from(courseTable)
          .where(inArray(courseTable._id, courseIds));
  const courses = new Set(courseRows.map(({ _id }) => _id));
  const ids = results.map(({ enrolmentId }) => enrolmentId.toLowerCase());
  const problems = results.flatMap(({ recommendedCourseId }, index): [string, FieldError][] => {
    const enrolmentId = ids[index] ?? '';
    if (!enrolments.has(enrolmentId)) return [[`results.${index}.enrolmentId`, 'notOfClass']];
    if (ids.indexOf(enrolmentId) < index) return [[`results.${index}.enrolmentId`, 'personTwice']];
    const isKnown = recommendedCourseId === null || courses.has(recommendedCourseId.toLowerCase());
    return isKnown ? [] : [[`results.${index}.recommendedCourseId`, 'courseUnknown']];
  });
  if (problems.length > 0) throw fieldsInvalid(Object.fromEntries(problems));
}

/**
 * Stores decisions about students of a class, all or none; answers 409 if somebody else has decided
 * since.
 */
export async function saveResults(
  tx: Tx,
  user: SignedInUser,
  classId: string,
  { results, read }: { results: readonly ResultInput[]; read: () => Promise<ScoreSheet> },
): Promise<WriteResult<ScoreSheet>> {
  const { _id } = await lockOpenClass(tx, user, classId);
  const before = new Map((await studentsOf(tx, _id)).map((row) => [row.enrolmentId, row]));
  await checkResults(tx, results, before);
  const own = (enrolmentId: string) => before.get(enrolmentId.toLowerCase());
  if (results.some(({ enrolmentId, version }) => (own(enrolmentId)?.version ?? null) !== version))
    throw new ApiError('versionConflict');
  const rows = results.map(({ enrolmentId, result, recommendedCourseId, comment }) => ({
    enrolmentId,
    result,
    recommendedCourseId,
    comment,
  }));
  const changes = {
    result: sql`excluded.result`,
    recommendedCourseId: sql`excluded.recommended_course_id`,
    comment: sql`excluded.comment`,
  };
  const stamps = { version: sql`${classResultTable.version} + 1`, updatedAt: sql`now()` };
  await tx
    .insert(classResultTable)
    .values(rows)
    .onConflictDoUpdate({ target: classResultTable.enrolmentId, set: { ...changes, ...stamps } });
  const values = (of: (enrolmentId: string) => unknown) =>
    Object.fromEntries(results.map(({ enrolmentId }) => [enrolmentId, of(enrolmentId)]));
  const after = values(
    (enrolmentId) => rows.find((row) => row.enrolmentId === enrolmentId)?.result ?? null,
  );
  return {
    answer: await read(),
    audit: {
      action: 'results',
      entity: 'classes',
      entityId: _id,
      before: values((enrolmentId) => own(enrolmentId)?.result ?? null),
      after,
    },
  };
}
