import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import type { BooksProgress, BooksRun } from '#contract/money/books.ts';
import type { JournalAccount, JournalRow } from '#contract/money/journal.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { reportFigures, rowFigures, type FigureKey } from '#contract/reports/report-words.ts';
import type { BranchSettlement } from '#contract/money/settlements.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertLooseReduction } from '#tests/helpers/loose-reductions.ts';
import {
  expectRows,
  expectRowsOfEach,
  expectTermsHaveRows,
  readReport,
} from '#tests/helpers/report-rows.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  insertCourse,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
let finance: Client;
const today = dayInLaos();
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
  finance = await server.as('finance');
});
afterAll(() => server.close());

const read = async (client: Client, query = '', from = addDays(today, -1), to = today) =>
  done<FiguresAnswer>(await client.get(`/figures?from=${from}&to=${to}${query}`));
const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
const stored = async (query: string) =>
  Number(Object.values((await server.db.execute(sql.raw(query))).rows[0] ?? {})[0] ?? 0);

/** The stored sums of the branch today; other code than the figures keeps them. */
async function expectStoredSums(figures: FiguresAnswer, branch: string): Promise<void> {
  const inBranch = `branch_id = '${branch}'`;
  const { after, ages, received, billed } = figures;
  expect({
    owed: after.owedLAK,
    slips: after.slipsLAK,
    credit: after.creditLAK,
    onHolds: after.onHoldsLAK,
    billed: sumOf(billed),
    received: sumOf(received),
    ages: Object.values(ages).reduce((sum, age) => sum + age, 0),
  }).toEqual({
    owed: await stored(
      `select sum(total_lak - paid_lak - pending_lak) from orders where state <> 'held' and confirmed_at is not null and ${inBranch}`,
    ),
    slips: await stored(
      `select sum(pending_lak) from orders where confirmed_at is not null and ${inBranch}`,
    ),
    credit: await stored(
      `select sum(free_lak) from payments where state = 'confirmed' and ${inBranch}`,
    ),
    onHolds: await stored(
      `select sum(paid_lak) from orders where confirmed_at is null and ${inBranch}`,
    ),
    billed: await stored(
      `select sum(total_lak) from orders where confirmed_at is not null and ${inBranch}`,
    ),
    received: await stored(
      `select sum(amount_lak) from payments where state = 'confirmed' and ${inBranch}`,
    ),
    ages: await stored(
      `select sum(total_lak - paid_lak - pending_lak) from orders where confirmed_at is not null and ${inBranch}`,
    ),
  });
  expect(bridgesOf(figures).leftLAK).toBe(0);
}

