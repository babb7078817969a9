import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { Move, OpeningTotals } from '#contract/imports/moving-in.ts';
import { beginMoney, movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let code: string;
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  const { rows } = await server.db.execute<{ code: string }>(
    sql`select student_code as code from students where not archived order by 1 limit 1`,
  );
  code = rows[0]?.code ?? '';
});
afterAll(() => server.close());

/** A day so many days from today, as a sheet has it. */
const day = (from: number) => addDays(dayInLaos(), from).split('-').toReversed().join('/');
const today = day(0);
const head = 'Student,Owes or credit,Amount,Currency,For,Billed on,Due date';
const debt = (text: string, due: string, billed = '') =>
  `${code},owes,400000,LAK,${text},${billed},${due}`;
const upload = (...rows: string[]) => steps.upload(csv(head, ...rows));
const write = (move: Move) => beginMoney(owner, move);
const written = async (move: Move) => {
  const answer = await write(move);
  expect(answer.statusCode, answer.body).toBe(200);
  return steps.ended(move._id);
};
const states = async (move: Move) =>
  (await steps.rows(move, 'balances')).map(({ state, problems }) =>
    [state, ...problems.map(({ field }) => field)].join(' '),
  );
const moneyOf = async ({ _id }: Move) =>
  (await owner.get(`/moves/${_id}/money`)).json<OpeningTotals>();
const answer = async (move: Move, value: string) => {
  const asked = (await steps.rows(move, 'balances')).find(({ problems }) =>
    problems.some(({ field }) => field === 'otherDebt'),
  );
  if (!asked) throw new Error('No question');
  return steps.mend(move, asked, { field: 'otherDebt', value });
};
/** The debts or credits that stand with this text. */
const standing = async (text: string) => {
  const { rows } = await server.db.execute(
    sql`select from moved_money where money ->> 'text' = ${text}`,
  );
  return rows.length;
};

it('asks about a debt whose due day was corrected, and writes it only as another one', async () => {
  await written(await upload(debt('Exam', day(-40))));
  const later = await upload(debt('Exam', day(-30)));
  const [asked] = await steps.rows(later, 'balances');
  expect(asked).toMatchObject({
    state: 'problem',
    problems: [{ field: 'otherDebt', value: '', choices: ['Yes', 'No'] }],
  });
  expect(asked?.problems[0]?.error).toContain(`${day(-40)} (${today})`);
  expect((await write(later)).statusCode).toBe(409);

  const same = await answer(later, 'No');
  // It is said which day stays.
  expect(await states(same)).toEqual(['same dueDate']);
  expect((await write(same)).statusCode).toBe(409);
  expect(await standing('Exam')).toBe(1);

  const again = await answer(await upload(debt('Exam', day(-30))), 'Yes');
  expect(await states(again)).toEqual(['ready']);
  await written(again);
  expect(await standing('Exam')).toBe(2);
  const both = await upload(debt('Exam', day(-30)), debt('Exam', day(-40)));
  expect(await states(both)).toEqual(['same', 'same']);
});

it('asks about the one part of several that has another day, and not about a further one', async () => {
  const parts = [-50, -20, 10].map((from) => debt('Part', day(from)));
  const first = await upload(...parts);
  expect(await states(first)).toEqual(['ready', 'ready', 'ready']);
  await written(first);
  const corrected = await upload(...parts.with(1, debt('Part', day(-15))));
  expect(await states(corrected)).toEqual(['same', 'problem otherDebt', 'same']);
  const [, asked] = await steps.rows(corrected, 'balances');
  expect(asked?.problems[0]?.error).toContain(day(-20));
  expect(asked?.problems[0]?.error).not.toContain(day(-50));
  const further = await upload(debt('Part', day(40)), ...parts);
  expect(await states(further)).toEqual(['ready', 'same', 'same', 'same']);
  await written(further);
  expect(await standing('Part')).toBe(4);
});

it('leaves the second of two rows out that are said to be one debt', async () => {
  await written(await upload(debt('Bus', day(-9))));
  const two = await upload(debt('Bus', day(-8)), debt('Bus', day(-7)));
  expect(await states(two)).toEqual(['problem otherDebt', 'problem otherDebt']);
  const [first, second] = await steps.rows(two, 'balances');
  if (!first || !second) throw new Error('No rows');
  await steps.mend(two, second, { field: 'otherDebt', value: 'No' });
  const told = await steps.mend(two, first, { field: 'otherDebt', value: 'No' });
  expect(await states(told)).toEqual(['same dueDate', 'out otherDebt']);
});

it('tells two credits apart by the day of billing, and finds each again', async () => {
  const credit = (billed: string) => `${code},credit,50000,LAK,Cup,${billed},`;
  await written(await upload(credit(day(-60))));
  expect(await states(await upload(credit('')))).toEqual(['same']);
  const later = await upload(credit(day(-45)));
  expect(await states(later)).toEqual(['problem otherDebt']);
  expect(await states(await answer(later, 'No'))).toEqual(['same']);
  const other = await answer(await upload(credit(day(-45))), 'Yes');
  await written(other);
  expect(await standing('Cup')).toBe(2);
  expect(await states(await upload(credit(day(-45)), credit(day(-60))))).toEqual(['same', 'same']);
});

it('asks after another move has written the debt since the check', async () => {
  const first = await upload(debt('Trip', day(-9)));
  const second = await upload(debt('Trip', day(-8)), debt('Trip fee', day(-8)));
  expect(await states(second)).toEqual(['ready', 'ready']);
  await written(first);
  const { due, waiting, toCheck } = await moneyOf(second);
  expect([due.map(({ rows }) => rows), waiting.rows, toCheck]).toEqual([[1], 1, 1]);
  await written(second);
  expect(await states(second)).toEqual(['problem otherDebt', 'in']);
  expect([await standing('Trip'), await standing('Trip fee')]).toEqual([1, 1]);
});

it('tells that every open debt was written by another move, and says so after a check', async () => {
  const file = [debt('Camp', day(-12)), debt('Camp tent', day(-12))];
  const [first, same] = [await upload(...file), await upload(...file)];
  const like = await upload(debt('Camp', day(-11)));
  expect([await states(same), await states(like)]).toEqual([['ready', 'ready'], ['ready']]);
  expect((await moneyOf(same)).toCheck).toBe(0);
  await written(first);
  const due = await moneyOf(same);
  expect([due.due, due.waiting.rows, due.toCheck]).toEqual([[], 0, 2]);
  expect((await moneyOf(like)).toCheck).toBe(1);
  expect((await write(same)).statusCode).toBe(409);
  expect(await states(await steps.check(same))).toEqual(['same', 'same']);
  expect(await states(await steps.check(like))).toEqual(['problem otherDebt']);
  expect([(await moneyOf(same)).toCheck, (await moneyOf(like)).toCheck]).toEqual([0, 0]);
});

it('checks what another move has written once the rest of the money is in', async () => {
  const first = await upload(debt('Bag', day(-6)));
  const second = await upload(debt('Bag', day(-6)), debt('Shoes', day(-6)));
  await written(first);
  await written(second);
  expect(await states(second)).toEqual(['same', 'in']);
  expect([await standing('Bag'), await standing('Shoes')]).toEqual([1, 1]);
});
