import { eq, ilike } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Move, MovingRow } from '#contract/imports/moving-in.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv, workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);
const code = studentTable.studentCode;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

it('finds a class of the same name in each of two terms when the file comes twice', async () => {
  const head = ['Class name', 'Course', 'Term', 'Branch', 'Start date', 'End date', 'Timetable'];
  const terms = await server.db.select().from(academicTermTable);
  const rows = ['T1', 'T2'].map((code) => {
    const term = terms.find((one) => one.code === code);
    if (!term) throw new Error('No demo centre');
    const { startDate, endDate } = term;
    return ['Evening', 'ENG-A1', code, 'VTE', startDate, endDate, 'Tue 06:00-07:30', 10];
  });
  const file = await workbookOf({ name: 'Classes', rows: [[...head, 'Capacity'], ...rows] });
  const first = await steps.upload(file);
  expect(first.counts).toMatchObject({ ready: 2 });
  expect((await steps.run(first)).counts).toMatchObject({ in: 2 });
  expect((await steps.upload(file)).counts).toMatchObject({ same: 2, ready: 0 });
});

it('keeps two teachers of one name apart by their phones, and finds each again', async () => {
  const file = csv(
    'Teacher,Gender,Phone,Branches,Employment,Hourly rate',
    'Somsak Keomany,M,020 5551 9901,VTE,Full time,60000',
    'Somsak Keomany,M,020 5551 9902,VTE,Full time,60000',
  );
  const first = await steps.upload(file);
  expect(first.counts).toMatchObject({ ready: 2 });
  expect((await steps.run(first)).counts).toMatchObject({ in: 2 });
  expect((await steps.upload(file)).counts).toMatchObject({ same: 2, ready: 0 });
});

it('drops no column of a student, also of one who is there', async () => {
  const guardian = 'Guardian 1 first name,Guardian 1 relation,Guardian 1 phone';
  const head = `Student code,Full name,Gender,Home branch,Student since,${guardian}`;
  const child = 'KEPT-1,Kept Vongsa,F,VTE,25/09/2023,Mother,mother,020 5551 7701';
  const first = await steps.upload(csv(head, child));
  expect((await steps.run(first)).counts).toMatchObject({ in: 1 });
  expect((await steps.upload(csv(head, child))).counts).toMatchObject({ same: 1 });

  const [kept] = await server.db.select().from(studentTable).where(eq(code, 'KEPT-1'));
  expect(kept?.note).toBe('ເຂົ້າຮຽນແຕ່ວັນທີ (student since) 25/09/2023');
  // Somebody's own words stay when a later file says more.
  await server.db
    .update(studentTable)
    .set({ note: `${kept?.note} · Sits in front` })
    .where(eq(code, 'KEPT-1'));
  const later = csv(`${head},Note,Nationality`, `${child},Left-handed,Lao`);
  const second = await steps.upload(later);
  expect(second.counts).toMatchObject({ changed: 1 });
  expect((await steps.run(second)).counts).toMatchObject({ in: 1 });
  const [changed] = await server.db.select().from(studentTable).where(eq(code, 'KEPT-1'));
  expect(changed).toMatchObject({
    note: `${kept?.note} · Sits in front · Left-handed`,
    nationality: 'Lao',
  });
  expect((await steps.upload(later)).counts).toMatchObject({ same: 1, changed: 0 });

  // A part that only looks like one that is there is added; what came since the check stays.
  const third = await steps.upload(csv(`${head},Note`, `${child},Left`));
  expect(third.counts).toMatchObject({ changed: 1 });
  await server.db.update(studentTable).set({ note: 'Call the aunt' }).where(eq(code, 'KEPT-1'));
  expect((await steps.run(third)).counts).toMatchObject({ in: 0, problem: 1 });
  const [row] = await steps.rows(third, 'students', 'problem');
  const [problem] = row?.problems ?? [];
  expect([problem?.field, problem?.error]).toEqual([
    'note',
    expect.stringMatching(/since the check/),
  ]);
  const [stays] = await server.db.select().from(studentTable).where(eq(code, 'KEPT-1'));
  expect(stays?.note).toBe('Call the aunt');
});

it('takes a list with ages and levels for one of students', async () => {
  const move = await steps.upload(csv('Name,Age,Level,Phone', 'Ann Keola,9,A1,020 5551 7791'));
  expect(move.sheets.map(({ kind }) => kind)).toEqual(['students']);
});

