import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import type { MovePlan } from '#contract/imports/move-plan.ts';
import type { Move } from '#contract/imports/moving-in.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { done } from '#tests/helpers/class-data.ts';
import { addMovingRates, movingSteps } from '#tests/helpers/moving-steps.ts';
import { workbookOf } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// Two branches whose numbers were counted by hand: docs/moving-in.md, "What will be made".

let server: TestServer;
let owner: Client;
let file: Buffer;
const steps = movingSteps(() => owner);
const today = dayInLaos();
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;

/** A dollar is 22,000 kip in the file, and 21,500 before it. */
async function twoBranches(): Promise<Buffer> {
  const [term] = await rowsOf(`select code, start_date::text as day from academic_terms
    where start_date <= current_date and end_date >= current_date limit 1`);
  const [code, day] = [String(term?.['code']), String(term?.['day'])];
  const late = addDays(today, -40);
  const sheet = (name: string, ...lines: string[]) => ({
    name,
    rows: lines.map((line) => line.split('|')),
  });
  return workbookOf(
    sheet(
      'Branches',
      'Branch code|Branch name|Province|Phone',
      'DDK|Dongdok|01|020 5559 0001',
      'SKT|Sikhottabong|01|020 5559 0002',
    ),
    sheet('Rates', 'Currency|Rate to kip', 'USD|22000'),
    sheet('Rooms', 'Branch|Room|Seats', 'DDK|A1|20', 'DDK|A2|20', 'SKT|B1|12'),
    sheet(
      'Classes',
      'Class name|Course|Term|Branch|Start date|End date|Timetable|Capacity',
      `Old A|ENG-A1|${code}|DDK|${day}|${day}|Tue 06:00-07:30|10`,
      `Old B|ENG-A1|${code}|SKT|${day}|${day}|Tue 06:00-07:30|10`,
    ),
    sheet(
      'Products',
      'SKU|Name in English|Category|Price|Cost|Cost currency|Unit|Opening stock DDK|Opening stock SKT',
      'PL-1|Student book|Books|220000|160000|LAK|pc|18|7',
      'PL-2|Atlas|Books|500000|12.50|USD|pc||3',
      'PL-3|Bag|Books|90000|||pc|4|',
    ),
    sheet(
      'Students',
      'Student code|Full name|Gender|Date of birth|Phone|Home branch',
      'PL-A|Aa One|F|01/02/2001|020 5551 6601|DDK',
      'PL-B|Bee Two|M|01/02/2002|020 5551 6602|DDK',
      'PL-C|Cee Tri|F|01/02/2003|020 5551 6603|SKT',
      'PL-D|Dee For|nobody knows|01/02/2004|020 5551 6604|SKT',
    ),
    sheet(
      'Enrolments',
      'Student|Class|Price|Currency|Sessions bought|Sessions used|Paid so far',
      'PL-A|Old A|1500000|LAK|24|9|900000',
      'PL-C|Old B|200|USD|20|5|80',
      'PL-D|Old B|400000|LAK|20|0|150000',
    ),
    sheet(
      'Opening balances',
      'Student|Owes or credit|Amount|Currency|For|Due date',
      `PL-A|Owes|1200000|LAK|Books|${late}`,
      'PL-B|Credit|300000|LAK|Deposit|',
      `PL-C|Owes|50000|LAK|Bag|${late}`,
      `PL-B|Owes|75000|LAK|Exam|${late}`,
      `PL-B|Owes|a lot|LAK|Trip|${late}`,
    ),
  );
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  file = await twoBranches();
});
afterAll(() => server.close());

const planOf = async ({ _id }: Move) => done<MovePlan>(await owner.get(`/moves/${_id}/plan`));
const counted = ({ rows }: MovePlan) =>
  rows.map(({ kind, branchCode, ready, changed, same }) =>
    [kind, branchCode, ready, changed, same].join(' '),
  );
const sums = ({ sums: all }: MovePlan) => all.map(({ branchId: _id, ...of }) => of);

