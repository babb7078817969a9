import { and, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { classes } from '#contract/classes/classes.ts';
import { nameKey } from '#contract/people/people.ts';
import { rooms } from '#contract/courses/rooms.ts';
import { teachers } from '#contract/people/teachers.ts';
import { meetings, type Slot } from '#contract/classes/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { nextCodes } from '#server/lib/numbering.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { searchText } from '#server/db/search-text.ts';
import { readCurrentTerm } from '#server/academic/academic-terms/current-terms.ts';
import type { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { chanceFrom, type Chance } from './chance.ts';
import { addDemoRates, makeTeacher } from './demo-teachers.ts';

const CAPACITY = 24;
/** The class sizes in turn: some are full, and the mean is twenty or a little more. */
const SIZES = [20, 24, 16, 19, 21, 18, 22, 17, 24];
/** A room is used at all these times, a teacher at this many of them. */
const TIMES_OF_TEACHER = 5;
const dayTimes = [
  ['08:00', '09:30'],
  ['09:30', '11:00'],
  ['13:00', '14:30'],
  ['14:30', '16:00'],
  ['16:00', '17:30'],
  ['17:30', '19:00'],
  ['19:00', '20:30'],
] as const;
/** No two of these times overlap, so that a room or a teacher is never needed twice. */
const times: readonly Slot[][] = [
  [1, 3, 5],
  [2, 4, 6],
].flatMap((weekdays) =>
  dayTimes.map(([start, end]) => weekdays.map((weekday) => ({ weekday, start, end }))),
);

export type ScaleCounts = { classes: number; enrolments: number; marks: number };
export const FULL_SCALE: ScaleCounts = { classes: 500, enrolments: 10_000, marks: 200_000 };

type Term = typeof academicTermTable.$inferSelect;
type Scale = {
  term: Term;
  courses: { _id: string; code: string }[];
  chance: Chance;
  today: string;
  nextNumber: (series: string) => number;
};

const withId = <Row extends object>(row: Row) => ({ ...row, _id: uuidv7() });

async function addRooms(tx: Tx, branchId: string, count: number): Promise<string[]> {
  const before = await tx.$count(roomTable, eq(roomTable.branchId, branchId));
  const rows = Array.from({ length: count }, (_, at) => {
    const row = {
      branchId,
      name: `S${before + at + 1}`,
      capacity: CAPACITY,
      equipment: '',
      active: true,
    };
    return withId({ ...row, search: searchText(row, rooms.search) });
  });
  await insertMany(tx, roomTable, rows);
  return rows.map(({ _id }) => _id);
}

async function addTeachers(
  tx: Tx,
  branchId: string,
  count: number,
  { chance, today }: Scale,
): Promise<string[]> {
  const codes = await nextCodes(tx, 'TC', count);
  const rows = codes.map((teacherCode, index) => {
    const nextPhone = () => `+85620${String(20_000_000 + Number(teacherCode.slice(-6)))}`;
    const { input, rate } = makeTeacher(
      { chance, branchIds: [branchId], year: Number(today.slice(0, 4)), nextPhone },
      index % 20,
    );
    const row = { ...input, status: 'active' as const, teacherCode };
    const stored = withId({
      ...row,
      nameKey: nameKey(row.firstName, row.lastName),
      search: searchText(row, teachers.search),
    });
    return { _id: stored._id, startDate: row.startDate, rate, stored };
  });
  await insertMany(
    tx,
    teacherTable,
    rows.map(({ stored }) => stored),
  );
  await addDemoRates(tx, rows);
  return rows.map(({ _id }) => _id);
}

/**
 * Adds classes of a branch: each room is used at every time before the next one is, and has
 * teachers of its own.
 */
async function addClasses(tx: Tx, branchId: string, count: number, scale: Scale) {
  const { term, chance, courses, nextNumber } = scale;
  const perRoom = Math.ceil(times.length / TIMES_OF_TEACHER);
  const roomCount = Math.ceil(count / times.length);
  const roomIds = await addRooms(tx, branchId, roomCount);
  const teacherIds = await addTeachers(tx, branchId, roomCount * perRoom, scale);
  const rows = Array.from({ length: count }, (_, at) => {
    const [room, time] = [Math.floor(at / times.length), at % times.length];
    const course = chance.pick(courses);
    const series = `${course.code}-${term.code}`;
    const row = {
      classCode: `${series}-${String(nextNumber(series)).padStart(2, '0')}`,
      courseId: course._id,
      termId: term._id,
      branchId,
      startDate: term.startDate,
      endDate: term.endDate,
      slots: times[time] ?? [],
      roomId: roomIds[room] ?? null,
      teacherId: teacherIds[room * perRoom + Math.floor(time / TIMES_OF_TEACHER)] ?? null,
      capacity: CAPACITY,
      minStudents: 6,
      assistantIds: [] as string[],
      deliveryMode: 'onSite' as const,
      feeId: null,
      note: '',
      status: 'running' as const,
      statusReason: '',
    };
    return withId({ ...row, search: searchText(row, classes.search) });
  });
  await insertMany(tx, classTable, rows);
  return rows;
}

type MadeClass = Awaited<ReturnType<typeof addClasses>>[number];

/**
 * Enrols students of the branch without a class, each in one class, so that nobody is needed twice.
 */
async function addEnrolments(
  tx: Tx,
  branchId: string,
  made: readonly MadeClass[],
  count: number,
): Promise<Map<string, string[]>> {
  const free = await tx
    .select({ _id: studentTable._id })
    .from(studentTable)
    .where(
      and(
        eq(studentTable.homeBranchId, branchId),
        eq(studentTable.archived, false),
        sql`not exists (select 1 from ${enrolmentTable} where student_id = ${studentTable._id})`,
      ),
    )
    .orderBy(studentTable.studentCode)
    .limit(count);
  const ids = free.map(({ _id }) => _id);
  const inClass = new Map(
    made.map(({ _id }, at) => [_id, ids.splice(0, SIZES[at % SIZES.length] ?? 0)]),
  );
  const rows = made.flatMap(({ _id: classId, termId, courseId, startDate }) =>
    (inClass.get(classId) ?? []).map((studentId) =>
      withId({
        studentId,
        classId,
        branchId,
        termId,
        courseId,
        startDate,
        type: 'regular' as const,
        status: 'active' as const,
        noChargeReason: 'ລົງທະບຽນກ່ອນໃຊ້ລະບົບ',
      }),
    ),
  );
  await insertMany(tx, enrolmentTable, rows);
  return inClass;
}

const statuses = [
  ['present', 88],
  ['late', 5],
  ['absent', 4],
  ['excused', 3],
] as const;

/**
 * Adds the sessions of the classes; those before today get their attendance, the earliest first, up
 * to `most` marks.
 */
async function addMeetings(
  tx: Tx,
  made: readonly MadeClass[],
  inClass: ReadonlyMap<string, string[]>,
  most: number,
  { term, today, chance }: Scale,
): Promise<number> {
  const closed = term.holidays.map(({ date }) => date);
  const all = made.flatMap(
    ({ _id: classId, branchId, startDate, endDate, slots, teacherId, roomId }) =>
      meetings(startDate, endDate, slots, closed).map((meeting) =>
        withId({ classId, branchId, ...meeting, teacherId, roomId }),
      ),
  );
  const marks: (typeof attendanceTable.$inferInsert)[] = [];
  const rows = all
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map((meeting) => {
      const students = inClass.get(meeting.classId) ?? [];
      const isTaken = meeting.date < today && students.length > 0 && marks.length < most;
      const markedAt = `${meeting.date}T14:00:00.000Z`;
      if (isTaken)
        marks.push(
          ...students.map((studentId) =>
            withId({
              sessionId: meeting._id,
              studentId,
              status: chance.weighted(statuses),
              markedAt,
            }),
          ),
        );
      return {
        ...meeting,
        status: isTaken ? ('held' as const) : ('scheduled' as const),
        attendanceTakenAt: isTaken ? markedAt : null,
      };
    });
  await insertMany(tx, classSessionTable, rows);
  await insertMany(tx, attendanceTable, marks);
  return marks.length;
}

/** The next running number of a class of this course and term. */
async function numbersOf(db: Db, { _id }: Term): Promise<(series: string) => number> {
  const known = await db
    .select({ classCode: classTable.classCode })
    .from(classTable)
    .where(eq(classTable.termId, _id));
  const last = new Map<string, number>();
  for (const { classCode } of known) {
    const [, series = '', number = ''] = /^(.+)-(\d+)$/.exec(classCode) ?? [];
    last.set(series, Math.max(last.get(series) ?? 0, Number(number)));
  }
  return (series) => last.set(series, (last.get(series) ?? 0) + 1).get(series) ?? 1;
}

/**
 * Adds classes to the running term in the existing branches, with rooms and teachers of their own,
 * students of their branch and the attendance until yesterday. No person and no room is in two
 * places, no class exceeds its capacity, and no session is on a holiday. Returns the added numbers:
 * fewer where there are too few students or days; nothing without a term.
 */
export async function seedScaleClasses(
  db: Db,
  wanted: ScaleCounts,
  progress: (classes: number) => void = () => {},
): Promise<ScaleCounts> {
  const added: ScaleCounts = { classes: 0, enrolments: 0, marks: 0 };
  const term = await readCurrentTerm(db);
  const courses = await db
    .select({ _id: courseTable._id, code: courseTable.code })
    .from(courseTable)
    .where(eq(courseTable.active, true))
    .orderBy(courseTable.code);
  if (!term || courses.length === 0) return added;
  const here = await db
    .select({ _id: branchTable._id })
    .from(branchTable)
    .where(eq(branchTable.active, true))
    .orderBy(branchTable.code);
  const today = await todayInLaos(db);
  const scale: Scale = {
    term,
    courses,
    today,
    chance: chanceFrom(await db.$count(classTable)),
    nextNumber: await numbersOf(db, term),
  };
  for (const [at, { _id }] of here.entries()) {
    // Divides the rest over the remaining branches.
    const part = (name: keyof ScaleCounts) =>
      Math.ceil((wanted[name] - added[name]) / (here.length - at));
    const [count, enrolments, marks] = [part('classes'), part('enrolments'), part('marks')];
    await db.transaction(async (tx) => {
      const made = await addClasses(tx, _id, count, scale);
      const inClass = await addEnrolments(tx, _id, made, enrolments);
      added.classes += made.length;
      added.enrolments += [...inClass.values()].reduce((sum, { length }) => sum + length, 0);
      added.marks += await addMeetings(tx, made, inClass, marks, scale);
    });
    progress(added.classes);
  }
  await db.execute(
    sql`
      analyze ${classTable}, ${classSessionTable}, ${enrolmentTable}, ${attendanceTable},
        ${roomTable}, ${teacherTable}`,
  );
  return added;
}
