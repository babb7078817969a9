import { and, count, eq, inArray } from 'drizzle-orm';
import { courses, type Course, type CourseInput } from '#contract/courses.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { oneAtATime } from '#server/lib/one-at-a-time.ts';
import { classTable } from '#server/modules/classes/classes.table.ts';
import { courseCategoryTable } from '#server/modules/course-categories/course-categories.table.ts';
import { courseTable } from './courses.table.ts';

const source = { table: courseTable, branch: 'whole-centre' as const };
/** In which a class still needs its course. */
const LIVING = ['draft', 'open', 'running'] as const;

/** The category must be there, and in use where the course is. It stays so until the transaction ends. */
async function checkCategory(tx: Tx, { categoryId, active }: CourseInput): Promise<void> {
  const [category] = await tx
    .select({ active: courseCategoryTable.active })
    .from(courseCategoryTable)
    .where(eq(courseCategoryTable._id, categoryId))
    .for('share');
  if (!category) throw fieldsInvalid({ categoryId: 'categoryUnknown' });
  if (active && !category.active) throw fieldsInvalid({ categoryId: 'categoryInactive' });
}

/** Whoever passes goes on and on, but never to a course they have passed. */
async function checkNext(tx: Tx, nextCourseId: string | null, courseId: string | undefined): Promise<void> {
  if (nextCourseId === null) return;
  await oneAtATime(tx, ['next-courses']);
  const rows = await tx.select({ _id: courseTable._id, next: courseTable.nextCourseId }).from(courseTable);
  const next = new Map(rows.map(({ _id, next: after }) => [_id, after]));
  const first = nextCourseId.toLowerCase();
  if (!next.has(first)) throw fieldsInvalid({ nextCourseId: 'courseUnknown' });
  let at: string | null = first;
  for (let steps = 0; at !== null && steps <= next.size; steps += 1) {
    if (at === courseId) throw fieldsInvalid({ nextCourseId: 'courseCircle' });
    at = next.get(at) ?? null;
  }
}

async function checkClasses(tx: Tx, courseId: string): Promise<void> {
  const [found] = await tx
    .select({ classes: count() })
    .from(classTable)
    .where(and(eq(classTable.courseId, courseId), inArray(classTable.status, LIVING)));
  if (found && found.classes > 0) throw fieldsInvalid({ active: `classesInUse:${found.classes}` });
}

async function check(tx: Tx, input: CourseInput, { before }: { before: Course | undefined }): Promise<void> {
  await checkCategory(tx, input);
  await checkNext(tx, input.nextCourseId, before?._id);
  if (before && !input.active) await checkClasses(tx, before._id);
}

/** What the centre teaches; one list for all branches. */
export function courseRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, courses, { ...source, query: courses.query, order: [courseTable.code] });
  readRoute(api, db, courses, source);
  createRoute(api, db, courses, { ...source, check });
  replaceRoute(api, db, courses, { ...source, check });
}