it('says by sheet and branch what a run makes, and what the books say afterwards', async () => {
  const read = await steps.upload(file);
  const exam = (await steps.rows(read, 'balances')).find(({ values }) => values['for'] === 'Exam');
  if (!exam) throw new Error('No row of the exam');
  const move = await steps.mend(read, exam, { leftOut: true });
  const before = await planOf(move);
  expect(counted(before)).toEqual([
    'branches DDK 1 0 0',
    'branches SKT 1 0 0',
    'rates  1 0 0',
    'rooms DDK 2 0 0',
    'rooms SKT 1 0 0',
    'products  3 0 0',
    'classes DDK 1 0 0',
    'classes SKT 1 0 0',
    'students DDK 2 0 0',
    'students SKT 1 0 0',
    'enrolments DDK 1 0 0',
    'enrolments SKT 1 0 0',
    'balances DDK 2 0 0',
    'balances SKT 1 0 0',
  ]);
  // Old A: 562,500 are taught and 337,500 too much paid for it. Old B: 50 of 80 dollars are taught.
  const nothing = { owedLAK: 0, creditLAK: 0, unearnedLAK: 0, pieces: 0, stockLAK: 0 };
  expect(sums(before)).toEqual([
    {
      branchCode: 'DDK',
      currency: 'LAK',
      owedLAK: 1_800_000,
      creditLAK: 300_000,
      unearnedLAK: 337_500,
      pieces: 22,
      stockLAK: 2_880_000,
    },
    {
      ...nothing,
      branchCode: 'SKT',
      currency: 'LAK',
      owedLAK: 50_000,
      pieces: 7,
      stockLAK: 1_120_000,
    },
    {
      branchCode: 'SKT',
      currency: 'USD',
      owedLAK: 2_640_000,
      creditLAK: 0,
      unearnedLAK: 660_000,
      pieces: 3,
      stockLAK: 825_000,
    },
  ]);
  const none = { problem: 0, waiting: 0, out: 0, unread: 0 };
  expect([before.withoutRate, before.stays]).toEqual([
    0,
    [
      { ...none, kind: 'students', problem: 1, owedLAK: null, creditLAK: null },
      { ...none, kind: 'enrolments', waiting: 1, owedLAK: 250_000, creditLAK: 0 },
      { ...none, kind: 'balances', problem: 1, out: 1, unread: 1, owedLAK: 75_000, creditLAK: 0 },
    ],
  ]);

  await steps.run(move);
  const people = await planOf(move);
  // The sums of the money are the same when its people are in, and the stock is written.
  expect(
    sums(people).map(({ owedLAK, creditLAK, unearnedLAK }) => [owedLAK, creditLAK, unearnedLAK]),
  ).toEqual([
    [1_800_000, 300_000, 337_500],
    [50_000, 0, 0],
    [2_640_000, 0, 660_000],
  ]);
  expect(people.sums.map(({ pieces, stockLAK }) => pieces + stockLAK)).toEqual([0, 0, 0]);
  await steps.writeMoney(move);

  const { branches } = done<MoveComparison>(await owner.get(`/moves/${move._id}/comparison`));
  expect(
    branches.map(({ branchCode, newOwedLAK, newCreditLAK }) => [
      branchCode,
      newOwedLAK,
      newCreditLAK,
    ]),
  ).toEqual([
    ['DDK', 1_800_000, 300_000],
    ['SKT', 2_690_000, 0],
  ]);
  const { after } = done<FiguresAnswer>(await owner.get(`/figures?from=${today}&to=${today}`));
  expect(after.unearnedLAK + after.earnedTuitionLAK).toBe(337_500 + 660_000);
  expect(
    await rowsOf(`select code, sum(qty_change)::int as pieces,
        sum(qty_change * unit_cost_lak)::int as worth
      from stock_movements join branches on branches.id = branch_id
      join products on products.id = product_id where sku like 'PL-%' group by 1 order by 1`),
  ).toEqual([
    { code: 'DDK', pieces: 22, worth: 2_880_000 },
    { code: 'SKT', pieces: 10, worth: 1_945_000 },
  ]);
  const table = (name: string, branch: string) =>
    rowsOf(`select code, count(*)::int as rows from ${name} join branches on branches.id = ${branch}
      where code in ('DDK', 'SKT') group by 1 order by 1`);
  const [two, one] = [
    { code: 'DDK', rows: 2 },
    { code: 'SKT', rows: 1 },
  ];
  expect(await table('rooms', 'rooms.branch_id')).toEqual([two, one]);
  expect(await table('students', 'home_branch_id')).toEqual([two, one]);
  expect(await table('enrolments', 'enrolments.branch_id')).toEqual([{ ...two, rows: 1 }, one]);

  const written = await planOf(move);
  expect([counted(written), sums(written)]).toEqual([[], []]);
});

it('counts what is there already in the branch of its record', async () => {
  const again = await planOf(await steps.upload(file));
  expect(counted(again)).toEqual([
    'branches DDK 0 0 1',
    'branches SKT 0 0 1',
    'rates  0 0 1',
    'rooms DDK 0 0 2',
    'rooms SKT 0 0 1',
    'products  0 0 3',
    'classes DDK 0 0 1',
    'classes SKT 0 0 1',
    'students DDK 0 0 2',
    'students SKT 0 0 1',
    // Nobody has left out the row of the exam in this file.
    'enrolments DDK 0 0 1',
    'enrolments SKT 0 0 1',
    'balances DDK 1 0 2',
    'balances SKT 0 0 1',
  ]);
  expect(sums(again)).toMatchObject([{ branchCode: 'DDK', owedLAK: 75_000 }]);
});
