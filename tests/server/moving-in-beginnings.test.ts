import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { controlsThatDiffer, type MoveComparison } from '#contract/imports/move-comparison.ts';
import type { Move, MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { JournalRow } from '#contract/money/journal.ts';
import type { Drawer } from '#contract/money/drawers.ts';
import type { SafeRecord } from '#contract/money/safe.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { writeNextSlice } from '#server/desk/moving-in/write-slice.ts';
import { nextBranchNumber, nextCodes } from '#server/lib/numbering.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let move: Move;
let bfw: string;
let classCode: string;
const today = dayInLaos();
const year = Number(today.slice(0, 4));
const steps = movingSteps(() => owner);

/** A workbook of these sheets, as the template has them. */
function workbookOf(sheets: Partial<Record<MovingSheetKind, MovingCells[]>>): Promise<Buffer> {
  async function* once<Row>(rows: Row[]) {
    yield rows;
  }
  const kinds = Object.keys(sheets) as MovingSheetKind[];
  return buffer(xlsxBook(kinds.map((kind) => movingSheet(kind, [], once(sheets[kind] ?? [])))));
}

const branch = (branchCode: string) => ({
  branchCode,
  branchName: `Branch ${branchCode}`,
  phone: '020 5559 7001',
  provinceCode: 'ນະຄອນຫຼວງວຽງຈັນ',
  district: 'ໄຊທານີ',
  village: 'ດົງໂດກ',
});
const student = (firstName: string, phone: string) => ({
  firstName,
  lastName: 'ຍ້າຍມາ',
  gender: 'ຍິງ',
  homeBranch: 'BFW',
  dateOfBirth: { day: '2001-03-04' },
  phone,
});
const book = () =>
  workbookOf({
    branches: [branch('BFW')],
    numbers: [
      { series: 'Invoice', branch: 'BFW', lastNumber: 'BFW-26-000500' },
      { series: 'ໃບຮັບເງິນ', branch: 'BFW', year: year + 543, lastNumber: 700 },
      { series: 'Student', lastNumber: 9040 },
    ],
    drawers: [
      { branch: 'BFW', drawer: 'Desk 1', cashLAK: 1_000_000 },
      { branch: 'BFW', drawer: 'Front', cashLAK: 0, cashUSD: 50 },
      { branch: 'BFW', drawer: 'Safe', cashLAK: 5_000_000, cashTHB: 2000 },
    ],
    students: [student('ບົວ', '020 5551 7001'), student('ດາວ', '020 5551 7002')],
    enrolments: [{ student: 'ບົວ ຍ້າຍມາ', class: classCode, free: 'ແມ່ນ', reason: 'ທຶນຮຽນ' }],
    balances: [
      { student: 'ບົວ ຍ້າຍມາ', side: 'Owes', amount: 300_000, dueDate: { day: today }, for: 'A1' },
      {
        student: 'ບົວ ຍ້າຍມາ',
        side: 'Owes',
        amount: 100_000,
        for: 'A2',
        dueDate: { day: addDays(today, 10) },
      },
      { student: 'ດາວ ຍ້າຍມາ', side: 'Credit', amount: 20, currency: 'USD' },
    ],
    totals: [
      { branch: 'BFW', studentTotal: 3, owedTotal: 400_000, creditTotal: 0, currency: 'LAK' },
      { branch: 'BFW', creditTotal: 25, currency: 'USD' },
    ],
  });

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  ({ classCode } = await insertClass(server.db));
});
afterAll(() => server.close());

const inBranch = (table: 'number_series' | 'number_gaps' | 'opening_cash' | 'drawers') =>
  server.db
    .execute(
      sql`select 1 from ${sql.identifier(table)} where branch_id in (select id from branches where code = 'BFW')`,
    )
    .then(({ rows }) => rows.length);

it('takes numbers, cash and totals back as long as nothing goes on from them', async () => {
  move = await steps.upload(await book());
  const done = await steps.run(move);
  expect(done.counts).toMatchObject({ problem: 0, waiting: 0, out: 0 });
  expect([await inBranch('number_series'), await inBranch('opening_cash')]).toEqual([2, 3]);
  expect((await steps.undo(move)).kept).toEqual([]);
  for (const table of ['number_series', 'number_gaps', 'opening_cash', 'drawers'] as const)
    expect(await inBranch(table), table).toBe(0);
});

