import { and, count, eq, gte } from 'drizzle-orm';
import type { Slot } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { readFamilies, type FamilyMember } from './known-families.ts';

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

export type KnownThings = {
  facts: Map<string, RecordFacts>;
  /** Classes that go on, and those of rows, with their weekly times. */
  weekly: WeeklyClass[];
  /** The holidays of terms, and the lessons that classes have from today on. */
  holidays: Map<string, readonly string[]>;
  lessonsLeft: Map<string, number>;
  /** The guardians of each student who is there. */
  family: Map<string, FamilyMember[]>;
};

export const noThings = (): KnownThings => ({
  ...{ facts: new Map(), weekly: [], holidays: new Map(), lessonsLeft: new Map() },
  family: new Map(),
});

/** Weekly times as one text, whatever their order. */
export const shownSlots = (slots: readonly Slot[]) =>
  slots
    .map(({ weekday, start, end }) => `${weekday} ${start}-${end}`)
    .toSorted()
    .join('; ');

/** Reads what rows of things are compared with. */
export async function readKnownThings(db: Db | Tx, today: string): Promise<KnownThings> {
  const { facts, weekly, holidays, lessonsLeft } = noThings();
  for (const { _id, phone, district, village } of await db.select().from(branchTable))
    facts.set(_id, { phone, district, village });
  for (const { _id, capacity } of await db.select().from(roomTable))
    facts.set(_id, { seats: capacity });
  for (const { _id, totalSessions, defaultCapacity } of await db.select().from(courseTable))
    facts.set(_id, { sessions: totalSessions, capacity: defaultCapacity });
  for (const { _id, startDate, endDate, ...term } of await db.select().from(academicTermTable)) {
    facts.set(_id, { startDate, endDate });
    holidays.set(
      _id,
      term.holidays.map(({ date }) => date),
    );
  }
  for (const { _id, phone, dateOfBirth } of await db.select().from(teacherTable))
    facts.set(_id, { phone, dateOfBirth });
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
  return { facts, weekly, holidays, lessonsLeft, family: await readFamilies(db) };
}
