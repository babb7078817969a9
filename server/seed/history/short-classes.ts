import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays } from '#contract/dates.ts';
import { type Slot } from '#contract/classes/timetable.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { readCurrentTerm } from '#server/academic/academic-terms/current-terms.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classSessionTable, classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { makeClass, sessionsOf } from '#server/seed/demo-classes.ts';
import { newcomersOf } from './newcomers.ts';

const afternoons = (...weekdays: number[]): Slot[] =>
  weekdays.map((weekday) => ({ weekday, start: '14:00', end: '15:30' }));

/** Classes that begin within two weeks, each with a problem that an admin has to solve. */
const short = [
  {
    branch: 'VTE',
    course: 'CHN-H2',
    inDays: 6,
    slots: afternoons(2, 4),
    room: 1,
    hasTeacher: true,
    places: 2,
  },
  {
    branch: 'VTE',
    course: 'ENG-A1',
    inDays: 9,
    slots: afternoons(1, 3, 5),
    room: null,
    hasTeacher: false,
    places: 6,
  },
  {
    branch: 'LPB',
    course: 'KID-1',
    inDays: 8,
    slots: afternoons(1, 3),
    room: null,
    hasTeacher: true,
    places: 3,
  },
  {
    branch: 'PKS',
    course: 'ENG-A1',
    inDays: 11,
    slots: afternoons(2, 4),
    room: 2,
    hasTeacher: false,
    places: 3,
  },
] as const;

/** Adds them to the running term, with their first students. */
export async function addShortClasses(tx: Tx): Promise<void> {
  const today = await todayInLaos(tx);
  const term = await readCurrentTerm(tx);
  if (!term) throw new Error('The demo terms are not there');
  const courses = await tx
    .select({ _id: courseTable._id, code: courseTable.code })
    .from(courseTable);
  const branches = await tx
    .select({ _id: branchTable._id, code: branchTable.code })
    .from(branchTable);
  const centre = {
    courseIds: new Map(courses.map(({ code, _id }) => [code, _id])),
    rooms: await tx.select().from(roomTable).orderBy(roomTable.name),
  };
  const teachers = await tx
    .select()
    .from(teacherTable)
    .where(eq(teacherTable.status, 'active'))
    .orderBy(teacherTable.teacherCode);
  for (const { branch: code, course, inDays, slots, room, hasTeacher, places } of short) {
    const branch = branches.find((one) => one.code === code);
    if (!branch) continue;
    const startDate = addDays(today, inDays);
    const teacherIds = teachers
      .filter(({ branchIds }) => branchIds[0] === branch._id)
      .slice(-1)
      .map(({ _id }) => _id);
    const number =
      1 +
      (await tx.$count(
        classTable,
        and(
          eq(classTable.termId, term._id),
          eq(classTable.courseId, centre.courseIds.get(course) ?? ''),
        ),
      ));
    const made = makeClass(
      { centre, branch, term: { ...term, startDate }, teacherIds, isRunning: true },
      { course, pattern: 0, room, hasTeacher, fill: 0 },
      0,
      number,
    );
    const one = { ...made, slots: [...slots], status: 'open' as const };
    await insertMany(tx, classTable, [one]);
    await insertMany(tx, classSessionTable, sessionsOf(one));
    const people = await newcomersOf(tx, branch._id, {
      count: places,
      courseId: one.courseId,
      startDate,
    });
    await insertMany(
      tx,
      enrolmentTable,
      people.map((studentId) => ({
        _id: uuidv7(),
        studentId,
        classId: one._id,
        branchId: branch._id,
        termId: term._id,
        courseId: one.courseId,
        startDate,
        type: 'regular' as const,
        status: 'active' as const,
        noChargeReason: '',
      })),
    );
  }
}