it('goes on from the last numbers of the old book, and leaves no gap that nobody knows', async () => {
  move = await steps.upload(await book());
  await steps.run(move);
  bfw = await branchId(server.db, 'BFW');
  const at = new Date().toISOString();
  const short = String(year).slice(2);
  const next = (kind: 'order' | 'receipt') =>
    server.db.transaction(async (tx) => {
      const number = await nextBranchNumber(tx, kind, bfw, at);
      // Nothing is written with it here, so the series stays as it was.
      await tx.execute(sql`update number_series set last = last - 1 where kind = ${kind}
        and branch_id = ${bfw}`);
      return number;
    });
  expect(await next('order')).toBe(`BFW-${short}-000501`);
  expect(await next('receipt')).toBe(`BFW-R${short}-000701`);
  const codes = await server.db
    .select({ code: studentTable.studentCode })
    .from(studentTable)
    .where(eq(studentTable.homeBranchId, bfw))
    .orderBy(studentTable.studentCode);
  // The file came twice, and a number that was given is never given again.
  expect(codes.map(({ code }) => code)).toEqual([`ST-${short}-009043`, `ST-${short}-009044`]);
  expect((await checkBooks(server.database)).differences).toEqual([]);
});

it('takes a place free of charge with its reason, and refuses a price of it', async () => {
  const free = await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.isFree, true));
  expect(free.map(({ noChargeReason }) => noChargeReason)).toContain('ທຶນຮຽນ');
  const enrolments = [{ student: 'ດາວ ຍ້າຍມາ', class: classCode, free: 'x', price: 100_000 }];
  const [row] = await steps.rows(
    await steps.upload(await workbookOf({ enrolments })),
    'enrolments',
  );
  expect(row?.problems.map(({ field }) => field).toSorted()).toEqual(['price', 'reason']);
});

it('names each series that has begun, and each row that says another number', async () => {
  const again = await steps.upload(await book());
  expect(steps.sheetOf(again, 'numbers').counts).toMatchObject({ same: 3, problem: 0 });
  const numbers = [{ series: 'order', branch: 'DDK', lastNumber: 530 }];
  const branches = ['DDK', 'SKT'].map(branch);
  await steps.run(await steps.upload(await workbookOf({ branches, numbers })));
  const other = await steps.upload(movingFile('numbers.csv'));
  const said = await steps.rows(other, 'numbers');
  // Zero lets a series begin at 1, but another file has let it begin behind 530. The codes of
  // students go on from the higher number.
  expect(said.map(({ state }) => state)).toEqual(['ready', 'ready', 'problem', 'problem', 'same']);
  expect(said[2]?.problems[0]?.error).toContain('530');
  expect(said[3]?.problems[0]?.error).toContain('Row 2');
  await steps.run(other);
  const [code] = await server.db.transaction((tx) => nextCodes(tx, 'ST'));
  expect(code).toMatch(/-009045$/);
});

const drawersOf = async () => (await owner.get(`/drawers?branchId=${bfw}`)).json<Drawer[]>();
const openings = async () =>
  (await owner.get(`/journal?from=${today}&to=${today}&branchId=${bfw}`))
    .json<JournalRow[]>()
    .filter(({ account }) => account === 'openings' || account === 'overShort')
    .map(({ account, debitLAK, creditLAK }) => `${account} ${debitLAK - creditLAK}`)
    .toSorted();

it('opens a drawer with the cash of the old book, and asks for the reason of a difference', async () => {
  const drawers = await drawersOf();
  expect(drawers.map(({ name, left }) => [name, left])).toEqual([
    ['Desk 1', { LAK: 1_000_000, THB: 0, USD: 0 }],
    ['Front', { LAK: 0, THB: 0, USD: 5000 }],
  ]);
  const open = (reason: string) =>
    owner.post(`/drawers/${drawers[0]?._id}/open`, { float: { LAK: 990_000 }, reason });
  expect((await open('')).statusCode).toBe(400);
  expect((await open('ນັບຄືນແລ້ວ')).json<{ openingDifference: unknown }>()).toMatchObject({
    openingDifference: { LAK: -10_000, THB: 0, USD: 0 },
  });
  expect(await openings()).toEqual(['openings -1000000', 'overShort 10000']);
});

