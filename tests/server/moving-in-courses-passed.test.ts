import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckedRow } from '#contract/classes/enrolling.ts';
import type { StudentPlaces } from '#contract/classes/enrolment-page.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { recognise } from '#server/desk/moving-in/recognise.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let old: typeof studentTable.$inferSelect;
let next: Awaited<ReturnType<typeof insertClass>>;
let move: Move;
const steps = movingSteps(() => owner);

async function* once<Row>(rows: Row[]) {
  yield rows;
}
const bookOf = (students: MovingCells[], courses: MovingCells[] = []) =>
  buffer(
    xlsxBook([
      movingSheet('courses', [], once(courses)),
      movingSheet('students', [], once(students)),
    ]),
  );

/** A student who is there already, with what the old book says of them. */
const known = (coursesPassed: string) => ({
  studentCode: old.studentCode,
  firstName: old.firstName,
  lastName: old.lastName,
  gender: 'ຍິງ',
  homeBranch: 'VTE',
  coursesPassed,
});
const added = (studentCode: string, coursesPassed: string) => ({
  studentCode,
  firstName: studentCode,
  lastName: 'ຮຽນແລ້ວ',
  gender: 'ຊາຍ',
  homeBranch: 'VTE',
  dateOfBirth: { day: '2001-03-04' },
  phone: '020 5551 7301',
  coursesPassed,
});

/** What the desk is warned of, if this student goes into the next class. */
const warned = async () =>
  (await owner.post('/enrolments/check', { rows: [{ studentId: old._id, classId: next._id }] }))
    .json<CheckedRow[]>()[0]
    ?.findings.map(({ courseCode }) => courseCode);
const passedBy = async (studentCode: string) => {
  const [student] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.studentCode, studentCode));
  const record = (await owner.get(`/students/${student?._id}/places`)).json<StudentPlaces>();
  return record.passedBefore.map(({ code }) => code);
};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  const [student] = await insertProspects(server.db, 1);
  if (!student) throw new Error('A student was expected');
  old = student;
  const before = await insertClass(server.db, { course: 'ENG-A1' });
  const { branchId, courseId, termId, _id: classId } = before;
  await server.db.insert(enrolmentTable).values({
    studentId: old._id,
    classId,
    branchId,
    courseId,
    termId,
    status: 'withdrawn',
    startDate: addDays(dayInLaos(), -90),
  });
  const slots = [{ weekday: 5 as const, start: '06:00', end: '07:00' }];
  next = await insertClass(server.db, { course: 'ENG-B1', slots });
});
afterAll(() => server.close());

it('asks for a course that nothing names, and keeps what the cell says beside it', async () => {
  const course = {
    code: 'OLD-1',
    courseName: 'Old course',
    courseCategory: 'Old',
    sessions: 12,
  };
  expect(await warned()).toEqual(['ENG-A2']);
  const english = 'eng a2; ENG-A2';
  move = await steps.upload(
    await bookOf([known(english), added('OLD-7', 'OLD-1, ENG-A'), added('OLD-8', '')], [course]),
  );
  const [asked] = await steps.rows(move, 'students', 'problem');
  expect(asked?.problems).toMatchObject([{ field: 'coursesPassed', value: 'OLD-1, ENG-A' }]);
  expect(asked?.problems[0]?.choices).toEqual(['OLD-1, ENG-A1', 'OLD-1, ENG-A2']);
  const [shown] = await steps.rows(move, 'students', 'changed');
  expect(shown?.changes).toEqual([{ field: 'coursesPassed', before: '', after: 'ENG-A2' }]);
  if (asked)
    move = await steps.mend(move, asked, { field: 'coursesPassed', value: 'OLD-1, ENG-A1' });
  expect(move.counts).toMatchObject({ problem: 0, waiting: 0 });
});

it('warns of no missing level any more, and tells the courses from those passed here', async () => {
  move = await steps.run(move);
  expect(move.counts).toMatchObject({ ready: 0, changed: 0, problem: 0 });
  expect(await warned()).toEqual([]);
  expect(await passedBy(old.studentCode)).toEqual(['ENG-A2']);
  expect(await passedBy('OLD-7')).toEqual(['ENG-A1', 'OLD-1']);
});

it('adds what a later file says, takes nothing away, and takes back only its own', async () => {
  const later = await steps.upload(await bookOf([known('ENG-A1'), added('OLD-7', 'OLD-1')]));
  expect(later.counts).toMatchObject({ changed: 1, same: 1 });
  await steps.run(later);
  expect(await passedBy(old.studentCode)).toEqual(['ENG-A1', 'ENG-A2']);
  expect((await steps.undo(later)).kept).toEqual([]);
  expect(await passedBy(old.studentCode)).toEqual(['ENG-A2']);
  expect(await passedBy('OLD-7')).toEqual(['ENG-A1', 'OLD-1']);
});

it('warns again once the move is taken back, of which nothing stays', async () => {
  expect((await steps.undo(move)).kept).toEqual([]);
  expect(await passedBy(old.studentCode)).toEqual([]);
  expect(await warned()).toEqual(['ENG-A2']);
  const left = await server.db.select().from(courseTable).where(eq(courseTable.code, 'OLD-1'));
  expect(left).toEqual([]);
});

it('takes no column of yes and no for the courses passed', async () => {
  const columnsOf = async (heading: string) =>
    (await recognise(server.db, csv(`Student code,First name,${heading}`, 'OLD-9,Ann,Yes')))[0]
      ?.matching;
  for (const heading of ['Passed', 'Courses done'])
    expect(await columnsOf(heading)).toEqual(['studentCode', 'firstName', null]);
  expect((await columnsOf('Passed courses'))?.[2]).toBe('coursesPassed');
});
