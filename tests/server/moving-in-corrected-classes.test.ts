import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// A later file corrects terms, classes and places: docs/moving-in.md, "Dry run".

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);
async function* once<Row>(rows: Row[]) {
  yield rows;
}
/** Uploads a workbook with these sheets, whose cells stand under their fields. */
const uploadBook = async (sheets: Partial<Record<MovingSheetKind, MovingCells[]>>) =>
  steps.upload(
    await buffer(
      xlsxBook(
        Object.entries(sheets).map(([kind, rows]) =>
          movingSheet(kind as MovingSheetKind, [], once(rows)),
        ),
      ),
    ),
  );
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

describe('a term and a class that a later file corrects', () => {
  const [firstDay, last] = [addDays(dayInLaos(), 60), addDays(dayInLaos(), 120)];
  const shown = (day: string) => day.split('-').toReversed().join('/');
  const term = { code: 'KFT', termName: 'Known term', academicYear: 'KF' };
  const days = { startDate: { day: firstDay }, endDate: { day: last } };
  const cls = { className: 'KF class', course: 'ENG-A1', term: 'KFT', branch: 'VTE', ...days };
  const tuesdays = { ...cls, timetable: 'Tue 06:00-07:30', capacity: 10 };
  const terms = () =>
    rowsOf(`select name, end_date::text as last, jsonb_array_length(holidays) as holidays, version
      from academic_terms where code = 'KFT'`);
  const classes = () =>
    rowsOf(`select class.capacity, min_students as least, class.version,
        (select name from rooms where rooms.id = class.room_id) as room,
        (select string_agg(distinct extract(isodow from date)::text, ',') from class_sessions lesson
          where lesson.class_id = class.id) as weekdays
      from classes class where old_name = 'KF class'`);
  const written = { capacity: 10, least: 0, version: 1, room: null, weekdays: '2' };
  let made: Move;

  it('changes the days and holidays of a term without classes, and puts them back', async () => {
    made = await steps.run(await uploadBook({ terms: [{ ...term, ...days }] }));
    const before = { name: 'Known term', last, holidays: 0, version: 1 };
    expect(await terms()).toEqual([before]);
    const end = addDays(last, 10);
    const corrected = [
      {
        ...term,
        ...days,
        termName: 'Other term',
        endDate: { day: end },
        holidays: `${shown(addDays(firstDay, 3))}-${shown(addDays(firstDay, 4))} Rest`,
      },
    ];
    const later = await uploadBook({ terms: corrected });
    expect((await steps.rows(later, 'terms'))[0]).toMatchObject({
      state: 'changed',
      changes: [
        { field: 'endDate', before: shown(last), after: shown(end) },
        { field: 'holidays', before: '', after: corrected[0]?.holidays },
        { field: 'termName', before: 'Known term', after: 'Other term' },
      ],
    });
    await steps.run(later);
    expect(await terms()).toEqual([{ name: 'Other term', last: end, holidays: 2, version: 2 }]);
    expect((await uploadBook({ terms: corrected })).counts).toMatchObject({ same: 1 });
    // A class that is there by now has its lessons by the new days, which is shown at once.
    const other = await steps.run(await uploadBook({ classes: [tuesdays] }));
    expect((await steps.undo(later)).kept).toEqual([{ kind: 'terms', name: 'KFT Other term' }]);
    expect((await steps.read(later._id)).state).toBe('done');
    expect((await steps.undo(other)).kept).toEqual([]);
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await terms()).toEqual([before]);
    const outside = [{ ...term, ...days, holidays: `${shown(addDays(last, 5))} Late` }];
    expect((await uploadBook({ terms: outside })).counts).toMatchObject({ problem: 1 });
  });

  it('plans a class again that has not begun, and puts its lessons back', async () => {
    const rooms = [{ branch: 'VTE', room: 'KF hall', seats: 20 }];
    const first = await steps.run(await uploadBook({ rooms, classes: [tuesdays] }));
    expect(await classes()).toEqual([written]);
    expect((await uploadBook({ classes: [tuesdays] })).counts).toMatchObject({ same: 1 });
    const corrected = {
      ...cls,
      timetable: 'Wed 06:00-07:30',
      room: 'KF hall',
      capacity: 12,
      minStudents: 3,
    };
    const later = await uploadBook({ classes: [corrected] });
    expect((await steps.rows(later, 'classes'))[0]?.changes.map(({ field }) => field)).toEqual([
      'room',
      'capacity',
      'timetable',
      'minStudents',
    ]);
    expect((await steps.run(later)).counts).toMatchObject({ in: 1 });
    expect(await classes()).toEqual([
      { capacity: 12, least: 3, version: 2, room: 'KF hall', weekdays: '3' },
    ]);
    expect((await uploadBook({ classes: [corrected] })).counts).toMatchObject({ same: 1 });
    // The term has a class now, so its days are those of lessons.
    const longer = [{ ...term, ...days, endDate: { day: addDays(last, 10) } }];
    expect((await steps.rows(await uploadBook({ terms: longer }), 'terms'))[0]).toMatchObject({
      state: 'same',
      problems: [{ field: 'endDate', isHint: true }],
    });
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await classes()).toEqual([written]);
    expect((await steps.undo(first)).kept).toEqual([]);
  });

  it('gives a class assistants and adds to its note, and keeps the assistants once it has begun', async () => {
    const assistant = (code: string) => ({
      teacherCode: code,
      firstName: code,
      lastName: 'Known',
      gender: 'F',
      branches: 'VTE',
    });
    const teachers = [assistant('KF-A1'), assistant('KF-A2')];
    const first = await steps.run(
      await uploadBook({ teachers, classes: [{ ...tuesdays, note: 'Old book 7' }] }),
    );
    const now = () =>
      rowsOf(`select note, version, (select string_agg(teacher_code, ',') from teachers
          where to_jsonb(assistant_ids) ? teachers.id::text) as assistants
        from classes where old_name = 'KF class'`);
    const before = { note: 'Old book 7', version: 1, assistants: null };
    expect(await now()).toEqual([before]);
    const corrected = { ...tuesdays, note: 'Brings own books', assistants: 'KF-A1' };
    const later = await uploadBook({ classes: [corrected] });
    expect((await steps.rows(later, 'classes'))[0]?.changes).toEqual([
      { field: 'note', before: 'Old book 7', after: 'Old book 7 · Brings own books' },
      { field: 'assistants', before: '', after: 'KF-A1 KF-A1 Known' },
    ]);
    expect((await steps.run(later)).counts).toMatchObject({ in: 1 });
    const after = { note: 'Old book 7 · Brings own books', version: 2, assistants: 'KF-A1' };
    expect(await now()).toEqual([after]);
    expect((await uploadBook({ classes: [corrected] })).counts).toMatchObject({ same: 1 });

    const begins = (day: string) =>
      rowsOf(`update class_sessions set date = '${day}' where id = (
        select min(lesson.id::text)::uuid from class_sessions lesson
        join classes class on class.id = class_id where old_name = 'KF class')`);
    const [planned] = await rowsOf(`select min(date)::text as day from class_sessions lesson
      join classes class on class.id = class_id where old_name = 'KF class'`);
    await begins('2026-01-06');
    const other = await uploadBook({ classes: [{ ...corrected, assistants: 'KF-A2' }] });
    expect((await steps.rows(other, 'classes'))[0]).toMatchObject({
      state: 'same',
      problems: [{ field: 'assistants', isHint: true }],
    });
    // What keeps the class is shown before anything is taken back.
    expect((await steps.undo(later)).kept).toEqual([{ kind: 'classes', name: 'KF class' }]);
    expect((await steps.read(later._id)).state).toBe('done');
    expect(await now()).toEqual([after]);
    await begins(String(planned?.['day']));
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await now()).toEqual([before]);
    expect((await steps.undo(first)).kept).toEqual([]);
  });

  it('says what a student and a place keep, where the file says others', async () => {
    const student = {
      studentCode: 'KF-S1',
      firstName: 'Stay',
      lastName: 'Here',
      gender: 'F',
      guardian1FirstName: 'Mae',
      guardian1LastName: 'Stay',
      guardian1Relation: 'mother',
      guardian1Phone: '020 5551 8021',
      homeBranch: 'VTE',
      status: 'Active',
    };
    const place = {
      student: 'KF-S1',
      class: 'KF class',
      placeState: 'Active',
      startDate: days.startDate,
    };
    const all = { classes: [tuesdays], students: [student], enrolments: [place] };
    const first = await steps.run(await uploadBook(all));
    expect((await uploadBook(all)).counts).toMatchObject({ same: 3, problem: 0 });
    const later = await uploadBook({
      students: [{ ...student, homeBranch: 'LPB', status: 'Inactive' }],
      enrolments: [{ ...place, placeState: 'Suspended', startDate: { day: addDays(firstDay, 7) } }],
    });
    const said = async (kind: MovingSheetKind) =>
      (await steps.rows(later, kind)).map(({ state, problems }) => [
        state,
        ...problems.map(({ field, isHint, error }) => [field, isHint, error.split(',')[0]]),
      ]);
    expect(await said('students')).toEqual([
      ['same', ['homeBranch', true, 'Here it is VTE'], ['status', true, 'Here it is Active']],
    ]);
    expect(await said('enrolments')).toEqual([
      [
        'same',
        ['startDate', true, `Here it is ${shown(firstDay)}`],
        ['placeState', true, 'Here it is Active'],
      ],
    ]);
    expect((await steps.undo(first)).kept).toEqual([]);
  });

  it('says that an assistant is needed twice', async () => {
    const teachers = [
      { teacherCode: 'KF-A3', firstName: 'Three', lastName: 'Known', gender: 'F', branches: 'VTE' },
    ];
    const twice = await uploadBook({
      teachers,
      classes: [
        { ...tuesdays, teacher: 'KF-A3' },
        { ...tuesdays, className: 'KF class 2', assistants: 'KF-A3' },
      ],
    });
    const rows = await steps.rows(twice, 'classes');
    expect(rows.map(({ state, problems }) => [state, problems.map(({ field }) => field)])).toEqual([
      ['ready', []],
      ['ready', ['assistants']],
    ]);
  });

  it('keeps the plan of a class that has begun, and a seat for each student', async () => {
    const first = await steps.run(await uploadBook({ classes: [tuesdays] }));
    await rowsOf(`update class_sessions set date = '2026-01-06' where id = (
      select min(lesson.id::text)::uuid from class_sessions lesson
      join classes class on class.id = class_id where old_name = 'KF class')`);
    const later = await uploadBook({
      classes: [{ ...cls, timetable: 'Wed 06:00-07:30', capacity: 12 }],
    });
    expect((await steps.rows(later, 'classes'))[0]).toMatchObject({
      state: 'changed',
      changes: [{ field: 'capacity', before: '10', after: '12' }],
      problems: [{ field: 'timetable', isHint: true }],
    });
    await steps.run(later);
    expect(await classes()).toMatchObject([{ capacity: 12, weekdays: '2' }]);
    expect((await steps.undo(later)).kept).toEqual([]);
    const places = `insert into enrolments
        (id, branch_id, student_id, class_id, term_id, course_id, status, start_date)
      select gen_random_uuid(), class.branch_id, student.id, class.id, class.term_id,
        class.course_id, 'active', class.start_date
      from classes class join (select id from students limit 2) student on true
      where old_name = 'KF class'`;
    await rowsOf(places);
    const small = await uploadBook({ classes: [{ ...tuesdays, capacity: 1 }] });
    expect((await steps.rows(small, 'classes'))[0]?.problems).toMatchObject([
      { field: 'capacity', isHint: false },
    ]);
    await rowsOf(`delete from enrolments where class_id in (
      select id from classes where old_name = 'KF class')`);
    expect((await steps.undo(first)).kept).toEqual([]);
    expect((await steps.undo(made)).kept).toEqual([]);
  });
});