it('counts a safe against the cash of the old book, which no count has found before', async () => {
  const read = async () => (await owner.get(`/safe?branchId=${bfw}`)).json<SafeRecord>();
  const due = { LAK: 5_000_000, THB: 200_000, USD: 0 };
  expect(await read()).toMatchObject({ balance: { LAK: 0 }, opening: due });
  const count = (counted: object) =>
    owner.post('/safe/counts', { branchId: bfw, counted, expected: due, reason: '' });
  expect((await count({ LAK: 5_000_001, THB: 200_000 })).statusCode).toBe(400);
  expect((await count(due)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ balance: due, opening: null });
  // 1,000,000 of the drawer, and 5,000,000 with 2,000 baht at 660 of the safe.
  expect(await openings()).toEqual(['openings -7320000', 'overShort 10000']);
});

it('leads a course to its next one, which came in a later slice', async () => {
  const course = (code: string, nextCourse = '') => ({
    code,
    courseName: code,
    courseCategory: 'Languages',
    sessions: 24,
    nextCourse,
  });
  const courses = [course('BFW-1', 'BFW-2'), course('BFW-2', 'BFW-3'), course('BFW-3')];
  const { _id } = await steps.upload(await workbookOf({ courses }));
  await server.db.update(moveTable).set({ state: 'running' }).where(eq(moveTable._id, _id));
  while ((await writeNextSlice(server.db, _id, 1)) > 0);
  const { rows } = await server.db.execute(sql`
    select course.code, next.code as next from courses course
    left join courses next on next.id = course.next_course_id
    where course.code like 'BFW-%' order by 1`);
  expect(rows.map(({ code, next }) => [code, next])).toEqual([
    ['BFW-1', 'BFW-2'],
    ['BFW-2', 'BFW-3'],
    ['BFW-3', null],
  ]);
});

it('holds the control totals against what came in, and names every difference', async () => {
  await steps.writeMoney(move);
  const path = `/moves/${move._id}/comparison`;
  const { code, controls } = (await owner.get(path)).json<MoveComparison>();
  expect(controls).toMatchObject([
    {
      branchCode: 'BFW',
      currency: 'LAK',
      typed: { students: 3, places: null, owed: 400_000, credit: 0 },
      read: { students: 2, places: 0, owed: 400_000, credit: 0 },
    },
    { currency: 'USD', typed: { students: null, credit: 2500 }, read: { credit: 2000 } },
  ]);
  expect(controlsThatDiffer(controls)).toBe(2);
  // Of the debts of the old book only what falls due later is to be collected here.
  const range = `from=${addDays(today, -60)}&to=${addDays(today, 20)}`;
  const { collection } = (
    await owner.get(`/figures?${range}&branchId=${bfw}`)
  ).json<FiguresAnswer>();
  expect(collection).toEqual({ dueLAK: 100_000, coveredLAK: 0 });
  // The signature is for the totals too.
  await server.db.execute(
    sql`update students set home_branch_id = ${await branchId(server.db, 'VTE')} where id in (select id from students where home_branch_id = ${bfw} limit 1)`,
  );
  expect((await owner.get(path)).json<MoveComparison>().code).not.toBe(code);
});

it('keeps what is in use when the move is taken back, and names it', async () => {
  const { kept } = await steps.undo(move);
  expect(kept).toEqual(
    expect.arrayContaining([
      { kind: 'drawers', name: 'BFW Desk 1' },
      { kind: 'drawers', name: 'BFW Safe' },
    ]),
  );
  await steps.undo(move, true);
  const left = await server.db
    .select({ name: drawerTable.name })
    .from(openingCashTable)
    .leftJoin(drawerTable, eq(drawerTable._id, openingCashTable.drawerId))
    .where(eq(openingCashTable.branchId, bfw));
  expect(left.map(({ name }) => name).toSorted()).toEqual(['Desk 1', null]);
  expect((await drawersOf()).map(({ name }) => name)).toEqual(['Desk 1']);
  expect(await inBranch('number_series')).toBe(1);
});
