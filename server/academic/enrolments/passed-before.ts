import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/client.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';

const { studentId, courseId, rowId } = coursePassedBeforeTable;

/** The courses of a row of a move, which its student passed before BranchDesk. */
type PassedOfRow = { rowId: string; studentId: string; courseIds: readonly string[] };

/** The courses that each student passed before BranchDesk, with their names, by their codes. */
export function readPassedBefore(db: Db | Tx, studentIds: readonly string[]) {
  const { code, nameEn, nameLo } = courseTable;
  return db
    .select({ studentId, courseId, code, nameEn, nameLo })
    .from(coursePassedBeforeTable)
    .innerJoin(courseTable, eq(courseTable._id, courseId))
    .where(inArray(studentId, [...studentIds]))
    .orderBy(asc(code));
}

/** Adds what rows of a move say; a course that a student has already keeps its row. */
export async function addPassedBefore(tx: Tx, rows: readonly PassedOfRow[]): Promise<void> {
  const values = rows.flatMap(({ courseIds, ...row }) =>
    courseIds.map((one) => ({ ...row, courseId: one })),
  );
  if (values.length > 0)
    await tx.insert(coursePassedBeforeTable).values(values).onConflictDoNothing();
}

/** Removes what rows of a move have said. */
export async function removePassedBefore(tx: Tx, rowIds: readonly string[]): Promise<void> {
  await tx.delete(coursePassedBeforeTable).where(inArray(rowId, [...rowIds]));
}

/** Gives the passed courses of the dropped student to the kept one in a merge. */
export async function mergePassedBefore(
  tx: Tx,
  { keepId, dropId }: { keepId: string; dropId: string },
): Promise<void> {
  const kept = alias(coursePassedBeforeTable, 'kept');
  const isKept = tx
    .select({ one: sql`1` })
    .from(kept)
    .where(and(eq(kept.studentId, keepId), eq(kept.courseId, courseId)));
  await tx.delete(coursePassedBeforeTable).where(and(eq(studentId, dropId), exists(isKept)));
  await tx.update(coursePassedBeforeTable).set({ studentId: keepId }).where(eq(studentId, dropId));
}
