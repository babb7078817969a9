import { and, count, eq, gte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Slot } from '#contract/classes/timetable.ts';
import type { TeacherRate } from '#contract/people/teacher-rates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { ratesOfTeachers } from '#server/people/teachers/teacher-rates.service.ts';
import { isBegunOn } from '#server/academic/classes/added-classes.ts';
import { keepLaoName } from './category-names.ts';
import { readFamilies, type KnownFamilies } from './known-families.ts';
import type { KnownRecord } from './known-fields.ts';

export type WeeklyClass = {
  _id: string;
  label: string;
  teacherId: string | null;
  assistantIds: readonly string[];
  roomId: string | null;
  startDate: string;
  endDate: string;
  slots: readonly Slot[];
};

type CourseCategory = Pick<typeof courseCategoryTable.$inferSelect, 'code' | 'nameEn' | 'nameLo'>;

export type KnownThings = {
  /** Classes that go on, and those of rows, with their weekly times. */
  weekly: WeeklyClass[];
  /** The holidays of terms, and the lessons that classes have from today on. */
  holidays: Map<string, readonly string[]>;
  lessonsLeft: Map<string, number>;
  /** Classes with a session of the past, or with attendance. */
  begun: Set<string>;
  /** Branches, rooms, courses, teachers, terms and classes as their tables have them. */
  records: Map<string, KnownRecord>;
  /** The names of the categories of courses. */
  courseCategories: Map<string, CourseCategory>;
  /** The Lao names of categories by their code and names, also of those that rows add. */
  laoNames: Record<'courses' | 'products', Map<string, string>>;
  /** The next course of each course, also that of rows. */
  nextCourses: Map<string, string | null>;
  /** The state and the first day of each place. */
  placed: Map<string, { status: string; startDate: string }>;
  /** The pay of teachers. */
  rates: Map<string, TeacherRate[]>;
} & KnownFamilies;

export const noThings = (): KnownThings => ({
  weekly: [],
  holidays: new Map(),
  lessonsLeft: new Map(),
  begun: new Set(),
  courseCategories: new Map(),
  laoNames: { courses: new Map(), products: new Map() },
  records: new Map(),
  nextCourses: new Map(),
  rates: new Map(),
  placed: new Map(),
  family: new Map(),
  parentPhones: new Map(),
});

/** Reads what rows of things are compared with. */
export async function readKnownThings(db: Db | Tx, today: string): Promise<KnownThings> {
  const things = noThings();
  const { weekly, holidays, lessonsLeft, records, nextCourses, rates } = things;
  const tables = [branchTable, roomTable, courseTable, teacherTable, academicTermTable, classTable];
  for (const table of tables)
    for (const record of await db.select().from(table as PgTable))
      records.set(String(record['_id']), record);
  const { _id: courseId, nextCourseId: next } = courseTable;
  for (const course of await db.select({ courseId, next }).from(courseTable))
    nextCourses.set(course.courseId, course.next);
  for (const category of await db.select().from(courseCategoryTable)) {
    things.courseCategories.set(category._id, category);
    keepLaoName(things.laoNames.courses, category);
  }
  for (const category of await db.select().from(productCategoryTable))
    keepLaoName(things.laoNames.products, category);
  const teachers = await db.select({ _id: teacherTable._id }).from(teacherTable);
  const ids = teachers.map(({ _id }) => _id);
  for (const rate of await ratesOfTeachers(db, ids))
    rates.set(rate.teacherId, [...(rates.get(rate.teacherId) ?? []), rate]);
  for (const { _id, holidays: days } of await db.select().from(academicTermTable))
    holidays.set(
      _id,
      days.map((day) => day.date),
    );
  for (const { status, classCode, oldName, ...one } of await db.select().from(classTable))
    if (status !== 'archived' && status !== 'finished')
      weekly.push({ ...one, label: oldName || classCode });
  const { classId, date, status } = classSessionTable;
  const left = await db
    .select({ classId, lessons: count() })
    .from(classSessionTable)
    .where(and(eq(status, 'scheduled'), gte(date, today)))
    .groupBy(classId);
  const { _id: placeId, status: state, startDate } = enrolmentTable;
  for (const place of await db.select({ placeId, status: state, startDate }).from(enrolmentTable))
    things.placed.set(place.placeId, place);
  const begun = await db
    .selectDistinct({ classId })
    .from(classSessionTable)
    .where(isBegunOn(today));
  for (const one of begun) things.begun.add(one.classId);
  for (const one of left) lessonsLeft.set(one.classId, one.lessons);
  return { ...things, ...(await readFamilies(db)) };
}
