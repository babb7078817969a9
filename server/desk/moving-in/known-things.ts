import { and, count, eq, gte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Slot } from '#contract/classes/timetable.ts';
import type { TeacherRate } from '#contract/people/teacher-rates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseCategoryTable } from '#server/db/tables/catalogue/course-categories.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { ratesOfTeachers } from '#server/people/teachers/teacher-rates.service.ts';
import { readFamilies, type FamilyMember } from './known-families.ts';
import type { KnownRecord } from './known-fields.ts';

/** The values of a record by the column of its sheet, as a row of the file would be read. */
export type RecordFacts = Partial<Record<string, string | number | null>>;

export type WeeklyClass = {
  label: string;
  teacherId: string | null;
  roomId: string | null;
  startDate: string;
  endDate: string;
  slots: readonly Slot[];
};

type CourseCategory = Pick<typeof courseCategoryTable.$inferSelect, 'code' | 'nameEn' | 'nameLo'>;

export type KnownThings = {
  facts: Map<string, RecordFacts>;
  /** Classes that go on, and those of rows, with their weekly times. */
  weekly: WeeklyClass[];
  /** The holidays of terms, and the lessons that classes have from today on. */
  holidays: Map<string, readonly string[]>;
  lessonsLeft: Map<string, number>;
  /** Branches, rooms, courses and teachers as their tables have them. */
  records: Map<string, KnownRecord>;
  /** The names of the categories of courses. */
  courseCategories: Map<string, CourseCategory>;
  /** The next course of each course, also that of rows. */
  nextCourses: Map<string, string | null>;
  /** The pay of teachers. */
  rates: Map<string, TeacherRate[]>;
  /** The guardians of each student who is there. */
  family: Map<string, FamilyMember[]>;
};

export const noThings = (): KnownThings => ({
  ...{ facts: new Map(), weekly: [], holidays: new Map(), lessonsLeft: new Map() },
  ...{
    courseCategories: new Map(),
    records: new Map(),
    nextCourses: new Map(),
    rates: new Map(),
    family: new Map(),
  },
});

/** Weekly times as one text, whatever their order. */
export const shownSlots = (slots: readonly Slot[]) =>
  slots
    .map(({ weekday, start, end }) => `${weekday} ${start}-${end}`)
    .toSorted()
    .join('; ');

/** Reads what rows of things are compared with. */
export async function readKnownThings(db: Db | Tx, today: string): Promise<KnownThings> {
  const things = noThings();
  const { facts, weekly, holidays, lessonsLeft, records, nextCourses, rates } = things;
  for (const table of [branchTable, roomTable, courseTable, teacherTable])
    for (const record of await db.select().from(table as PgTable))
      records.set(String(record['_id']), record);
  const { _id: courseId, nextCourseId: next } = courseTable;
  for (const course of await db.select({ courseId, next }).from(courseTable))
    nextCourses.set(course.courseId, course.next);
  for (const category of await db.select().from(courseCategoryTable))
    things.courseCategories.set(category._id, category);
  const teachers = await db.select({ _id: teacherTable._id }).from(teacherTable);
  const ids = teachers.map(({ _id }) => _id);
  for (const rate of await ratesOfTeachers(db, ids))
    rates.set(rate.teacherId, [...(rates.get(rate.teacherId) ?? []), rate]);
  for (const { _id, startDate, endDate, ...term } of await db.select().from(academicTermTable)) {
    facts.set(_id, { startDate, endDate });
    holidays.set(
      _id,
      term.holidays.map(({ date }) => date),
    );
  }
  const classes = await db.select().from(classTable);
  for (const { _id, startDate, endDate, capacity, minStudents, slots } of classes)
    facts.set(_id, { startDate, endDate, capacity, minStudents, timetable: shownSlots(slots) });
  for (const { status, classCode, oldName, ...one } of classes)
    if (status !== 'archived' && status !== 'finished')
      weekly.push({ ...one, label: oldName || classCode });
  const { classId, date, status } = classSessionTable;
  const left = await db
    .select({ classId, lessons: count() })
    .from(classSessionTable)
    .where(and(eq(status, 'scheduled'), gte(date, today)))
    .groupBy(classId);
  for (const one of left) lessonsLeft.set(one.classId, one.lessons);
  return { ...things, family: await readFamilies(db) };
}
