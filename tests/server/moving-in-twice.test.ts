import { ilike } from 'drizzle-orm';
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

const named = (text: string) =>
  server.db.$count(studentTable, ilike(studentTable.search, `%${text}%`));

describe('a child who stands in two files of one move', () => {
  const head = 'Full name,Gender,Home branch,Guardian 1 first name,Guardian 1 relation';
  const family = `${head},Guardian 1 phone`;
  const child = (name: string, phone: string) => `${name},F,VTE,Mother,mother,${phone}`;
  const add = async (move: Move, file: Buffer) => {
    const path = `/moves/${move._id}/files?fileName=more.csv`;
    const answer = await owner.send('POST', path, {
      ...{ payload: file, headers: { 'content-type': 'application/octet-stream' } },
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
