import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Move, MovingRow, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { agesText, readAgeRange } from '#server/desk/moving-in/age-range.ts';
import { readWeeklyTimes } from '#server/desk/moving-in/weekly-times.ts';
import { writtenPhones } from '#server/desk/moving-in/written-phones.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let dongdok: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await steps.run(await steps.upload(movingFile('clean.xlsx')));
  dongdok = await branchId(server.db, 'DDK');
});
afterAll(() => server.close());

const steps = movingSteps(() => owner);
const states = (rows: readonly MovingRow[]) =>
  Object.fromEntries(rows.map(({ number, state }) => [number, state]));
const errors = (rows: readonly MovingRow[]) =>
  Object.fromEntries(
    rows.map(({ number, problems }) => [number, problems.map(({ field }) => field).join()]),
  );
/** The record of each row as it would be written. */
const inputs = async ({ _id }: Move) => {
  const rows = await server.db.select().from(movingRowTable).where(eq(movingRowTable.moveId, _id));
  return rows.toSorted((one, other) => one.number - other.number).map(({ input }) => input);
};
/** All rows of these files have one name and birthday, so a person says that they are several. */
const others = async (move: Move, kind: MovingSheetKind = 'students') => {
  const [first] = (await steps.rows(move, kind, 'problem')).filter(({ problems }) =>
    problems.some(({ field }) => field === 'otherPerson'),
  );
  return first
    ? steps.mend(move, first, { field: 'otherPerson', value: 'yes', forAll: true })
    : move;
};

it.each([
  ['020 5550 3001 / 030 955 3001', ['+8562055503001', '+856309553001'], []],
  ['020 5550 3002, 020 7770 3002 (ແມ່)', ['+8562055503002', '+8562077703002'], ['ແມ່']],
  ['02055503003\n0309553003', ['+8562055503003', '+856309553003'], []],
  ['020 5550 3004 ຫຼື 020 7770 3004', ['+8562055503004', '+8562077703004'], []],
  ['020 5550 3005 / 5550 3006', ['+8562055503005', '+8562055503006'], []],
  ['955 3103', ['+856309553103'], []],
  ['213 555', ['+85621213555'], []],
])('reads the phones of %s', (text, phones, words) => {
  expect(writtenPhones(text, '01')).toMatchObject({ phones, words, unread: [] });
});

it('gives a short landline the area of its province, and no other one', () => {
  expect(writtenPhones('213 555', '06').phones).toEqual(['+85671213555']);
  expect(writtenPhones('213 555', '11').phones).toEqual(['+85654213555']);
  expect(writtenPhones('213 555', '15')).toMatchObject({ phones: [], unread: ['213 555'] });
});

it('reads weekly times as they are written, and asks about a dash between two days', () => {
  const days = (text: string) => {
    const read = readWeeklyTimes(text);
    return 'slots' in read
      ? read.slots.map(({ weekday, start, end }) => `${weekday} ${start}-${end}`)
      : read;
  };
  expect(days('Tue, Thu 17:30-19:00')).toEqual(['2 17:30-19:00', '4 17:30-19:00']);
  expect(days('ຈັນ ພຸດ ສຸກ 5:30-7:00 ແລງ')).toEqual([1, 3, 5].map((day) => `${day} 17:30-19:00`));
  expect(days('Mon-Fri 08:00-09:30')).toHaveLength(5);
  expect(days('ເສົາ 8:30–11:30; ອາທິດ 13:00–15:00')).toEqual(['6 08:30-11:30', '7 13:00-15:00']);
  expect(days('ທຸກວັນ 9-10')).toHaveLength(7);
  expect(days('T/Th 17:30')).toEqual({ error: 'timesUnclear', choices: [] });
  expect(days('ອັງຄານ-ພະຫັດ 17.30–19.00')).toEqual({
    error: 'daysOrSpan:ອັງຄານ-ພະຫັດ',
    choices: ['Tue, Thu 17.30-19.00', 'Tue, Wed, Thu 17.30-19.00'],
  });
});

