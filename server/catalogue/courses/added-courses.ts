import { eq } from 'drizzle-orm';
import { courses, type CourseInput } from '#contract/courses/courses.ts';
import type { Tx } from '#server/db/client.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import type { Writer } from '#server/lib/writer.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';

type NewCourse = Omit<CourseInput, 'products'> & { _id: string };

/** Adds courses; their next courses are set afterwards, because they may be among them. */
export async function addCourses(writer: Writer, rows: readonly NewCourse[]): Promise<void> {
  await addRecords(
    writer,
    courseTable,
    courses,
    rows.map((row) => ({ ...row, nextCourseId: null })),
  );
  for (const { _id, nextCourseId } of rows) {
    if (nextCourseId !== null)
      await writer.tx.update(courseTable).set({ nextCourseId }).where(eq(courseTable._id, _id));
  }
}

/** Removes courses, also those that lead to each other. */
export async function removeCourses(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const _id of ids)
    await tx
      .update(courseTable)
      .set({ nextCourseId: null })
      .where(eq(courseTable.nextCourseId, _id));
  await removeRecords(tx, courseTable, ids);
}
