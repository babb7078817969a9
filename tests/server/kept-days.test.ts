import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { PaymentListSums } from '#contract/orders/payment-rows.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { keptDayTable, type KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import {
  allParts,
  endOfDay,
  readAllRows,
  readAt,
  readSince,
} from '#server/ledger/figures/figures-at.ts';
import { keepPastDays } from '#server/ledger/figures/keep-days.ts';
import { nearestKept } from '#server/ledger/figures/kept-days.ts';
import type { BranchMoment } from '#server/ledger/figures/standing.ts';
import { keepPaymentSums } from '#server/ledger/payments/keep-payment-sums.ts';
import { momentWithin } from '#server/ledger/payments/payment-moment.ts';
import { sumsWhere } from '#server/ledger/payments/payment-sums.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { keptDayDifferences } from '#server/reading/books-check/kept-day-checks.ts';
import { addDemoHistory } from '#server/seed/demo-history.ts';
import { done } from '#tests/helpers/class-data.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// Standing figures are kept by day: docs/figures.md, "Kept days".

let server: TestServer;
let vte: string;
const today = dayInLaos();
const yesterday = addDays(today, -1);
beforeAll(async () => {
  server = await startTestServer();
  vte = await branchId(server.db, 'VTE');
  await addDemoHistory(server.db);
});
afterAll(() => server.close());

const at = (day: string, branch = vte): BranchMoment => ({
  branchId: branch,
  day,
  asOf: endOfDay(day),
});
const byAllRows = (moment: BranchMoment) => allParts(readAllRows(server.db, moment));
const asRead = async (moment: BranchMoment) => allParts(await readAt(server.db, moment));
/** Sums that are 0 say nothing. */
const withoutZeros = (figures: KeptFigures) =>
  Object.fromEntries(
    Object.entries(figures).map(([part, sums]) => [
      part,
      Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0)),
    ]),
  );
const readMonth = async () =>
  done<FiguresAnswer>(
    await (await server.as('superadmin')).get(`/figures?from=${addDays(today, -30)}&to=${today}`),
  );