it.each([
  ['6-9', 6, 9],
  ['ອາຍຸ ໖–໙ ປີ', 6, 9],
  ['7+', 7, null],
  ['ແຕ່ 7 ປີຂຶ້ນໄປ', 7, null],
  ['from 7 years', 7, null],
  ['up to 12', null, 12],
  ['ເຖິງ 12 ປີ', null, 12],
  ['', null, null],
])('reads the ages %s, and writes them so that they are read again', (text, minAge, maxAge) => {
  expect(readAgeRange(text)).toEqual({ minAge, maxAge });
  expect(readAgeRange(agesText({ minAge, maxAge }))).toEqual({ minAge, maxAge });
});

it('leaves ages open that are none', () => {
  expect(readAgeRange('adults')).toBeUndefined();
  expect(readAgeRange('6')).toBeUndefined();
});

it('keeps two phones of a cell with their person, and a third in the note', async () => {
  const move = await others(await steps.upload(movingFile('phones-two.csv'), dongdok));
  expect(move.counts).toMatchObject({ ready: 6, problem: 0 });
  const read = await inputs(move);
  expect(read[0]).toMatchObject({
    guardians: [{ phone: '+8562055503001', phone2: '+856309553001', isPayer: true }],
  });
  expect(read[5]).toMatchObject({
    guardians: [{ phone: '+8562055503007', phone2: '+8562055503008' }],
    note: '021 213 555',
  });
});

it('completes short numbers, and stops at one with a digit too few', async () => {
  const move = await others(await steps.upload(movingFile('phones-short.csv'), dongdok));
  const rows = await steps.rows(move, 'students');
  expect(errors(rows)).toMatchObject({ 2: '', 3: '', 4: '', 5: '', 6: '', 7: 'guardian1Phone' });
});

it('keeps codes as they are shown, and refuses one that a spreadsheet has cut', async () => {
  const move = await steps.upload(movingFile('codes-kept.xlsx'), dongdok);
  const rows = await steps.rows(move, 'students');
  expect(errors(rows)).toMatchObject({ 2: '', 3: '', 4: '', 5: 'studentCode' });
  const codes = (await inputs(move)).map((input) => input?.['studentCode']);
  expect(codes.slice(0, 3)).toEqual(['000123', '0045', '123000']);
});

it('names titles, group rows, signatures and totals as no rows', async () => {
  const move = await steps.upload(movingFile('title-merged.xlsx'), dongdok);
  expect(move.counts).toMatchObject({ rows: 2 });
  expect(move.sheets[0]?.besideRows).toEqual([1, 2, 6, 7]);
});

it('takes titles off, allows a name without a surname, and asks about one joined word', async () => {
  const move = await steps.upload(movingFile('names-one-cell.csv'), dongdok);
  const read = await inputs(move);
  expect(read[0]).toMatchObject({ firstName: 'ສົມພອນ', lastName: 'ວົງສະຫວັນ', gender: 'male' });
  expect(read[1]).toMatchObject({ gender: 'female' });
  expect(read[2]).toMatchObject({ firstName: 'Somphone', lastName: 'VONGSAVANH' });
  expect(read[3]).toMatchObject({ firstName: 'ບົວຈັນ', lastName: '' });
  expect(read[4]).toMatchObject({ firstName: 'Anna Maria', lastName: 'Keomany' });
  const [joined] = (await steps.rows(move, 'students')).filter(({ number }) => number === 7);
  expect(joined?.problems).toMatchObject([{ field: 'fullName', choices: ['ສົມພອນ ແກ້ວມະນີ'] }]);
});

it('asks once for Buddhist years, and about the month first where a row proves it', async () => {
  const buddhist = await steps.upload(movingFile('buddhist.csv'), dongdok);
  expect(buddhist.sheets[0]?.questions).toMatchObject([{ about: 'buddhistYear', settled: false }]);
  const told = await steps.change(buddhist, 'students', { answers: { buddhistYear: true } });
  const read = await inputs(await others(told));
  expect(new Set(read.map((input) => input?.['dateOfBirth']))).toEqual(new Set(['2015-03-05']));
  const turned = await steps.upload(movingFile('days-month-first.csv'), dongdok);
  const days = (await inputs(turned)).map((input) => input?.['dateOfBirth']);
  expect(days).toEqual(['2015-03-25', '2015-04-05', '2014-11-30']);
});

