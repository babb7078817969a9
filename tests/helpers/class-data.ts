import { eq } from 'drizzle-orm';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import type { Db } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import type { Answer, Client } from './test-server.ts';
import { branchId } from './test-server.ts';

const today = new Date().toISOString().slice(0, 10);

export type TestTerm = typeof academicTermTable.$inferSelect;

let terms = 0;
/**
 * A term of eight weeks in which nobody else has classes; where `weeks` are given, so many from
 * this week's Monday.
 */
export async function addTerm(
  db: Db,
  { weeks, holidays = [] }: { weeks?: number; holidays?: number[] } = {},
): Promise<TestTerm> {
  terms += 1;
  const startDate = addDays(mondayOf(today), 7 * (weeks ?? 40 + 10 * terms));
  const days = holidays.map((offset) => ({ date: addDays(startDate, offset), name: 'ວັນພັກ' }));
  const [term] = await db
    .insert(academicTermTable)
    .values({
      name: `Test ${terms}`,
      code: `X${terms}`,
      academicYear: '2099',
      startDate,
      endDate: addDays(startDate, 55),
      branchIds: [],
      holidays: days,
      status: 'open',
      search: '',
    })
    .returning();
  if (!term) throw new Error('No term');
  return term;
}

const weekly = (...weekdays: number[]) =>
  weekdays.map((weekday) => ({ weekday, start: '17:00', end: '18:30' }));

/** A course, rooms and teachers for a class of the branch with this code. */
export async function partsOf(db: Db, code = 'VTE') {
  const own = await branchId(db, code);
  const [course] = await db.select().from(courseTable).where(eq(courseTable.code, 'ENG-A1'));
  const rooms = await db
    .select()
    .from(roomTable)
    .where(eq(roomTable.branchId, own))
    .orderBy(roomTable.name);
  const all = await db
    .select()
    .from(teacherTable)
    .where(eq(teacherTable.status, 'active'))
    .orderBy(teacherTable.teacherCode);
  const teachers = all.filter(({ branchIds, archived }) => branchIds.includes(own) && !archived);
  const students = await db
    .select()
    .from(studentTable)
    .where(eq(studentTable.homeBranchId, own))
    .orderBy(studentTable.studentCode)
    .limit(20);
  return {
    branchId: own,
    courseId: course?._id ?? '',
    rooms: rooms.map(({ _id }) => _id),
    teachers: teachers.map(({ _id }) => _id),
    students: students.map(({ _id }) => _id),
  };
}

/** A class on Monday, Wednesday and Friday afternoon, all term long. */
export const classIn = (
  term: TestTerm,
  parts: Awaited<ReturnType<typeof partsOf>>,
  more: Partial<SchoolClass> & Record<string, unknown> = {},
) => ({
  courseId: parts.courseId,
  branchId: parts.branchId,
  termId: term._id,
  startDate: term.startDate,
  endDate: term.endDate,
  slots: weekly(1, 3, 5),
  roomId: parts.rooms[0],
  capacity: 12,
  teacherId: parts.teachers[0],
  ...more,
});

/** The body of a successful answer; throws with the answer's text otherwise. */
export function done<T>(answer: Answer): T {
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<T>();
}

export const sessionsOf = async (client: Client, classId: string) =>
  done<ClassSession[]>(await client.get(`/class-sessions?classId=${classId}`));

/** Puts students into a class without asking anybody. */
export async function seat(
  db: Db,
  one: SchoolClass,
  studentIds: readonly string[],
  values: Partial<typeof enrolmentTable.$inferInsert> = {},
) {
  const { _id: classId, branchId: own, termId, courseId, startDate } = one;
  return db
    .insert(enrolmentTable)
    .values(
      studentIds.map((studentId) => ({
        studentId,
        classId,
        branchId: own,
        termId,
        courseId,
        startDate,
        status: 'active' as const,
        noChargeReason: 'Test',
        ...values,
      })),
    )
    .returning();
}
