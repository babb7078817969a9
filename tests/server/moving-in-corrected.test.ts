import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// A later file corrects what an earlier one has brought in: docs/moving-in.md, "Dry run".

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

describe('a guardian whom a later file adds to a student', () => {
  const columns = [1, 2].map(
    (at) => `Guardian ${at} first name,Guardian ${at} last name,Guardian ${at} phone`,
  );
  const relations = 'Guardian 1 relation,Guardian 2 relation';
  const head = `Student code,Full name,Gender,Home branch,${columns.join()},${relations},Payer`;
  const mother = 'Maenoy,Vongsa,020 5551 7901';
  const father = 'Phokham,Vongsa,020 5551 7902';
  const child = (code: string, first: string, second = ',,', payer = '') =>
    `${code},Child Of${code.replace('-', '')},F,VTE,${first},${second},mother,${second === ',,' ? '' : 'father'},${payer}`;
  const upload = (...rows: string[]) => steps.upload(csv(head, ...rows));
  const moveIn = async (...rows: string[]) => steps.run(await upload(...rows));
  const family = (code: string) =>
    rowsOf(`select parents.first_name as name, is_payer as payer from guardians
      join parents on parents.id = parent_id join students on students.id = student_id
      where student_code = '${code}' order by position`);
  const named = (name: string) => rowsOf(`select from parents where first_name = '${name}'`);
  const alone = [{ name: 'Maenoy', payer: true }];
  const both = [...alone, { name: 'Phokham', payer: false }];
  let first: Move;

  it('is linked once, beside those whom the student has, and leaves the payer', async () => {
    first = await moveIn(child('GU-1', mother));
    const file = [child('GU-1', mother, father, '2')] as const;
    const later = await upload(...file);
    expect(await steps.rows(later, 'students')).toMatchObject([
      {
        state: 'changed',
        changes: [{ field: 'guardian2Phone', before: '', after: 'Phokham Vongsa 020 5551 7902' }],
        problems: [{ field: 'payer', isHint: true }],
      },
    ]);
    expect((await steps.run(later)).counts).toMatchObject({ in: 1 });
    expect(await family('GU-1')).toEqual(both);
    expect((await upload(...file)).counts).toMatchObject({ same: 1, changed: 0 });

    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await family('GU-1')).toEqual(alone);
    expect(await named('Phokham')).toEqual([]);
    // Nothing is left of the later file, so the earlier one can be taken back too.
    expect((await steps.undo(first)).kept).toEqual([]);
    expect(await named('Maenoy')).toEqual([]);
  });

  it('who is a record already is linked, and stays when the link is taken back', async () => {
    await moveIn(child('GU-2', mother), child('GU-3', father));
    const later = await moveIn(child('GU-2', mother, father));
    expect(await family('GU-2')).toEqual(both);
    expect(await named('Phokham')).toHaveLength(1);
    expect((await steps.undo(later)).kept).toEqual([]);
    expect([await family('GU-2'), await family('GU-3')]).toEqual([
      alone,
      [{ name: 'Phokham', payer: true }],
    ]);
  });

  it('of whom only the name or only the phone is known is said, and not added', async () => {
    await moveIn(child('GU-4', mother));
    const unclear = [
      child('GU-4', mother, 'Maenoy,Vongsa,020 5551 7999'),
      child('GU-4', mother, 'Bounmy,Keola,020 5551 7901'),
    ];
    for (const row of unclear)
      expect(await steps.rows(await upload(row), 'students')).toMatchObject([
        { state: 'same', problems: [{ field: 'guardian2Phone', isHint: true }] },
      ]);
  });

  it('who has other phones here is said, and keeps them', async () => {
    const mali = (second: string) => `Mali,Vongsa,020 5551 7921 / ${second}`;
    await moveIn(child('GU-8', mali('020 5551 7922')));
    const [same] = await steps.rows(await upload(child('GU-8', mali('020 5551 7922'))), 'students');
    expect(same).toMatchObject({ state: 'same', problems: [] });
    // Also beside a sister who is new.
    for (const [code, state] of [
      ['GU-8', 'same'],
      ['GU-9', 'ready'],
    ] as const) {
      const later = await upload(child(code, mali('020 5551 7923')));
      const [row] = await steps.rows(later, 'students');
      expect(row).toMatchObject({ state, problems: [{ field: 'guardian1Phone', isHint: true }] });
      expect(row?.problems[0]?.error).toContain('020 5551 7921, 020 5551 7922');
    }
  });

  it('waits where somebody has given the student one since the check', async () => {
    await moveIn(child('GU-5', mother), child('GU-6', father));
    const later = await upload(child('GU-5', mother, 'Bounmy,Keola,020 5551 7903'));
    await rowsOf(`insert into guardians
      select student.id, parent_id, 1, relation, false, false, true from guardians
      join students own on own.id = student_id join students student on true
      where own.student_code = 'GU-6' and student.student_code = 'GU-5'`);
    expect((await steps.run(later)).counts).toMatchObject({ in: 0, problem: 1 });
    const [row] = await steps.rows(later, 'students');
    expect(row?.problems).toMatchObject([{ field: 'guardian2Phone', isHint: false }]);
    expect(await named('Bounmy')).toEqual([]);
  });

  it('stays once somebody has made them the payer', async () => {
    await moveIn(child('GU-7', mother));
    const later = await moveIn(child('GU-7', mother, 'Somchit,Keola,020 5551 7904'));
    await rowsOf(`update guardians set is_payer = false
      where student_id = (select id from students where student_code = 'GU-7')`);
    await rowsOf(`update guardians set is_payer = true
      where parent_id = (select id from parents where first_name = 'Somchit')`);
    expect((await steps.undo(later)).kept).toMatchObject([{ kind: 'students' }]);
    expect((await steps.undo(later, true)).kept).toMatchObject([{ kind: 'students' }]);
    expect(await family('GU-7')).toHaveLength(2);
  });
});