it('asks for the term of a file of classes, and reads every way to write their times', async () => {
  const move = await steps.upload(movingFile('timetables.csv'), dongdok);
  expect(move.sheets[0]).toMatchObject({ kind: 'classes', empty: [{ field: 'term', rows: 7 }] });
  const told = await steps.change(move, 'classes', { defaults: { term: 'T2-26' } });
  const rows = await steps.rows(told, 'classes');
  expect(states(rows)).toEqual({
    2: 'ready',
    3: 'problem',
    4: 'ready',
    5: 'ready',
    6: 'ready',
    7: 'problem',
    8: 'ready',
  });
  const busyIn = (some: MovingRow[]) =>
    some.flatMap(({ number, problems }) =>
      problems.filter(({ isHint }) => isHint).map(({ error }) => [number, error.split('. ')[0]]),
    );
  expect(busyIn(rows)).toEqual([
    [2, 'Busy with A1 ແລງ ອັງຄານ-ພະຫັດ at this time'],
    [6, 'Busy with A2 ເສົາ at this time'],
    [8, 'Busy with A2 ເສົາ, K4, K5 at this time'],
  ]);
  const [dash] = rows.filter(({ number }) => number === 3);
  const choice = dash?.problems[0]?.choices[0] ?? '';
  if (dash)
    expect(
      (await steps.mend(told, dash, { field: 'timetable', value: choice })).counts,
    ).toMatchObject({ ready: 6 });
  expect(busyIn(await steps.rows(told, 'classes'))).toContainEqual([
    3,
    'Busy with A1 ແລງ ອັງຄານ-ພະຫັດ, K1 at this time',
  ]);
});

it('takes teachers without a phone and with all branches, and asks for a gender', async () => {
  const move = await steps.upload(movingFile('teachers.csv'));
  const rows = await steps.rows(move, 'teachers');
  expect(errors(rows)).toEqual({ 2: '', 3: '', 4: 'gender' });
  const done = await steps.run(move);
  expect(done.counts).toMatchObject({ in: 2, problem: 1 });
  expect((await owner.get('/teachers')).statusCode).toBe(200);
});

it('reads a list with semicolons in Lao, and the relation before a name', async () => {
  const move = await steps.upload(movingFile('semicolon-lao.csv'), dongdok);
  expect(move.counts.rows).toBe(1);
  const [row] = await steps.rows(move, 'students');
  expect(row?.values).toMatchObject({ studentCode: 'L-1', firstName: 'ໄຊຍະພອນ' });
  expect(await inputs(move)).toMatchObject([
    { guardians: [{ firstName: 'ບຸນມີ', lastName: '', relation: 'auntUncle' }] },
  ]);
});

it('makes the father the payer, and one guardian of two children', async () => {
  const move = await steps.upload(movingFile('parents-columns.csv'), dongdok);
  const read = await inputs(move);
  expect(read[0]).toMatchObject({
    guardians: [
      { relation: 'mother', isPayer: false },
      { relation: 'father', isPayer: true },
    ],
  });
  expect(read[1]).toMatchObject({ guardians: [{ relation: 'mother', isPayer: true }] });
  // The third child has a phone without a person: whose it is is asked once for the sheet.
  expect(move.sheets[0]?.questions).toMatchObject([
    { about: 'whosePhone', settled: false, row: 4, rows: 1 },
  ]);
  const answered = await steps.change(move, 'students', { answers: { whosePhone: 'family' } });
  expect((await inputs(answered))[2]).toMatchObject({
    phone: '',
    guardians: [{ firstName: 'ຜູ້ປົກຄອງ', lastName: 'ພິມພາ', phone: '+8562055503203' }],
  });
  const own = await steps.change(move, 'students', { answers: { whosePhone: 'student' } });
  const [, , third] = await steps.rows(own, 'students');
  expect(third?.problems).toMatchObject([{ field: 'guardian1FirstName' }]);
});