describe('figures of a day with every kind of act', () => {
  it('are those of the stored sums and bridge to the kip, in each branch and in all', async () => {
    const dear = await insertCourse(server.db, { minDeposit: 300_000 });
    const whole = await desk.sold();
    const part = await desk.sold({ tenders: [cash(300_000)] }, { course: dear });
    const held = await desk.sold({ tenders: [cash(100_000)], hold: true }, { course: dear });
    const moved = await desk.sold();
    const [account] = (
      await server.db.execute<{ id: string }>(
        sql`select id from bank_accounts where branch_id = ${desk.vte} and currency = 'LAK'`,
      )
    ).rows;
    const slip = await desk.sold({
      tenders: [
        { ...cash(TUITION), method: 'transfer', bankAccountId: account?.id, reference: 'FIG-1' },
      ],
    });
    const productId = await insertBook(server.db);
    const walkIn = await priced(desk.clerk, {
      branchId: desk.vte,
      payer: { kind: 'walkIn', name: 'Noy' },
      products: [book(productId, null)],
      tenders: [cash(BOOK)],
      shiftId: desk.shift._id,
    });
    done(await sendVisit(desk.clerk, walkIn));
    const enrolment = await desk.enrolment(whole.enrolmentId);
    done(
      await desk.clerk.post(`/enrolments/${whole.enrolmentId}/change`, {
        change: 'withdraw',
        version: enrolment?.version,
        reason: 'moves away',
        lastDay: whole.days[1],
        settlement: 'credit',
      }),
    );
    const there = await desk.target(moved, { branch: 'LPB' });
    const asked = await desk.ask(moved, {
      toClassId: there._id,
      effectiveDate: moved.days[2] ?? '',
    });
    done(await desk.decide(desk.owner, asked));
    expect([part.orderId, held.orderId, slip.orderId].every(Boolean)).toBe(true);

    for (const branch of [desk.vte, desk.lpb])
      await expectStoredSums(await read(desk.owner, `&branchId=${branch}`), branch);
    const all = await read(desk.owner);
    expect([bridgesOf(all).leftLAK, all.after.betweenLAK]).toEqual([0, 0]);
    expect(all.toVerify).toEqual({ count: 1, sumLAK: TUITION, oldest: today });
    expect(all.receivedCurrencies).toEqual([
      { method: 'cash', currency: 'LAK', amount: sumOf(all.received) },
    ]);
    expect(all.after.earnedTuitionLAK).toBe(0);
    // The day before, nothing had happened.
    expect(
      Object.values(
        (await read(desk.owner, '', addDays(today, -3), addDays(today, -1))).after,
      ).every((sum) => sum === 0),
    ).toBe(true);
  });

  it('an admin and finance see their own branch only, whatever they ask for', async () => {
    const [own, asked] = [await read(finance), await read(finance, `&branchId=${desk.lpb}`)];
    expect(asked).toEqual(own);
    expect((await desk.clerk.get(`/figures?from=${today}&to=${today}`)).statusCode).toBe(403);
    expect((await finance.get(`/figures?from=${today}&to=${addDays(today, 400)}`)).statusCode).toBe(
      400,
    );
  });
});

describe('what was earned', () => {
  it('grows with the sessions that are over; what is paid for the others is not yet earned', async () => {
    const one = await desk.sold();
    const fourth = one.days[3] ?? '';
    const { after } = await read(desk.owner, `&branchId=${desk.vte}`, today, fourth);
    // Each place that left nothing: its net by the sessions up to that day. Who was taken out or
    // moved has earned what was kept, once it is over.
    const { rows } = await server.db.execute<{ share: string }>(sql`
      select sum(round((line.amount_lak + coalesce(fix.amount, 0)) * least(line.sessions + coalesce(fix.sessions, 0), n) / (line.sessions + coalesce(fix.sessions, 0)))) as share
      from order_lines line join orders on orders.id = line.order_id and orders.branch_id = ${desk.vte} and orders.confirmed_at is not null join enrolments place on place.id = line.enrolment_id
      left join (select of_line_id, sum(amount_lak) as amount, sum(sessions) as sessions from order_lines where of_line_id is not null group by 1) fix on fix.of_line_id = line.id
      cross join lateral (select count(*) as n from class_sessions s where s.class_id = place.class_id and s.date between place.start_date and ${fourth}::date) over
      where line.kind = 'tuition' and line.of_line_id is null and line.sessions + coalesce(fix.sessions, 0) > 0`);
    expect(after.earnedTuitionLAK).toBe(Number(rows[0]?.share));
    expect(after.earnedTuitionLAK).toBeGreaterThan(0);
    expect(after.unearnedLAK).toBeLessThan(after.billedTuitionLAK - after.earnedTuitionLAK);
  });
});

