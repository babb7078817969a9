import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { Move, OpeningTotals, MovingRow } from '#contract/imports/moving-in.ts';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { journalLegs } from '#server/reading/journal/entries.ts';
import {
  addMovingRates,
  beginMoney,
  movingFile,
  movingSteps,
} from '#tests/helpers/moving-steps.ts';
import { expectTermsHaveRows } from '#tests/helpers/report-rows.ts';
import {
  branchId,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let dongdok: string;
let example: Move;
const today = dayInLaos();
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  await steps.run(await steps.upload(movingFile('clean.xlsx')));
  dongdok = await branchId(server.db, 'DDK');
});
afterAll(() => server.close());

const moneyOf = async ({ _id }: Move) =>
  (await owner.get(`/moves/${_id}/money`)).json<OpeningTotals>();
const write = (move: Move, secret = password) => beginMoney(owner, move, secret);
const written = async (move: Move) => {
  expect((await write(move)).statusCode).toBe(200);
  return steps.ended(move._id);
};
const sumsOf = ({ due }: OpeningTotals) => {
  const sum = (of: (row: OpeningTotals['due'][number]) => number) =>
    due.reduce((total, row) => total + of(row), 0);
  return {
    owedLAK: sum(({ owedLAK }) => owedLAK),
    creditLAK: sum(({ creditLAK }) => creditLAK),
    unearnedLAK: sum(({ unearnedLAK }) => unearnedLAK),
  };
};
const figures = async (client: Client, from = today) =>
  (await client.get(`/figures?from=${from}&to=${today}`)).json<FiguresAnswer>();
const totalOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((total, { amountLAK }) => total + amountLAK, 0);
const rowsOf = async (statement: string) => (await server.db.execute(sql.raw(statement))).rows;
const journalOf = async (tuitionWaits: boolean) => {
  const { rows } = await server.db.execute<{ account: string; sum: string }>(
    sql`select account, sum(amount) as sum from (${journalLegs(tuitionWaits)}) legs group by 1 having sum(amount) <> 0 order by 1`,
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
};
/** What is left of each student's charges, by the line's kind. */
const linesOf = (code: string) =>
  rowsOf(`select line.kind, line.amount_lak::float8 as lak, line.sessions, line.is_opening,
      orders.total_lak::float8 as total, orders.paid_lak::float8 as paid
    from order_lines line join orders on orders.id = line.order_id
    join students on students.id = line.student_id
    where student_code = '${code}' order by line.amount_lak desc`);
const partsOf = (code: string) =>
  rowsOf(`select distinct part.due_on::text as due, part.amount_lak::float8 as lak
    from instalments part join order_lines line on line.order_id = part.order_id
    join students on students.id = line.student_id where student_code = '${code}' order by 1`);
const newDollarRate = (rate: number) =>
  rowsOf(`insert into exchange_rates
    (id, currency, rate_to_lak, note, created_by, created_at, search)
    values (gen_random_uuid(), 'USD', ${rate}, '', '', clock_timestamp(), '')`);
const problems = (rows: readonly MovingRow[]) =>
  Object.fromEntries(
    rows.map(({ number, state, problems: found }) => [
      number,
      `${state} ${found.map(({ field }) => field).join()}`.trim(),
    ]),
  );

describe('the worked example', () => {
  it('says before anything is written what it comes to', async () => {
    example = await steps.upload(movingFile('worked-example.xlsx'));
    expect(example.counts).toMatchObject({ ready: 8, problem: 0, waiting: 0 });
    const before = await moneyOf(example);
    expect([before.due, before.waiting]).toMatchObject([
      [],
      { rows: 4, owedLAK: 4_380_000, creditLAK: 300_000, unearnedLAK: 982_500 },
    ]);
    await steps.run(example);
    const money = await moneyOf(example);
    expect(money).toMatchObject({ day: today, waiting: { rows: 0 }, written: { rows: 0 } });
    expect(sumsOf(money)).toEqual({
      owedLAK: 4_380_000,
      creditLAK: 300_000,
      unearnedLAK: 982_500,
    });
    expect(
      money.due.map(({ branchCode, currency, owedLAK }) => [branchCode, currency, owedLAK]),
    ).toEqual([
      ['DDK', 'LAK', 1_800_000],
      ['SKT', 'USD', 2_580_000],
    ]);
    expect(await rowsOf('select id from orders union all select id from payments')).toEqual([]);
  });

  it('is not written while its sums are others than those that were seen', async () => {
    const { code } = await moneyOf(example);
    await newDollarRate(21_600);
    const path = `/moves/${example._id}/money`;
    const refused = await owner.send('POST', path, { payload: { password, code } });
    await newDollarRate(21_500);
    expect([refused.statusCode, refused.json<ApiErrorBody>().code]).toEqual([
      409,
      'moveSumsChanged',
    ]);
    expect(await moneyOf(example)).toMatchObject({ code, written: { rows: 0 } });
  });

  it('is written by a superadmin who types the password again', async () => {
    expect((await write(example, 'another password')).statusCode).toBe(400);
    const admin = await server.as('admin');
    const path = `/moves/${example._id}/money`;
    const payload = { password, code: (await moneyOf(example)).code };
    expect((await admin.send('POST', path, { payload })).statusCode).toBe(403);
    const done = await written(example);
    expect(done).toMatchObject({ state: 'done', counts: { in: 8, ready: 0, problem: 0 } });
    expect((await moneyOf(example)).written).toEqual({ rows: 4, day: today });
  });

  it('has the rows of the plan, in kip and in dollars', async () => {
    expect(await linesOf('W-DDK-A')).toEqual([
      { kind: 'opening', lak: 1_200_000, sessions: 0, is_opening: true, total: 1_200_000, paid: 0 },
    ]);
    expect(await partsOf('W-DDK-A')).toEqual([{ due: '2026-10-15', lak: 1_200_000 }]);
    expect(await linesOf('W-DDK-B')).toEqual([]);
    expect(await linesOf('W-DDK-C')).toEqual([
      {
        kind: 'tuition',
        lak: 937_500,
        sessions: 15,
        is_opening: true,
        total: 937_500,
        paid: 337_500,
      },
    ]);
    expect(await partsOf('W-DDK-C')).toEqual([
      { due: today, lak: 337_500 },
      { due: '2026-12-15', lak: 600_000 },
    ]);
    expect(await linesOf('W-SKT-D')).toEqual([
      {
        kind: 'tuition',
        lak: 3_225_000,
        sessions: 15,
        is_opening: true,
        total: 3_225_000,
        paid: 645_000,
      },
    ]);
    const paid = await rowsOf(
      `select method, currency, tendered::float8 as tendered, amount_lak::float8 as lak, free_lak::float8 as free, receipt_id as receipt, decided_at is not null as decided from payments order by amount_lak`,
    );
    expect(paid).toMatchObject([
      {
        method: 'opening',
        currency: 'LAK',
        lak: 300_000,
        free: 300_000,
        receipt: null,
        decided: true,
      },
      { currency: 'LAK', lak: 337_500, free: 0 },
      { currency: 'USD', tendered: 3000, lak: 645_000, free: 0 },
    ]);
    const numbers = await rowsOf('select number from orders order by 1');
    expect(numbers.map(({ number }) => String(number).replace(/-O\d\d-/, '-Oyy-'))).toEqual([
      'DDK-Oyy-000001',
      'DDK-Oyy-000002',
      'SKT-Oyy-000001',
    ]);
  });

  it('owes and has what the old book says, and bills and receives nothing', async () => {
    const answer = await figures(owner);
    expect([answer.billed, answer.received, answer.discounts]).toEqual([[], [], []]);
    expect(answer.after).toMatchObject({
      owedLAK: 4_380_000,
      creditLAK: 300_000,
      billedTuitionLAK: 0,
      openingLinesLAK: 5_362_500,
      openingPaymentsLAK: 1_282_500,
      openingTuitionLAK: 4_162_500,
    });
    // The sessions of today are earned already.
    const { earnedTuitionLAK, unearnedLAK } = answer.after;
    expect(unearnedLAK + earnedTuitionLAK).toBe(982_500);
    const bridges = bridgesOf(answer);
    expect(bridges).toMatchObject({
      billedLAK: 0,
      receivedLAK: 0,
      billedTuitionLAK: 0,
      leftLAK: 0,
    });
    expect(bridges.openingTuitionLAK - bridges.notYetEarnedLAK).toBe(earnedTuitionLAK);
    expect(totalOf(Object.values(answer.ages).map((amountLAK) => ({ amountLAK })))).toBe(4_380_000);
    // What was due up to today was not collected here, whichever range asks.
    for (const from of [today, '2026-10-01'])
      expect((await figures(owner, from)).collection).toEqual({ dueLAK: 0, coveredLAK: 0 });
    await expectTermsHaveRows(owner, answer, `from=${today}&to=${today}`);
  });

  it('keeps the ages of old debts', async () => {
    const days = Math.round((Date.parse(today) - Date.parse('2026-10-15')) / 86_400_000);
    const age = days <= 30 ? 'to30' : days <= 60 ? 'to60' : days <= 90 ? 'to90' : 'over90';
    const { ages } = await figures(owner);
    expect(ages[age as keyof typeof ages]).toBeGreaterThanOrEqual(1_200_000);
  });

  it('is booked against the account of openings, and tuition that waits is not earned', async () => {
    expect(await journalOf(true)).toEqual({
      receivables: 4_380_000,
      openings: 82_500,
      credits: -300_000,
      unearned: -4_162_500,
    });
    expect(await journalOf(false)).toEqual({
      receivables: 4_380_000,
      credits: -300_000,
      openings: -4_080_000,
    });
    expect((await checkBooks(server.database)).differences).toEqual([]);
  });

  it('is used and left together, in sessions and in kip, or the check of the books says so', async () => {
    const use = (more: number) =>
      rowsOf(`update moved_money set money = jsonb_set(money, '{used}',
        to_jsonb((money ->> 'used')::int + ${more})) where money ->> 'kind' = 'place'`);
    await use(1);
    const { differences } = await checkBooks(server.database);
    expect(differences.map(({ detail }) => detail).toSorted()).toEqual([
      '10 of 24 sessions used, 15 on the line; 625000 of 1500000 used, 937500 on the lines',
      '6 of 20 sessions used, 15 on the line; 6000 of 20000 used, 3225000 on the lines',
    ]);
    await use(-1);
  });

  it('is written once, however often the file comes', async () => {
    const before = await rowsOf('select count(*) as orders from orders');
    const again = await steps.upload(movingFile('worked-example.xlsx'));
    expect(again.counts).toMatchObject({ ready: 0, changed: 0, problem: 0 });
    expect(await moneyOf(again)).toMatchObject({ due: [], waiting: { rows: 0 } });
    expect((await write(again)).statusCode).toBe(409);
    expect((await write(example)).statusCode).toBe(409);
    expect(await rowsOf('select count(*) as orders from orders')).toEqual(before);
  });
});

describe('balances', () => {
  it('are read with their words, and what could mean two things waits', async () => {
    const move = await steps.upload(movingFile('openings.csv'), dongdok);
    const rows = await steps.rows(move, 'balances');
    expect(problems(rows)).toEqual({
      2: 'ready',
      3: 'ready',
      4: 'ready',
      5: 'out oldPaper',
      6: 'problem dueDate',
      7: 'out amount',
      8: 'problem side,amount',
    });
    expect(sumsOf(await moneyOf(move))).toEqual({
      owedLAK: 1_200_000 + 1_075_000,
      creditLAK: 300_000,
      unearnedLAK: 0,
    });
    const later = rows.find(({ number }) => number === 6);
    if (!later) throw new Error('No row without a day');
    await steps.mend(move, later, { field: 'dueDate', value: addDays(today, 14), forAll: true });
    expect(sumsOf(await moneyOf(move)).owedLAK).toBe(2_675_000);
  });

  it('are due in one move only, and the same with another word', async () => {
    const file = movingFile('openings.csv');
    const [first, second] = [await steps.upload(file, dongdok), await steps.upload(file, dongdok)];
    const both = [await moneyOf(first), await moneyOf(second)];
    expect(both.map(({ due }) => due.length)).toEqual([2, 2]);
    await written(first);
    expect(await moneyOf(second)).toMatchObject({ due: [], waiting: { rows: 0 } });
    const renamed = Buffer.from(file.toString().replaceAll(',fee,', ',school fee,'));
    const again = await steps.upload(renamed, dongdok);
    const rows = await steps.rows(again, 'balances');
    expect(problems(rows.slice(0, 2))).toEqual({ 2: 'same', 3: 'same' });
  });
});