it('asks about no phone of adults, and about those of children together', async () => {
  const head = 'ລະຫັດ,ຊື່ ແລະ ນາມສະກຸນ,ເພດ,ວັນເກີດ,ເບີໂທ';
  const row = (code: string, day: string, end: string) =>
    `${code},ສົມພອນ ວົງສາ,ຊ,${day},020 5550 33${end}`;
  const adults = await steps.upload(csv(head, row('W-1', '05/03/1990', '01')), dongdok);
  expect(adults).toMatchObject({ counts: { ready: 1 }, sheets: [{ questions: [] }] });
  const rows = [
    row('W-2', '05/03/2016', '02'),
    row('W-3', '', '03'),
    row('W-4', '01/02/1991', '04'),
  ];
  const mixed = await steps.upload(csv(head, ...rows), dongdok);
  // Beside children, whoever has no birthday counts as a child.
  expect(mixed.counts).toMatchObject({ problem: 2, ready: 1 });
  expect(mixed.sheets[0]?.questions).toMatchObject([{ about: 'whosePhone', rows: 2 }]);
  const family = await steps.change(mixed, 'students', { answers: { whosePhone: 'family' } });
  expect(family.counts).toMatchObject({ problem: 0, ready: 3 });
});

it('makes one guardian of the phone of a family, and keeps the answer when others are in', async () => {
  const head = 'Student code,Full name,Gender,Date of birth,Guardian 1,Guardian 1 relation,Phone';
  const row = (code: string, { day = '', who = ',', phone = '020 5551 3401' } = {}) =>
    `${code},${code} Vongsa,F,${day},${who},${phone}`;
  const day = '05/03/2016';
  await steps.run(
    await steps.upload(
      csv(
        `${head.replace(',Phone', '')},Guardian 1 phone`,
        row('G-1', { day, who: 'Bounmy Sayavong,mother', phone: '020 5551 3403' }),
      ),
      dongdok,
    ),
  );
  const move = await steps.upload(
    csv(
      head,
      row('H-1', { day }),
      row('H-2', { day }),
      row('H-3', { day, phone: '020 5551 3402' }),
      row('H-4', { day, who: 'Khamla Vongsa,father', phone: '020 5551 3402' }),
      row('H-5', { day, phone: '020 5551 3403' }),
      row('H-6', { phone: '020 55' }),
    ),
    dongdok,
  );
  const family = await steps.change(move, 'students', { answers: { whosePhone: 'family' } });
  const guardians = (await inputs(family)).map(
    (input) => (input as { guardians: Record<string, string>[] } | null)?.guardians[0],
  );
  expect(guardians.map((one) => one && `${one['firstName']} ${one['lastName']}`)).toEqual([
    'ຜູ້ປົກຄອງ H-1',
    'ຜູ້ປົກຄອງ H-1',
    'Khamla Vongsa',
    'Khamla Vongsa',
    'Bounmy Sayavong',
    undefined,
  ]);
  const [bad] = await steps.rows(family, 'students', 'problem');
  expect(bad?.problems).toMatchObject([{ field: 'phone', value: '020 55' }]);
  const all = await server.db.$count(parentTable);
  const done = await steps.run(family);
  expect(done.counts).toMatchObject({ in: 5, problem: 1 });
  expect(await server.db.$count(parentTable)).toBe(all + 2);
  if (!bad) return;
  // The last row has no birthday; all who have one are in.
  const told = await steps.mend(done, bad, { field: 'phone', value: '020 5551 3401' });
  expect(told.counts).toMatchObject({ in: 5, ready: 1 });
  expect((await inputs(told))[5]).toMatchObject({ phone: '', guardians: [{ lastName: 'H-1' }] });
  expect((await steps.run(told)).counts).toMatchObject({ in: 6 });
  expect(await server.db.$count(parentTable)).toBe(all + 2);
});

it('reads every student of a messy workbook, whose sheets are classes, and counts every row', async () => {
  const move = await steps.upload(movingFile('messy.xlsx'));
  const { rows, ...others } = move.counts;
  expect(Object.values(others).reduce((sum, some) => sum + some, 0)).toBe(rows);
  expect(move.sheets.map(({ name, kind }) => [name, kind])).toEqual([
    ['A1 ແລງ (DDK)', 'students'],
    ['A2 ເສົາ (DDK)', 'students'],
    ['A1 SKT', 'students'],
    ['ສະຫຼຸບ', null],
    ['A1 ແລງ (DDK)', 'enrolments'],
    ['A2 ເສົາ (DDK)', 'enrolments'],
    ['A1 SKT', 'enrolments'],
  ]);
  const [first] = move.sheets;
  expect(first?.questions).toMatchObject([{ about: 'buddhistYear' }]);
});