describe('between branches', () => {
  it('what one owes is paid by it and counts once the other has confirmed it; never more than is owed', async () => {
    const owed = (await read(desk.owner)).between[0];
    expect(owed).toMatchObject({ branchId: desk.vte, otherBranchId: desk.lpb });
    const range = `from=${today}&to=${today}`;
    for (const one of [desk.owner, finance]) {
      const [table] = await readReport(one, 'money', `${range}&figure=between`);
      expect(table?.rows).toMatchObject([
        {
          key: `${desk.vte} ${desk.lpb}`,
          nameEn: expect.stringContaining(' → ') as string,
          values: [owed?.amountLAK, expect.any(Number) as number],
        },
      ]);
      if (table) await expectRows(one, 'money', table, range);
    }
    const input = {
      fromBranchId: desk.vte,
      toBranchId: desk.lpb,
      amountLAK: owed?.amountLAK ?? 0,
      note: 'by the Monday bus',
      bankAccountId: null,
      drawerId: desk.shift.drawerId,
    };
    expect(
      (await finance.post('/settlements', { ...input, amountLAK: input.amountLAK + 1 })).statusCode,
    ).toBe(400);
    expect((await finance.post('/settlements', { ...input, drawerId: null })).statusCode).toBe(400);
    const {
      rows: [there],
    } = await server.db.execute<{ id: string }>(
      sql`select id from drawers where branch_id = ${desk.lpb} limit 1`,
    );
    expect((await finance.post('/settlements', { ...input, drawerId: there?.id })).statusCode).toBe(
      400,
    );
    const sent = done<BranchSettlement>(await finance.post('/settlements', input));
    expect(sent.paidFrom).toBe(desk.shift.drawerName);
    expect((await finance.post('/settlements', { ...input, amountLAK: 1 })).statusCode).toBe(400);
    expect((await finance.post(`/settlements/${sent._id}/confirm`, {})).statusCode).toBe(403);
    expect((await read(desk.owner)).between).toEqual([owed]);
    expect(
      done<BranchSettlement>(await desk.owner.post(`/settlements/${sent._id}/confirm`, {})),
    ).toMatchObject({ mayConfirm: false });
    expect((await read(desk.owner)).between).toEqual([]);
    const paid = done<JournalRow[]>(await finance.get(`/journal?${range}`)).filter(
      ({ account }) => account === 'settlements',
    );
    expect(paid).toMatchObject([{ detail: desk.shift.drawerName, creditLAK: owed?.amountLAK }]);
    expect(
      (
        await finance.post('/settlements', {
          ...input,
          fromBranchId: desk.lpb,
          toBranchId: desk.vte,
        })
      ).statusCode,
    ).toBe(404);
  });
});

describe('the journal', () => {
  it('balances each day of each branch, and its accounts are what the figures say', async () => {
    const rows = done<JournalRow[]>(
      await desk.owner.get(`/journal?from=${addDays(today, -2)}&to=${today}`),
    );
    const balance = (account: JournalAccount, branch?: string) =>
      rows
        .filter(
          (row) => row.account === account && (branch === undefined || row.branchId === branch),
        )
        .reduce((sum, { debitLAK, creditLAK }) => sum + debitLAK - creditLAK, 0);
    for (const branch of [desk.vte, desk.lpb]) {
      const own = rows.filter(({ branchId }) => branchId === branch);
      expect(own.length).toBeGreaterThan(0);
      expect(own.reduce((sum, { debitLAK, creditLAK }) => sum + debitLAK - creditLAK, 0)).toBe(0);
      const { after } = await read(desk.owner, `&branchId=${branch}`);
      expect({
        receivables: balance('receivables', branch),
        holds: 0 - balance('holds', branch),
      }).toEqual({ receivables: after.owedLAK, holds: after.onHoldsLAK });
    }
    const all = await read(desk.owner);
    expect([balance('cash'), balance('slips'), balance('between'), balance('settlements')]).toEqual(
      [
        await stored("select sum(amount) from drawer_movements where currency = 'LAK'"),
        TUITION,
        0,
        0,
      ],
    );
    expect(
      -['tuition', 'registration', 'products', 'discounts', 'adjustments', 'rounding'].reduce(
        (sum, account) => sum + balance(account as JournalAccount),
        0,
      ),
    ).toBe(sumOf(all.billed));
    expect(rows.every(({ isProvisional }) => isProvisional)).toBe(true);
  });

  it('carries the codes that an admin gives its accounts, into its file too', async () => {
    const admin = desk.admin;
    done(await admin.put('/journal/accounts', { codes: { cash: '1011', tuition: '7061' } }));
    expect((await finance.put('/journal/accounts', { codes: {} })).statusCode).toBe(403);
    const file = await finance.get(
      `/journal/export?format=csv&language=lo&from=${today}&to=${today}`,
    );
    expect(file.body).toContain('1011');
    expect(file.body).toContain('ຄ່າຮຽນ');
    const [names = [], ...lines] = parse(file.rawPayload, { bom: true }) as string[][];
    expect([names.length, names.includes('')]).toEqual([7, false]);
    expect(lines.every((line) => line.length === names.length)).toBe(true);
    expect(
      done<JournalRow[]>(await finance.get(`/journal?from=${today}&to=${today}`)).every(
        ({ branchId }) => branchId === desk.vte,
      ),
    ).toBe(true);
  });
});

