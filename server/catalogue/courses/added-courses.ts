import { and, eq, exists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { courses, type CourseInput } from '#contract/courses/courses.ts';
import type { Tx } from '#server/db/client.ts';
import {
  addRecords,
  changeRecord,
  removeRecords,
  type RecordChange,
} from '#server/lib/added-rows.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { nextCourseProblem } from './next-courses.ts';

const next = alias(courseTable, 'next');

type NewCourse = Omit<CourseInput, 'products'> & { _id: string };

/** Sets the next courses of some, where these are there already. */
export async function linkCourses(
  tx: Tx,
  links: readonly { _id: string; nextCourseId: string | null }[],
): Promise<void> {
  for (const { _id, nextCourseId } of links) {
    if (nextCourseId === null) continue;
    const isThere = exists(
      tx.select({ _id: next._id }).from(next).where(eq(next._id, nextCourseId)),
    );
    await tx
      .update(courseTable)
      .set({ nextCourseId })
      .where(and(eq(courseTable._id, _id), isThere));
  }
}

/**
 * Adds courses; their next courses are set afterwards, because they may be among them. One that is
 * not there yet is linked by `linkCourses` when it comes.
 */
export async function addCourses(writer: Writer, rows: readonly NewCourse[]): Promise<void> {
  await addRecords(
    writer,
    courseTable,
    courses,
    rows.map((row) => ({ ...row, nextCourseId: null })),
  );
  await linkCourses(writer.tx, rows);
}

/**
 * Changes fields of a course; gives its version. A next course that is not there yet is linked by
 * `linkCourses` when it comes. Throws where next courses would lead back to the course, also when a
 * change is put back.
 */
export async function changeMovedCourse(
  writer: Writer,
  _id: string,
  { change: { nextCourseId, ...others }, ...rest }: RecordChange,
): Promise<number | undefined> {
  if (typeof nextCourseId !== 'string')
    return changeRecord(writer, courseTable, courses, _id, {
      ...rest,
      change: { ...others, ...(nextCourseId === null && { nextCourseId }) },
    });
  const problem = await nextCourseProblem(writer.tx, nextCourseId, _id);
  if (problem !== undefined && rest.undoes !== undefined) throw new ApiError('importInUse');
  if (problem === 'courseCircle') throw fieldsInvalid({ nextCourseId: problem });
  const change = problem === undefined ? { ...others, nextCourseId } : others;
  return changeRecord(writer, courseTable, courses, _id, { ...rest, change });
}

/**
 * Counts the version of a course whose products have changed, and gives it. With `undoes`, the
 * version that the undone change made, it is that of before: nobody else has changed the course.
 */
export async function countCourseVersion(
  tx: Tx,
  courseId: string,
  undoes: number | null,
): Promise<number | undefined> {
  const { _id, version } = courseTable;
  const [course] = await tx
    .update(courseTable)
    .set({
      version: sql`${version} + case when ${version} = ${undoes}::int then -1 else 1 end`,
      updatedAt: sql`now()`,
    })
    .where(eq(_id, courseId))
    .returning({ version });
  return course?.version;
}

/** Removes courses, also those that lead to each other; no course that stays leads to them. */
export async function removeCourses(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const _id of ids)
    await tx
      .update(courseTable)
      .set({ nextCourseId: null })
      .where(eq(courseTable.nextCourseId, _id));
  await removeRecords(tx, courseTable, ids);
}
