import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move } from '#contract/imports/moving-in.ts';
import { readBook } from '#server/lib/sheets/read-book.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv, workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await insertClass(server.db, { oldName: 'A1 evening' });
});
afterAll(() => server.close());

const remarked = async ({ _id }: Move, language = 'en') => {
  const answer = await owner.get(`/moves/${_id}/remarks`, { 'accept-language': language });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const linesOf = async (file: Buffer) => {
  const { sheets } = await readBook(file, () => 0);
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) }));
};
const head = ['Student code', 'Full name', 'Gender', 'Date of birth', 'Phone', 'Home branch'];
const remarks = 'What the import says\nຜົນການນຳເຂົ້າ';

it('gives the sheets back with a remark in each row, before a run and after it', async () => {
  const good = ['007', 'Somphone Vongsa', 'M', '01/02/2001', '020 5551 8801', 'VTE'];
  const bad = ['008', 'Bounmy Keola', 'F', '31/02/2001', '020 5551 8802', 'VTE'];
  const move = await steps.upload(
    await workbookOf({ name: 'A1 evening', rows: [head, good, bad] }),
  );
  const [problem] = await steps.rows(move, 'students', 'problem');
  if (!problem) throw new Error('A problem was expected');
  const [sheet, ...others] = await linesOf(await remarked(move));
  // The places of these students stand in the same rows, so there is no second sheet.
  expect(others).toEqual([]);
  expect(sheet).toEqual({
    name: 'A1 evening',
    rows: [
      [...head, remarks],
      [...good, 'New, not imported yet\nNew, not imported yet'],
      [...bad, expect.stringMatching(/^To correct · Date of birth: .+\nWaiting · Student: /)],
    ],
  });
  const lao = await linesOf(await remarked(move, 'lo'));
  expect(lao[0]?.rows[1]?.at(-1)).toContain('ໃໝ່');

  const mended = await steps.mend(move, problem, { field: 'dateOfBirth', value: '28/02/2001' });
  const done = await steps.run(mended);
  const file = await remarked(done);
  const [after] = await linesOf(file);
  expect(after?.rows.slice(1)).toEqual([
    [...good, 'Imported\nImported'],
    [...bad.with(3, '28/02/2001'), 'Imported\nImported'],
  ]);

  // The same workbook is read again without its remarks.
  const again = await steps.upload(file);
  expect(again.counts).toMatchObject({ same: 4, problem: 0 });
  expect(again.sheets.map(({ notTaken }) => notTaken)).toEqual([[], []]);
});

it('keeps every correction: of the places in the same rows, without a column, for all rows', async () => {
  const titles = ['Student code', 'Full name', 'Gender', 'Phone', 'Price', 'Discount'];
  const rows = [
    ['021', 'Somphone Vongsa', 'M', '020 5551 8821', '=', 'x'],
    ['022', 'Bounmy Keola', '-', '020 5551 8822', '500000', '='],
  ];
  const read = await steps.upload(
    await workbookOf({ name: 'A1 evening', rows: [titles, ...rows] }),
  );
  await steps.change(read, 'students', { defaults: { homeBranch: 'VTE', gender: 'F' } });
  const [student] = await steps.rows(read, 'students');
  const [place, other] = await steps.rows(read, 'enrolments');
  if (!student || !place || !other) throw new Error('Two rows were expected');
  await steps.mend(read, student, { field: 'nickname', value: 'Noy' });
  await steps.mend(read, other, { field: 'reason', value: 'Sibling' });
  const move = await steps.mend(read, place, { field: 'discount', value: '10%' });
  const file = await remarked(move);
  const [sheet, ...none] = await linesOf(file);
  expect(none).toEqual([]);
  const words = sheet?.rows.map((cells) => cells.map((cell) => cell?.split('\n')[0]));
  // A formula is read as one again, so that its value is asked for.
  expect(words?.map((cells) => cells.slice(0, -1))).toEqual([
    [...titles, 'Home branch', 'Nickname', 'Reason'],
    ['021', 'Somphone Vongsa', 'M', '020 5551 8821', undefined, '10%', 'VTE', 'Noy', ''],
    ['022', 'Bounmy Keola', 'F', '020 5551 8822', '500000', undefined, 'VTE', '', 'Sibling'],
  ]);
  const again = await steps.upload(file);
  const problems = async (of: Move) =>
    (await steps.rows(of, 'enrolments')).map((row) =>
      row.problems.map(({ field, error }) => [field, error]),
    );
  expect(await problems(again)).toEqual(await problems(move));
  expect(again.sheets.map(({ counts }) => counts)).toEqual(move.sheets.map(({ counts }) => counts));
  expect(again.sheets.map(({ notTaken }) => notTaken)).toEqual([[], []]);
});