describe('the journal with an account for tuition that is not yet taught', () => {
  it('keeps billed tuition there until it is earned, day by day, and balances; without the code it says what it said', async () => {
    const read14 = async () =>
      done<JournalRow[]>(await desk.owner.get(`/journal?from=${addDays(today, -14)}&to=${today}`));
    const balance = (rows: readonly JournalRow[], account: JournalAccount) =>
      rows
        .filter((row) => row.account === account)
        .reduce((sum, { debitLAK, creditLAK }) => sum + debitLAK - creditLAK, 0);
    const without = await read14();
    // A place that is over has earned all that was billed for it.
    const one = await desk.sold();
    await server.db.insert(enrolmentStateTable).values({
      _id: uuidv7(),
      enrolmentId: one.enrolmentId,
      status: 'completed',
      source: 'test',
      at: new Date().toISOString(),
    });
    // A reduction that names no line is a reduction of the tuition it was given for.
    const course = await insertCourse(server.db, { minDeposit: 0 });
    const lowered = await desk.sold({ tenders: [cash(500_000)] }, { course });
    await insertLooseReduction(server.db, lowered.orderId, { amountLAK: 700_000 });
    const { codes } = done<{ codes: Record<string, string> }>(
      await desk.admin.get('/journal/accounts'),
    );
    done(await desk.admin.put('/journal/accounts', { codes: { ...codes, unearned: '2071' } }));
    const rows = await read14();
    for (const day of new Set(rows.map((row) => row.day)))
      expect(
        rows
          .filter((row) => row.day === day)
          .reduce((sum, { debitLAK, creditLAK }) => sum + debitLAK - creditLAK, 0),
      ).toBe(0);
    const { after } = await read(desk.owner);
    expect(after.earnedTuitionLAK).toBeGreaterThan(0);
    expect({ waits: 0 - balance(rows, 'unearned'), tuition: 0 - balance(rows, 'tuition') }).toEqual(
      { waits: after.billedTuitionLAK - after.earnedTuitionLAK, tuition: after.earnedTuitionLAK },
    );
    done(await desk.admin.put('/journal/accounts', { codes: { ...codes, unearned: '' } }));
    expect(balance(await read14(), 'unearned')).toBe(0);
    expect(without.some(({ account }) => account === 'unearned')).toBe(false);
  });
});

describe('the check of the books', () => {
  it('is asked for by finance and answers with its progress; its last runs are read', async () => {
    const answer = await finance.post('/books/check', {});
    const lines = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { progress?: BooksProgress; answer?: BooksRun });
    // The helper that stocks the book writes no movement for it.
    expect(lines.at(-1)?.answer).toMatchObject({ differences: 1, found: [{ check: 'stock' }] });
    expect(
      lines
        .flatMap(({ progress }) => progress ?? [])
        .every(({ done: steps, total }) => steps < total),
    ).toBe(true);
    const [last] = done<BooksRun[]>(await finance.get('/books'));
    expect(last).toEqual(lines.at(-1)?.answer);
    expect((await desk.clerk.get('/books')).statusCode).toBe(403);
  });
});

