import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskStart } from '#contract/desk/desk-start.ts';
import type { PendingRenewal } from '#contract/classes/pending.ts';
import type { MoveComparison } from '#contract/imports/move-comparison.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { insertCourse } from '#tests/helpers/visits.ts';

// A place of the old book goes on like any other one, and so does its money: docs/moving-in.md.

let server: TestServer;
let owner: Client;
let vte: string;
const steps = movingSteps(() => owner);
const today = dayInLaos();
const written = (day: string) => day.split('-').toReversed().join('/');
const PEOPLE =
  'Student code,Given name,Surname,Gender,Date of birth,Guardian,Guardian phone,Relation';

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  vte = await branchId(server.db, 'VTE');
  const child = (code: string, phone: string) =>
    `${code},${code},Vongsa,F,01/02/2015,Mother of ${phone.slice(-2)},${phone},mother`;
  const people = ['GO-1', 'GO-2', 'GO-3'].map((code, at) => child(code, `020 5566 770${at}`));
  const siblings = ['SIB-1', 'SIB-2'].map((code) => child(code, '020 5566 7799'));
  const move = await steps.upload(csv(PEOPLE, ...people, ...siblings), vte);
  expect((await steps.run(move)).counts).toMatchObject({ in: 5 });
});
afterAll(() => server.close());

const { writeMoney } = steps;

it('is to be renewed from the day to which the old book was paid, or after its sessions', async () => {
  const [month, session] = [
    await insertCourse(server.db, { basis: 'month', amount: 300_000 }),
    await insertCourse(server.db, { basis: 'session', amount: 50_000 }),
  ];
  const running = {
    startDate: addDays(today, -60),
    endDate: addDays(today, 60),
    status: 'running' as const,
    slots: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '05:00', end: '05:45' })),
  };
  const ofMonth = await insertClass(server.db, { course: month, ...running });
  const ofSession = await insertClass(server.db, { course: session, ...running });
  const paidUntil = addDays(today, 3);
  const heads =
    'Student,Class,Price,Currency,Sessions bought,Sessions used,Paid so far,Paid until,From';
  const from = written(addDays(today, -50));
  const file = csv(
    heads,
    `GO-1,${ofMonth.classCode},300000,LAK,30,26,300000,${written(paidUntil)},${from}`,
    // Two sessions are left: those of today and of tomorrow.
    `GO-2,${ofSession.classCode},500000,LAK,10,8,500000,,${from}`,
    `GO-3,${ofSession.classCode},500000,LAK,10,10,500000,,${from}`,
  );
  const move = await steps.upload(file, vte);
  await steps.run(move);
  await writeMoney(move);
  const rows = done<PendingRenewal[]>(await owner.get('/pending-enrolments/renew'));
  const found = rows.filter(({ classId }) => [ofMonth._id, ofSession._id].includes(classId));
  const said = found.map(({ firstName, basis, paidUntil: until, price }) => [
    firstName,
    basis,
    until,
    price,
  ]);
  expect(said.toSorted()).toEqual([
    ['GO-1', 'month', paidUntil, 300_000],
    ['GO-2', 'session', addDays(today, 1), 50_000],
    ['GO-3', 'session', addDays(today, -1), 50_000],
  ]);
  const place = found.find(({ firstName }) => firstName === 'GO-1');
  const start = done<DeskStart>(await owner.get(`/desk/start?bill=${place?._id}`));
  expect(start.places).toMatchObject([
    { basis: 'month', startDate: null, coversFrom: addDays(paidUntil, 1) },
  ]);
});

it('takes a price of the file back with the money that names it, and writes both again', async () => {
  const course = await insertCourse(server.db, { basis: 'deposit', amount: 1 });
  const { classCode } = await insertClass(server.db, {
    course,
    status: 'running',
    startDate: addDays(today, -30),
    endDate: addDays(today, 30),
    slots: [{ weekday: 1, start: '05:00', end: '05:45' }],
  });
  const fees = csv('Course,Amount,Currency,Per', `${course},40000,LAK,session`);
  const places = csv(
    'Student,Class,Price,Currency,Sessions bought,Sessions used,Paid so far',
    `SIB-1,${classCode},200000,LAK,5,3,200000`,
  );
  const inUse = async () => {
    const { rows } = await server.db.execute(sql`
      select fee.active, count(line.id)::int as lines from course_fees fee
      left join order_lines line on line.fee_id = fee.id
      where fee.basis = 'session' and fee.amount = 40000 group by fee.id order by fee.id`);
    return rows;
  };
  for (const expected of [1, 2]) {
    const moves = [await steps.upload(fees, vte), await steps.upload(places, vte)];
    for (const move of moves) await steps.run(move);
    const [price, money] = moves;
    if (!price || !money) throw new Error('No moves');
    await writeMoney(money);
    expect((await inUse()).filter((row) => row['active'] === true)).toHaveLength(1);
    expect(await inUse()).toHaveLength(expected);
    expect((await steps.undo(money)).kept).toEqual([]);
    expect((await steps.undo(price)).kept).toEqual([]);
    expect((await inUse()).filter((row) => row['active'] === true)).toEqual([]);
  }
});

