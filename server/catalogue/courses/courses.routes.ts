import { and, count, eq, inArray } from 'drizzle-orm';
import { courses, type Course, type CourseInput } from '#contract/courses/courses.ts';
import type { Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { productsOfCourse, storeProducts } from '#server/catalogue/products/course-products.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { nextCourseProblem } from './next-courses.ts';

const source = {
  table: courseTable,
  branch: 'whole-centre' as const,
  derived: { products: productsOfCourse },
};
/** Statuses of classes that still need their course. */
const LIVING = ['draft', 'open', 'running'] as const;

/**
 * The category must exist, and be in use if the course is. It is locked until the transaction ends.
 */
async function checkCategory(tx: Tx, { categoryId, active }: CourseInput): Promise<void> {
  const [category] = await tx
    .select({ active: courseCategoryTable.active })
    .from(courseCategoryTable)
    .where(eq(courseCategoryTable._id, categoryId))
    .for('share');
  if (!category) throw fieldsInvalid({ categoryId: 'categoryUnknown' });
  if (active && !category.active) throw fieldsInvalid({ categoryId: 'categoryInactive' });
}

async function checkClasses(tx: Tx, courseId: string): Promise<void> {
  const [cycle] = await tx
    .select({ classes: count() })
    .from(classTable)
    .where(and(eq(classTable.courseId, courseId), inArray(classTable.status, LIVING)));
  if (cycle && cycle.classes > 0) throw fieldsInvalid({ active: `classesInUse:${cycle.classes}` });
}

async function check(
  tx: Tx,
  input: CourseInput,
  { before }: { before: Course | undefined },
): Promise<void> {
  await checkCategory(tx, input);
  const { nextCourseId } = input;
  const problem =
    nextCourseId === null ? undefined : await nextCourseProblem(tx, nextCourseId, before?._id);
  if (problem !== undefined) throw fieldsInvalid({ nextCourseId: problem });
  if (before && !input.active) await checkClasses(tx, before._id);
}

const writing = {
  ...source,
  check,
  store: (
    tx: Tx,
    _id: string,
    { products }: CourseInput,
    { before }: { before: Course | undefined },
  ) => storeProducts(tx, _id, before?.products ?? [], products),
};

/** The courses of the centre; one list for all branches. */
export function courseRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, courses, { ...source, query: courses.query, order: [courseTable.code] });
  readRoute(api, db, courses, source);
  createRoute(api, db, courses, writing);
  replaceRoute(api, db, courses, writing);
}