describe('the financial report by groups', () => {
  const range = () => `from=${addDays(today, -3)}&to=${today}`;
  const tableOf = async (client: Client, figure: FigureKey, more = '') => {
    const [table] = await readReport(client, 'money', `${range()}&figure=${figure}${more}`);
    if (!table) throw new Error('No table');
    return table;
  };

  it('says what the figures say', async () => {
    const all = await read(desk.owner, '', addDays(today, -3), today);
    const first = async (figure: FigureKey) => (await tableOf(desk.owner, figure)).total[0];
    expect({
      received: await first('received'),
      billed: await first('billed'),
      earned: await first('earned'),
      owed: await first('owed'),
      toVerify: await first('toVerify'),
      unearned: await first('unearned'),
      credit: await first('credit'),
      discounts: await first('discounts'),
      between: await first('between'),
    }).toEqual({
      received: sumOf(all.received),
      billed: sumOf(all.billed),
      earned: all.after.earnedTuitionLAK - all.before.earnedTuitionLAK,
      owed: Object.values(all.ages).reduce((sum, age) => sum + age, 0),
      toVerify: all.toVerify.sumLAK,
      unearned: all.after.unearnedLAK,
      credit: all.after.creditLAK,
      discounts: sumOf(all.discounts),
      between: sumOf(all.between),
    });
    expect((await tableOf(desk.owner, 'collection')).total).toEqual([
      all.collection.coveredLAK,
      all.collection.dueLAK,
    ]);
    expect((await tableOf(desk.owner, 'unearned')).total[1]).toBe(
      all.after.billedTuitionLAK - all.after.earnedTuitionLAK,
    );
    expect((await tableOf(desk.owner, 'billed')).total[1]).toBe(sumOf(all.discounts));
    expect((await tableOf(desk.owner, 'products')).total[0]).toBe(BOOK);
    const value = await stored(
      'select sum(move.qty_change * product.cost_lak) from stock_movements move join products product on product.id = move.product_id where move.unit_cost_lak is null or move.unit_cost_lak = product.cost_lak',
    );
    expect((await tableOf(desk.owner, 'stock')).total[0]).toBeGreaterThanOrEqual(
      Math.min(0, value),
    );
  });

  it.each([...reportFigures.money, ...rowFigures])(
    '%s is what its rows come to, by whatever it is grouped',
    async (figure) => {
      const { groupings } = await tableOf(desk.owner, figure);
      const tables = [];
      for (const by of groupings) tables.push(await tableOf(desk.owner, figure, `&by=${by}`));
      await expectRowsOfEach(desk.owner, 'money', tables, range());
    },
  );

  it('opens each term of the bridges and each currency, in each branch and in all, from before the first day and after it', async () => {
    const expectTerms = async (branch: string, from: string, to: string) =>
      expectTermsHaveRows(
        desk.owner,
        await read(desk.owner, branch, from, to),
        `from=${from}&to=${to}${branch}`,
      );
    for (const branch of ['', `&branchId=${desk.vte}`, `&branchId=${desk.lpb}`])
      await expectTerms(branch, addDays(today, -1), today);
    await expectTerms('', addDays(today, 1), addDays(today, 21));
    const { after } = await read(desk.owner, `&branchId=${desk.vte}`);
    expect(
      [
        after.owedLAK,
        after.slipsLAK,
        after.creditLAK,
        after.onHoldsLAK,
        after.billedTuitionLAK,
      ].every((sum) => sum !== 0),
    ).toBe(true);
  });

  it('is the own branch only', async () => {
    expect(await tableOf(finance, 'billed', `&branchId=${desk.lpb}`)).toEqual(
      await tableOf(desk.owner, 'billed', `&branchId=${desk.vte}`),
    );
    expect((await desk.clerk.get(`/reports/money?${range()}`)).statusCode).toBe(403);
  });
});