it('reads what a sheet of the old book means, and asks where it may mean two things', async () => {
  const rates = await steps.upload(csv('Currency,Rate to kip', 'USD,21.500', 'THB,660'), vte);
  const [usd] = await steps.rows(rates, 'rates');
  expect(usd?.problems).toMatchObject([{ field: 'rate', choices: ['21500', '21.5000'] }]);

  const terms = await steps.upload(
    csv(
      'Code,Name,Year,From,To,Holidays',
      'H-1,H 1,2027,01/02/2027,30/06/2027,13/04-16/04/2027 NY',
    ),
  );
  expect(await steps.rows(terms, 'terms')).toMatchObject([{ state: 'ready' }]);

  const classOf = csv('Student code,Given name,Surname,Gender,Class', 'C-1,Ann,Vongsa,F,A1');
  const { sheets } = await steps.upload(classOf, vte);
  expect(sheets[0]?.matching).toEqual(['studentCode', 'firstName', 'lastName', 'gender', null]);

  const rooms = await steps.upload(csv('Branch,Room,Seats', 'VTE,Blue,12'), vte);
  await steps.run(rooms);
  const later = await steps.upload(csv('Branch,Room,Seats', 'VTE,Blue,20'), vte);
  expect(await steps.rows(later, 'rooms')).toMatchObject([
    { state: 'changed', changes: [{ field: 'seats', before: '12', after: '20' }], problems: [] },
  ]);

  const one = 'ONE-1,Once,Vongsa,F,03/03/2015,Mother,020 5566 7801,mother';
  await steps.run(await steps.upload(csv(PEOPLE, one), vte));
  // The child of that name and birthday needs no guardian again, and no second record.
  const heads = 'Given name,Surname,Gender,Date of birth,Nickname';
  const again = await steps.upload(csv(heads, 'Once,Vongsa,F,03/03/2015,Oneway'), vte);
  expect(again.counts).toMatchObject({ changed: 1, problem: 0 });
  const coded = one.replace('ONE-1', 'OLD-77');
  const asked = await steps.upload(csv(PEOPLE, coded), vte);
  const [row] = await steps.rows(asked, 'students');
  expect(row).toMatchObject({ state: 'problem', problems: [{ field: 'otherPerson' }] });
  if (!row) throw new Error('No row');
  const same = await steps.mend(asked, row, { field: 'otherPerson', value: 'no' });
  expect(same.counts).toMatchObject({ same: 1 });
});

expect.addEqualityTesters([
  (text, pattern) =>
    typeof text === 'string' && pattern instanceof RegExp ? pattern.test(text) : undefined,
]);

it('keeps the debts of two children of one payer apart, and asks about another sum', async () => {
  const heads = 'Student,Owes or credit,Amount,Currency,For,Due date,Old paper no';
  const due = written(addDays(today, -20));
  const move = await steps.upload(
    csv(
      heads,
      `SIB-1,owes,100000,LAK,,${due},`,
      `SIB-2,owes,100000,LAK,,${due},`,
      `SIB-1,owes,100000,LAK,,${due},`,
      `SIB-1,owes,70000,LAK,,${due},`,
      `GO-1,owes,50000,LAK,,${due},0412`,
      `GO-1,owes,60000,LAK,,${due},0412`,
    ),
    vte,
  );
  const rows = await steps.rows(move, 'balances');
  expect(rows.map(({ state, problems }) => [state, ...problems.map(({ field }) => field)])).toEqual(
    [
      ['ready'],
      ['ready'],
      ['out', 'amount'],
      ['problem', 'amount'],
      ['ready'],
      ['problem', 'oldPaper'],
    ],
  );
});

it('writes a corrected sum once the order of the first one is void', async () => {
  const heads = 'Student,Owes or credit,Amount,Currency,For,Due date,Old paper no';
  const due = written(addDays(today, -20));
  const file = (amount: number) => csv(heads, `GO-2,owes,${amount},LAK,,${due},0501`);
  const first = await steps.upload(file(80_000), vte);
  await writeMoney(first);
  const second = await steps.upload(file(90_000), vte);
  expect(second.counts).toMatchObject({ problem: 1 });
  await server.db.execute(sql`
    update orders set state = 'void', total_lak = 0, paid_lak = 0, voided_at = clock_timestamp(),
      void_reason = 'another sum'
    where id in (select order_id from moved_money where key like '%0501')`);
  const checked = await steps.check(second);
  expect(checked.counts).toMatchObject({ ready: 1, problem: 0 });
  expect((await writeMoney(checked)).counts).toMatchObject({ in: 1 });
  const { rows } = await server.db.execute(sql`
    select money ->> 'amount' as amount from moved_money where key like '%0501'`);
  expect(rows).toEqual([{ amount: '90000' }]);
  // The comparison holds the corrected sum against what is owed now.
  const compared = await owner.get(`/moves/${second._id}/comparison`);
  const { families } = done<MoveComparison>(compared);
  expect(families.filter(({ name }) => name.startsWith('Mother of 01'))).toMatchObject([
    { oldOwedLAK: 90_000, newOwedLAK: 90_000 },
  ]);
});
