import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  categoryMove,
  courseCategories,
  courseCategory,
  type CategoryMove,
  type CourseCategory,
  type CourseCategoryInput,
} from '#contract/courses/course-categories.ts';
import { id } from '#contract/fields.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { writeRoute, type WriteResult } from '#server/lib/write.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';

const order = [courseCategoryTable.position, courseCategoryTable.nameEn];
const source = { table: courseCategoryTable, branch: 'whole-centre' as const };

/**
 * Refuses to archive a category with courses in use. Its row is locked, so that no course is added
 * to it meanwhile.
 */
async function check(
  tx: Tx,
  { active }: CourseCategoryInput,
  { before }: { before: CourseCategory | undefined },
): Promise<void> {
  if (active || !before) return;
  const count = await tx.$count(
    courseTable,
    and(eq(courseTable.categoryId, before._id), eq(courseTable.active, true)),
  );
  if (count > 0) throw fieldsInvalid({ active: `coursesInUse:${count}` });
}

/**
 * Swaps a category with its neighbour; all are numbered again, because equal numbers could not be
 * swapped.
 */
async function moveCategory(
  tx: Tx,
  _id: string,
  { direction }: CategoryMove,
): Promise<WriteResult<CourseCategory>> {
  await takeLocks(tx, { advisoryKeys: ['course-categories'] });
  const rows = await tx
    .select()
    .from(courseCategoryTable)
    .orderBy(...order, courseCategoryTable._id)
    .for('update');
  const from = rows.findIndex((row) => row._id === _id);
  const moved = rows[from];
  if (!moved) throw new ApiError('notFound');
  const to = Math.min(Math.max(from + (direction === 'up' ? -1 : 1), 0), rows.length - 1);
  const ordered = rows.toSpliced(from, 1).toSpliced(to, 0, moved);
  const changed = ordered.flatMap((row, position) =>
    row.position === position ? [] : [{ row, position }],
  );
  for (const { row, position } of changed) {
    await tx
      .update(courseCategoryTable)
      .set({ position, version: row.version + 1, updatedAt: sql`now()` })
      .where(eq(courseCategoryTable._id, row._id));
  }
  const [answer = moved] = await tx
    .select()
    .from(courseCategoryTable)
    .where(eq(courseCategoryTable._id, _id));
  const audit = changed.map(({ row, position }) => ({
    action: 'update',
    entity: courseCategories.name,
    entityId: row._id,
    before: { position: row.position },
    after: { position },
  }));
  return { answer, audit };
}

/** The categories of courses; one list for the whole centre. */
export function courseCategoryRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, courseCategories, { ...source, query: courseCategories.query, order });
  readRoute(api, db, courseCategories, source);
  createRoute(api, db, courseCategories, { ...source, check });
  replaceRoute(api, db, courseCategories, { ...source, check });
  writeRoute(api, db, {
    method: 'POST',
    path: `${courseCategories.path}/:id/move`,
    action: courseCategories.write,
    params: z.object({ id }),
    body: categoryMove,
    status: 200,
    answer: courseCategory,
    work: ({ tx }, request) => moveCategory(tx, request.params.id.toLowerCase(), request.body),
  });
}