describe('a record that a later file corrects', () => {
  const branch = { branchCode: 'KFA', branchName: 'Known', provinceCode: '01' };
  const room = { branch: 'KFA', room: 'Known room' };
  const course = { code: 'KF-1', courseName: 'Known one', courseCategory: 'Languages' };
  const teacher = {
    teacherCode: 'KF-T1',
    firstName: 'Kham',
    lastName: 'Known',
    gender: 'M',
    branches: 'KFA',
  };
  const before = {
    branches: [{ ...branch, village: 'Nongbone', phone: '020 5551 8001' }],
    rooms: [{ ...room, seats: 12 }],
    courses: [
      { ...course, sessions: 20, capacity: 10 },
      { code: 'KF-2', courseName: 'Known two', courseCategory: 'Languages', sessions: 20 },
    ],
    teachers: [{ ...teacher, phone: '020 5551 8002', employmentType: 'Part-time' }],
  };
  const after = {
    branches: [{ ...branch, village: '', phone: '020 5551 8009' }],
    rooms: [{ ...room, seats: 20 }],
    courses: [{ ...course, sessions: 24, level: 'A2', ages: '6-9', nextCourse: 'KF-2' }],
    teachers: [
      {
        ...teacher,
        phone: '020 5551 8010',
        employmentType: 'Full-time',
        dateOfBirth: '01/02/1990',
        startDate: '03/04/2020',
        note: 'Sings',
      },
    ],
  };
  const now = () =>
    rowsOf(`select branch.village, branch.phone, branch.version as branch, capacity as seats,
        room.version as room, total_sessions as sessions, default_capacity as size, level,
        min_age as least, max_age as most, course.version as course,
        (select code from courses next where next.id = course.next_course_id) as next,
        teacher.phone as call, employment_type as type, date_of_birth::text as born,
        start_date::text as since, teacher.note, teacher.version as teacher
      from branches branch join rooms room on room.branch_id = branch.id
      join courses course on course.code = 'KF-1'
      join teachers teacher on teacher_code = 'KF-T1' where branch.code = 'KFA'`);
  const written = {
    village: 'Nongbone',
    phone: '+8562055518001',
    branch: 1,
    seats: 12,
    room: 1,
    sessions: 20,
    size: 10,
    level: '',
    least: null,
    most: null,
    course: 1,
    next: null,
    call: '+8562055518002',
    type: 'part',
    born: null,
    since: null,
    note: '',
    teacher: 1,
  };
  const changesOf = async (move: Move) =>
    Object.fromEntries(
      await Promise.all(
        (['branches', 'rooms', 'courses', 'teachers'] as const).map(async (kind) => [
          kind,
          (await steps.rows(move, kind))
            .flatMap(({ changes }) => changes)
            .map((one) => `${one.field}: ${one.before} → ${one.after}`)
            .toSorted(),
        ]),
      ),
    ) as Record<string, string[]>;
  let first: Move;
  let later: Move;

  it('gets what the filled cells say, with the old and the new value before the run', async () => {
    first = await steps.run(await uploadBook(before));
    expect(await now()).toEqual([written]);
    expect((await uploadBook(before)).counts).toMatchObject({ same: 5, changed: 0 });
    later = await uploadBook(after);
    expect(later.counts).toMatchObject({ changed: 4, same: 0, problem: 0 });
    expect(await changesOf(later)).toEqual({
      branches: ['phone: 020 5551 8001 → 020 5551 8009'],
      rooms: ['seats: 12 → 20'],
      courses: ['ages:  → 6-9', 'level:  → A2', 'nextCourse:  → KF-2', 'sessions: 20 → 24'],
      teachers: [
        'dateOfBirth:  → 01/02/1990',
        'employmentType: Part-time → Full-time',
        'note:  → Sings',
        'phone: 020 5551 8002 → 020 5551 8010',
        'startDate:  → 03/04/2020',
      ],
    });
    expect((await steps.run(later)).counts).toMatchObject({ in: 4 });
    expect(await now()).toEqual([
      {
        ...written,
        phone: '+8562055518009',
        branch: 2,
        seats: 20,
        room: 2,
        sessions: 24,
        level: 'A2',
        least: 6,
        most: 9,
        course: 2,
        next: 'KF-2',
        call: '+8562055518010',
        type: 'full',
        born: '1990-02-01',
        since: '2020-04-03',
        note: 'Sings',
        teacher: 2,
      },
    ]);
    expect((await uploadBook(after)).counts).toMatchObject({ same: 4, changed: 0 });
    const log = await rowsOf(`select after from audit_log where action = 'update'
      and entity = 'rooms' and entity_id = (select id::text from rooms where name = 'Known room')`);
    expect(log).toEqual([{ after: { capacity: 20 } }]);
  });

  it('is again as it was when the later file is taken back, and so goes with the first', async () => {
    expect((await steps.undo(later)).kept).toEqual([]);
    expect(await now()).toEqual([written]);
    expect((await steps.undo(first)).kept).toEqual([]);
    expect(await now()).toEqual([]);
    await steps.run(await uploadBook(before));
  });

  it('leads to a course of the same file, and no more once that is taken back', async () => {
    const nine = { code: 'KF-9', courseName: 'Known nine', courseCategory: 'Languages' };
    const courses = [
      { ...course, sessions: 20, nextCourse: 'KF-9' },
      { ...nine, sessions: 20 },
    ];
    const move = await steps.run(await uploadBook({ courses }));
    expect(await now()).toMatchObject([{ next: 'KF-9', course: 2 }]);
    expect((await steps.undo(move)).kept).toEqual([]);
    expect(await now()).toMatchObject([{ next: null, course: 1 }]);
    expect(await rowsOf(`select from courses where code = 'KF-9'`)).toEqual([]);
  });

  it('waits where somebody has changed it since the check, and stays so when taken back', async () => {
    const { courses: _others, ...some } = after;
    const next = await uploadBook(some);
    await rowsOf(`update rooms set capacity = 15, version = 2 where name = 'Known room'`);
    expect((await steps.run(next)).counts).toMatchObject({ in: 2, problem: 1 });
    expect((await steps.rows(next, 'rooms'))[0]?.problems).toMatchObject([{ field: 'seats' }]);
    await rowsOf(`update teachers set phone = '+8562055518099' where teacher_code = 'KF-T1'`);
    expect((await steps.undo(next)).kept).toEqual([{ kind: 'teachers', name: 'KF-T1 Kham Known' }]);
    expect((await steps.undo(next, true)).kept).toMatchObject([{ kind: 'teachers' }]);
    expect(await now()).toMatchObject([
      { phone: '+8562055518001', seats: 15, call: '+8562055518099', type: 'full' },
    ]);
  });

  it('is not changed by what its form would refuse', async () => {
    const circle = [
      { ...course, sessions: 20, nextCourse: 'KF-2' },
      { ...course, code: 'KF-2', courseName: 'Known two', sessions: 20, nextCourse: 'KF-1' },
    ];
    const move = await uploadBook({
      branches: [{ ...branch, phone: '12' }],
      rooms: [{ ...room, seats: 5000 }],
      courses: circle,
      teachers: [{ ...teacher, email: 'nobody' }],
    });
    const problems = await Promise.all(
      (['branches', 'rooms', 'courses', 'teachers'] as const).map((kind) =>
        steps.rows(move, kind, 'problem'),
      ),
    );
    expect(problems.flat().map((row) => row.problems.map(({ field }) => field))).toEqual([
      ['phone'],
      ['seats'],
      ['nextCourse'],
      ['email'],
    ]);
  });

  it('gets another pay from today on, and a large raise is left to the page of the teacher', async () => {
    const paid = (hourlyRate: number) => uploadBook({ teachers: [{ ...teacher, hourlyRate }] });
    const pays = async () =>
      (
        await rowsOf(`select amount::int from teacher_rates
          join teachers on teachers.id = teacher_id where teacher_code = 'KF-T1' order by sequence`)
      ).map(({ amount }) => amount);
    const none = await steps.run(await paid(60_000));
    expect(await pays()).toEqual([60_000]);
    expect((await steps.undo(none)).kept).toEqual([]);
    expect(await pays()).toEqual([]);
    await steps.run(await paid(60_000));
    expect((await paid(60_000)).counts).toMatchObject({ same: 1 });
    const more = await paid(65_000);
    expect((await steps.rows(more, 'teachers'))[0]?.changes).toEqual([
      { field: 'hourlyRate', before: '60,000 LAK', after: '65,000 LAK' },
    ]);
    await steps.run(more);
    const [row] = await steps.rows(await paid(90_000), 'teachers');
    expect(row?.problems).toMatchObject([{ field: 'hourlyRate', isHint: false }]);
    expect((await steps.undo(more)).kept).toEqual([]);
    expect(await pays()).toEqual([60_000, 65_000, 60_000]);
  });
});