const cellsOf = (line: string) => line.split(',');

const named = (text: string) =>
  server.db.$count(studentTable, ilike(studentTable.search, `%${text}%`));

describe('a child who stands in two files of one move', () => {
  const head = 'Full name,Gender,Home branch,Guardian 1 first name,Guardian 1 relation';
  const family = `${head},Guardian 1 phone`;
  const child = (name: string, phone: string) => `${name},F,VTE,Mother,mother,${phone}`;
  const add = async (move: Move, file: Buffer) => {
    const path = `/moves/${move._id}/files?fileName=more.csv`;
    const answer = await owner.send('POST', path, {
      payload: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (answer.statusCode !== 200 && answer.statusCode !== 201) throw new Error(answer.body);
    return steps.ended(move._id);
  };
  const statesOf = async (move: Move) => {
    const sheets = move.sheets.filter(({ kind }) => kind === 'students');
    const pages = await Promise.all(
      sheets.map(({ _id }) => owner.get(`/moves/${move._id}/rows?sheetId=${_id}`)),
    );
    return pages.flatMap((page) =>
      page
        .json<{ rows: MovingRow[] }>()
        .rows.map(({ state, problems }) => [state, ...problems.map(({ field }) => field)]),
    );
  };

  it('leaves the rows of the same file out', async () => {
    const file = csv(
      family,
      child('Twice Keola', '020 5551 8801'),
      child('Once Keola', '020 5551 8801'),
    );
    const move = await add(await steps.upload(file), file);
    const out = ['out', 'studentCode'];
    expect(await statesOf(move)).toEqual([['ready'], ['ready'], out, out]);
    expect((await steps.run(move)).counts).toMatchObject({ in: 2, out: 2 });
    expect(await named('Keola')).toBe(2);
    expect((await steps.check(move)).counts).toMatchObject({ in: 2, same: 2, ready: 0 });
  });

  it('asks about one name and phone of a parent, unless the birthdays are two', async () => {
    const more = `${family},Nickname,Date of birth`;
    const move = await steps.upload(
      csv(
        more,
        `${child('Like Keola', '020 5551 8811')},Noy,`,
        `${child('Like Keola', '020 5551 8811')},Nang,`,
        `${child('Like Keola', '020 5551 8811')},,01/02/2015`,
        `${child('Unlike Keola', '020 5551 8811')},,01/02/2015`,
        `${child('Unlike Keola', '020 5551 8811')},,01/02/2016`,
      ),
    );
    const asked = ['problem', 'otherPerson'];
    expect(await statesOf(move)).toEqual([['ready'], asked, asked, ['ready'], ['ready']]);
    const [, second, third] = await steps.rows(move, 'students');
    if (!second || !third) throw new Error('No rows');
    await steps.mend(move, second, { field: 'otherPerson', value: 'yes' });
    const told = await steps.mend(move, third, { field: 'otherPerson', value: 'no' });
    expect(told.counts).toMatchObject({ ready: 4, out: 1 });
  });

  it('knows a row by its own id, and asks about an id of two names', async () => {
    const row = (id: string, name: string, phone: string) => `${id},${child(name, phone)}`;
    const move = await steps.upload(
      csv(
        `Row id,${family}`,
        row('K1', 'Own Keola', '020 5551 8821'),
        row('K1', 'Own Keola', '020 5551 8822'),
        row('K1', 'Foreign Keola', '020 5551 8823'),
      ),
    );
    expect(await statesOf(move)).toEqual([['ready'], ['out', 'studentCode'], ['problem', 'rowId']]);
  });

  it('asks when a desk has added the child since the check, and takes the answer', async () => {
    const file = (gender: string) =>
      csv(family, child('Late Keola', '020 5551 8831').replace(',F,', `,${gender},`));
    const [first, second] = [await steps.upload(file('F')), await steps.upload(file('F'))];
    expect((await steps.run(first)).counts).toMatchObject({ in: 1 });
    expect((await steps.run(second)).counts).toMatchObject({ problem: 1, in: 0 });
    expect(await statesOf(second)).toEqual([['problem', 'otherPerson']]);
    const [row] = await steps.rows(second, 'students');
    if (!row) throw new Error('No row');
    const told = await steps.mend(second, row, { field: 'otherPerson', value: 'yes' });
    expect(told.counts).toMatchObject({ ready: 1 });
    expect((await steps.run(second)).counts).toMatchObject({ in: 1 });
    expect(await named('Late Keola')).toBe(2);
  });
});

describe('a teacher', () => {
  const head = 'Row id,Teacher,Code,Gender,Phone,Date of birth,Branches,Employment';
  const row = (id: string, name: string, phone: string, { day = '', code = '' } = {}) =>
    `${id},${name},${code},M,${phone},${day},VTE,Full time`;
  const statesOf = async (move: Move) =>
    (await steps.rows(move, 'teachers')).map(({ state, problems }) => [
      state,
      ...problems.map(({ field }) => field),
    ]);

  it('is found by the own id of the row, whatever phone the row says', async () => {
    const first = await steps.upload(csv(head, row('T7', 'Kham Sone', '020 5551 7701')));
    expect((await steps.run(first)).counts).toMatchObject({ in: 1 });
    const again = csv(
      head,
      row('T7', 'Kham Sone', '020 5551 7702'),
      row('T7', 'Kham Sone', '020 5551 7703'),
      row('T7', 'Foreign Sone', '020 5551 7704'),
    );
    expect(await statesOf(await steps.upload(again))).toEqual([
      ['changed'],
      ['out', 'teacherCode'],
      ['problem', 'rowId'],
    ]);
  });

  it('without a code is asked of a class that names one of two', async () => {
    const [term] = await server.db.select().from(academicTermTable);
    if (!term) throw new Error('No demo centre');
    const move = await steps.upload(
      await workbookOf(
        { name: 'Teachers', rows: [head, row('', 'Kham Sone', '020 5551 7711')].map(cellsOf) },
        {
          name: 'Classes',
          rows: [
            'Class name,Course,Term,Branch,Start date,End date,Timetable,Teacher,Capacity',
            `K1,ENG-A1,${term.code},VTE,${term.startDate},${term.endDate},Tue 06:00-07:30,Kham Sone,10`,
          ].map(cellsOf),
        },
      ),
    );
    expect(await statesOf(move)).toEqual([['ready']]);
    const [asked] = await steps.rows(move, 'classes');
    const [problem] = asked?.problems ?? [];
    expect(problem).toMatchObject({ field: 'teacher' });
    expect(problem?.choices).toEqual([
      expect.stringMatching(/^TC\S+ Kham Sone$/),
      'Kham Sone +8562055517711',
    ]);
    if (!asked) return;
    const value = problem?.choices[1] ?? '';
    expect((await steps.mend(move, asked, { field: 'teacher', value })).counts).toMatchObject({
      ready: 2,
    });
  });

  it('of one name and two birthdays is two, in a file and against a record', async () => {
    const twins = [
      row('', 'Two Sone', '', { day: '01/02/1980' }),
      row('', 'Two Sone', '', { day: '01/02/1990' }),
    ];
    const first = await steps.upload(csv(head, ...twins));
    expect(first.counts).toMatchObject({ ready: 2 });
    expect((await steps.run(first)).counts).toMatchObject({ in: 2 });
    const third = row('', 'Two Sone', '', { day: '01/02/1985' });
    expect((await steps.upload(csv(head, ...twins, third))).counts).toMatchObject({
      same: 2,
      ready: 1,
    });
  });

  it('who may be one of the same name is asked, so that no phone is lost', async () => {
    const move = await steps.upload(
      csv(
        head,
        row('', 'Lost Sone', ''),
        row('', 'Lost Sone', '020 5551 7721'),
        row('', 'Lost Sone', ''),
      ),
    );
    const asked = ['problem', 'otherPerson'];
    expect(await statesOf(move)).toEqual([['ready'], asked, ['out', 'teacherCode']]);
    expect((await steps.run(move)).counts).toMatchObject({ in: 1, problem: 1, out: 1 });
    const again = await steps.check(move);
    expect(await statesOf(again)).toEqual([['in'], asked, ['same']]);
    const [, second] = await steps.rows(again, 'teachers');
    if (!second) throw new Error('No row');
    const same = await steps.mend(again, second, { field: 'otherPerson', value: 'no' });
    // The phone is that of the teacher who has none.
    expect(same.counts).toMatchObject({ same: 1, changed: 1 });
    const other = await steps.mend(again, second, { field: 'otherPerson', value: 'yes' });
    expect(other.counts).toMatchObject({ ready: 1 });
  });
});