/** A session of a class with places that the branch billed, on a day. */
async function sessionOn(day: string): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    insert into class_sessions (id, class_id, branch_id, date, start_time, end_time)
    select gen_random_uuid(), place.class_id, class.branch_id, ${day}::date, '06:00', '07:00'
    from order_lines line join orders on orders.id = line.order_id
    join enrolments place on place.id = line.enrolment_id join classes class on class.id = place.class_id
    where orders.branch_id = ${vte} and orders.confirmed_at is not null
      and line.kind = 'tuition' and place.start_date <= ${day}::date
    limit 1 returning id`);
  return String(rows[0]?.id);
}

describe('figures at the end of a day', () => {
  it.each([1, 17, -4])(
    'are those of a day %i days before, and the rows since',
    async (distance) => {
      for (const back of [0, 3, 100, 330]) {
        const moment = at(addDays(today, -back));
        const base = at(addDays(moment.day, -distance));
        const kept = { ...base, figures: await byAllRows(base) };
        const read = await allParts(readSince(server.db, kept, moment));
        expect(withoutZeros(read), `${base.day} to ${moment.day}`).toEqual(
          withoutZeros(await byAllRows(moment)),
        );
      }
    },
  );

  it('are the same before any day is kept, while days are filled in slices, and afterwards', async () => {
    const before = await readMonth();
    expect(await nearestKept(server.db, vte, today)).toBeUndefined();
    // By day nothing is begun that reads all rows.
    expect(await keepPastDays(server.db, { most: 2, evenSlow: false })).toBe(0);
    expect(await keepPastDays(server.db, { most: 1, evenSlow: true })).toBeGreaterThan(1);
    expect((await nearestKept(server.db, vte, today))?.day).toBe(yesterday);
    expect(await readMonth()).toEqual(before);
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect((await nearestKept(server.db, vte, addDays(today, -4)))?.day).toBe(addDays(today, -4));
    expect(await readMonth()).toEqual(before);
    expect(await keptDayDifferences(server.db)).toEqual([]);
  });
});

describe('a kept day', () => {
  it('does not change, whoever asks the database itself', async () => {
    await expect(server.db.execute(sql`update kept_days set figures = '{}'`)).rejects.toThrow();
    await expect(server.db.execute(sql`delete from kept_days`)).rejects.toThrow();
  });

  it('is withdrawn with all later ones by a change of a session, and kept again', async () => {
    const day = addDays(today, -3);
    const id = await sessionOn(day);
    expect((await nearestKept(server.db, vte, day))?.day).toBe(addDays(day, -1));
    expect(await asRead(at(yesterday))).toEqual(await byAllRows(at(yesterday)));
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(yesterday);
    // Attendance changes nothing; taking the session off does.
    await server.db.execute(sql`update class_sessions set status = 'held' where id = ${id}`);
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(yesterday);
    await server.db.execute(sql`update class_sessions set status = 'cancelled' where id = ${id}`);
    expect((await nearestKept(server.db, vte, yesterday))?.day).toBe(addDays(day, -1));
    await keepPastDays(server.db, { most: 3, evenSlow: false });
    expect(await keptDayDifferences(server.db)).toEqual([]);
  });

  it('that was closed and reopened counts what came later on that day', async () => {
    const owner = await server.as('superadmin');
    await server.db.execute(sql`update shifts set closed_at = now() where closed_at is null`);
    done(await owner.post(`/days/${today}/close`, { branchId: vte }));
    expect((await nearestKept(server.db, vte, today))?.day).toBe(today);
    done(
      await owner.post(`/days/${today}/reopen`, { branchId: vte, reason: 'a parent came late' }),
    );
    expect(await asRead(at(today))).toEqual(await byAllRows(at(today)));
  });

  it('whose figures are not those of its rows is found by the check of the books', async () => {
    const right = await nearestKept(server.db, vte, yesterday);
    if (!right) throw new Error('no kept day');
    const { owedLAK = 0 } = right.figures.money;
    const money = { ...right.figures.money, owedLAK: owedLAK + 1 };
    const values = { branchId: vte, day: right.day, asOf: right.asOf };
    await server.db
      .insert(keptDayTable)
      .values({ ...values, figures: { ...right.figures, money } });
    expect(await keptDayDifferences(server.db)).toContainEqual({
      check: 'figures of a kept day',
      where: `VTE ${yesterday}`,
      detail: `money owedLAK: kept ${owedLAK + 1}, rows ${owedLAK}`,
    });
  });
});

it('of an earlier month is compared by the check of the books, a random one each night', async () => {
  const month = addDays(today, -75).slice(0, 7);
  for (const day of [`${month}-05`, `${month}-06`]) {
    const figures = await byAllRows(at(day));
    const money = { ...figures.money, owedLAK: -1 };
    await server.db
      .insert(keptDayTable)
      .values({ branchId: vte, day, asOf: endOfDay(day), figures: { ...figures, money } });
  }
  const found = new Set<string>();
  for (let night = 0; found.size < 2 && night < 40; night += 1) {
    const wrong = (await keptDayDifferences(server.db)).filter(({ where }) =>
      where.startsWith(`VTE ${month}`),
    );
    expect(wrong).toHaveLength(1);
    found.add(String(wrong[0]?.where));
  }
  expect([...found].toSorted()).toEqual([`VTE ${month}-05`, `VTE ${month}-06`]);
});

// The sums of the list of payments: closed and past days have theirs, the rest is read from rows.

const sumsPath = '/payments/sums?';
const readSums = async (query: string) => {
  const { morePeople: _morePeople, ...sums } = done<PaymentListSums>(
    await (await server.as('superadmin')).get(sumsPath + query),
  );
  return sums;
};
/** The same from all rows. */
const sumsOfRows = (branch: string | undefined, from: string, to: string) =>
  sumsWhere(
    server.db,
    and(
      branch === undefined ? undefined : eq(paymentTable.branchId, branch),
      momentWithin({ from, to }),
    ),
  );

/** What may happen to a payment of a day that is over. */
const laterActs = ['void', 'decide', 'reject', 'add', 'pend'] as const;
async function actLater(act: (typeof laterActs)[number], nth: number): Promise<void> {
  const pick = (state: string) => sql`(
    select id from payments
    where state = ${state} and method <> 'opening' order by id offset ${nth} limit 1)`;
  const copy = (state: string) => sql`
    insert into payments
    select copy.* from payments one, jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'state', ${state}::text, 'method', 'qr', 'shift_id', null,
      'receipt_id', null, 'reference', '', 'mends_id', null, 'free_lak', 0,
      'decided_at', null, 'decided_by_id', null, 'confirmed_day', null)) as copy
    where one.state = 'confirmed' and one.method = 'cash' and one.amount_lak > 0
    order by one.id offset ${nth} limit 1`;
  const acts = {
    void: sql`
      update payments set state = 'void', voided_at = now(), free_lak = 0
      where id = ${pick('confirmed')}`,
    // A slip gets a receipt of its own. Payments of two days with one receipt would count it twice.
    decide: sql`
      with made as (
        insert into receipts
        select copy.* from receipts one, jsonb_populate_record(one, jsonb_build_object(
          'id', gen_random_uuid(), 'number', gen_random_uuid(), 'chain_no', one.chain_no + 1)) as copy
        order by one.chain_no desc, one.id limit 1
        returning id)
      update payments set state = 'confirmed', decided_at = now(), confirmed_day = current_date,
        receipt_id = (select id from made)
      where id = ${pick('pending')}`,
    reject: sql`
      update payments set state = 'rejected', decided_at = now() where id = ${pick('pending')}`,
    add: copy('rejected'),
    pend: copy('pending'),
  };
  await server.db.execute(acts[act]);
}

it('sums past payments by kept days as by their rows, in any range, whatever happens later', async () => {
  const branches = await server.db.select({ _id: branchTable._id }).from(branchTable);
  const history = fc.record({
    acts: fc.array(fc.tuple(fc.constantFrom(...laterActs), fc.nat(200)), { maxLength: 4 }),
    keep: fc.nat(40),
    branch: fc.option(fc.nat(branches.length - 1)),
    from: fc.option(fc.nat(120)),
    length: fc.option(fc.nat(60)),
  });
  await keepPaymentSums(server.db, { most: 60 });
  // So that every run has a decided slip: few of the random acts meet one that is pending.
  await actLater('pend', 0);
  await actLater('decide', 0);
  await fc.assert(
    fc.asyncProperty(history, async ({ acts, keep, branch, from, length }) => {
      for (const [act, nth] of acts) await actLater(act, nth);
      await keepPaymentSums(server.db, { most: keep });
      const branchOf = branch === null ? undefined : branches[branch]?._id;
      const first = from === null ? '' : addDays(today, -from);
      const last = length === null ? '' : addDays(first || addDays(today, -90), length);
      const query = `from=${first}&to=${last}${branchOf === undefined ? '' : `&branchId=${branchOf}`}`;
      expect(await readSums(query.replace('from=&', '').replace(/to=(?=&|$)/, ''))).toEqual(
        await sumsOfRows(branchOf, first, last),
      );
    }),
    { numRuns: 30 },
  );
  expect(await wrongSums()).toEqual([]);
});

it('reads the rows of a day whose sums an earlier release kept, until they are kept again', async () => {
  await keepPaymentSums(server.db, { most: 60 });
  const day = addDays(today, -9);
  await server.db.execute(sql`
    insert into kept_payment_sums (branch_id, day, sums)
    select branch_id, day, jsonb_set(sums - 'openings', '{payments}', '77')
    from kept_payment_sums where branch_id = ${vte} and day = ${day}::date and sums is not null
    order by sequence desc limit 1`);
  const expected = await sumsOfRows(vte, day, day);
  const query = `from=${day}&to=${day}&branchId=${vte}`;
  expect(await readSums(query)).toEqual(expected);
  expect(await keepPaymentSums(server.db, { most: 60 })).toBe(1);
  expect(await readSums(query)).toEqual(expected);
});

const wrongSums = async () =>
  (await keptDayDifferences(server.db)).filter(({ check }) => check === 'payments of a kept day');

it('has its sums compared by the check of the books: the last 40 days, and one of each earlier month', async () => {
  const change = async (from: string, to: string) => {
    const { rows } = await server.db.execute<{ day: string }>(sql`
      insert into kept_payment_sums (branch_id, day, sums)
      select distinct on (day) branch_id, day, jsonb_set(sums, '{voided}', '77')
      from kept_payment_sums
      where branch_id = ${vte} and day between ${from}::date and ${to}::date
        and sums is not null
      order by day, sequence desc
      returning day::text`);
    return rows.length;
  };
  await keepPaymentSums(server.db, { most: 120 });
  const recent = [addDays(today, -40), addDays(today, -39)] as const;
  expect(await change(...recent)).toBe(2);
  expect((await wrongSums()).map(({ where }) => where)).toEqual(recent.map((day) => `VTE ${day}`));
  // Of a whole month before, one random day is compared each night.
  const month = addDays(today, -75).slice(0, 7);
  const end = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);
  expect(await change(`${month}-01`, end)).toBeGreaterThan(27);
  expect(await wrongSums()).toHaveLength(3);
});