it('keeps the answer that two rows are two people, also for the run of the file', async () => {
  const family = ['Full name', 'Gender', 'Date of birth', 'Phone', 'Home branch'];
  const twin = ['Somphone Keola', 'F', '01/02/2001', '020 5551 8861', 'VTE'];
  const both = [family, twin, twin.with(3, '020 5551 8862')];
  const read = await steps.upload(await workbookOf({ name: 'Students', rows: both }));
  const [asked] = await steps.rows(read, 'students', 'problem');
  if (!asked) throw new Error('A question was expected');
  const told = await steps.mend(read, asked, { field: 'otherPerson', value: 'yes' });
  const [sheet] = await linesOf(await remarked(told));
  expect(sheet?.rows.map((cells) => cells[5] ?? '')).toEqual(['Another person\nຄົນລະຄົນ', '', 'yes']);
  const again = await steps.upload(await remarked(told));
  expect(again.counts).toMatchObject({ ready: 2, problem: 0 });
  expect(again.sheets[0]?.notTaken).toEqual([]);
  // Somebody like both has come since the check: the file has said already who the second one is.
  await steps.run(await steps.upload(csv(family.join(','), twin.join(','))));
  const done = await steps.run(again);
  expect(done.counts).toMatchObject({ in: 1, problem: 1 });
  // A person who is in by now is found again, and comes no second time because of the old answer.
  const [later] = await linesOf(await remarked(done));
  expect(later?.rows.slice(1).map((cells) => cells[5] ?? '')).toEqual(['', '']);
  expect((await steps.upload(await remarked(done))).counts).toMatchObject({ ready: 0 });
});

it('tells sheets of the same name apart, and says of each file what it said', async () => {
  const person = (at: number) => [`03${at}`, `Khamla ${at}`, 'M', '', `020 5551 883${at}`, 'VTE'];
  const book = (at: number) => workbookOf({ name: 'A1 evening', rows: [head, person(at)] });
  const move = await steps.upload(await book(1));
  const send = async (name: string, payload: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const path = `/moves/${move._id}/files?fileName=${name}`;
    expect((await owner.send('POST', path, { payload, headers })).statusCode).toBe(200);
    return steps.ended(move._id);
  };
  await send('more.xlsx', await book(2));
  for (const at of [3, 4]) await send('Evening.csv', csv(head.join(','), person(at).join(',')));
  const whole = await send(
    'names.xlsx',
    await workbookOf({ name: 'Students', rows: [head, person(5)] }),
  );
  const [second] = (await steps.read(whole._id)).sheets
    .filter(({ kind }) => kind === 'enrolments')
    .slice(1);
  const path = `/moves/${move._id}/rows?sheetId=${second?._id}`;
  const [place] = (await owner.get(path)).json<{ rows: { _id: string }[] }>().rows;
  await steps.mend(whole, place as never, { field: 'price', value: 'seven' });
  const file = await remarked(whole);
  const lines = await linesOf(file);
  expect(lines.map(({ name }) => name)).toEqual([
    'A1 evening',
    'A1 evening 2',
    'Evening.csv',
    'Evening 2.csv',
    'Students',
  ]);
  expect(lines.map(({ rows }) => String(rows[1]?.at(-1)).split('\n').length)).toEqual([
    2, 2, 1, 1, 1,
  ]);
  expect(lines[0]?.rows[1]?.at(-1)).not.toContain('To correct');
  expect(lines[1]?.rows[1]?.at(-1)).toContain('To correct · Price');
  const again = await steps.upload(file);
  expect(again.sheets.map(({ kind, counts }) => [kind, counts.rows])).toEqual([
    ...Array.from({ length: 5 }, () => ['students', 1]),
    ...Array.from({ length: 2 }, () => ['enrolments', 1]),
  ]);
  // Both places are in the class whose name both files had.
  expect(again.counts).toMatchObject({ ready: 6, problem: 1, waiting: 0 });
});

it('is an export that the log names, and nobody else may read it', async () => {
  const move = await steps.upload(await workbookOf({ name: 'Students', rows: [head, ['1']] }));
  await remarked(move);
  const { rows } = await server.db.execute(
    `select after from audit_log where action = 'export' and entity_id = '${move._id}'`,
  );
  expect(rows).toHaveLength(1);
  const admin = await server.as('admin');
  expect((await admin.get(`/moves/${move._id}/remarks`)).statusCode).toBe(403);
});
