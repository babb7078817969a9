import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DayRecord, DayRow } from '#contract/money/days.ts';
import type { Drawer, Shift, ShiftRecord } from '#contract/money/drawers.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { BOOK, book, cash, insertBook, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let finance: Client;
let owner: Client;
let vte: string;
let bookId: string;
const today = dayInLaos();
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  finance = await server.as('finance');
  owner = await server.as('superadmin');
  vte = await branchId(server.db, 'VTE');
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());
beforeEach(async () => {
  // Yesterday's and today's drawers of the demo centre are counted, and every day is open.
  for (const drawer of done<Drawer[]>(await owner.get(`/drawers?branchId=${vte}`)))
    if (drawer.shift) await closeAll(drawer.shift);
  await server.db.execute(sql`delete from days`);
});

const codeOf = (answer: { json: <T>() => T }) =>
  answer.json<{ code: string; error: string }>().code;
const sums = { LAK: 0, THB: 0, USD: 0 };
const closeAll = async (shift: Shift, more: object = {}) => {
  const counted = { ...sums, ...shift.expected };
  return clerk.post(`/shifts/${shift._id}/close`, { counted, left: counted, ...more });
};
const openNew = async () => {
  const [added] = await server.db
    .insert(drawerTable)
    .values({ branchId: vte, name: `Day ${Math.random()}` })
    .returning();
  return done<Shift>(
    await clerk.post(`/drawers/${added?._id}/open`, { float: { LAK: 100_000, THB: 10_000 } }),
  );
};
const walkIn = { kind: 'walkIn', name: 'Noy', phone: '' };
const sell = async (shift: Shift, more: object = {}) =>
  sendVisit(
    clerk,
    await priced(clerk, {
      branchId: vte,
      payer: walkIn,
      products: [book(bookId, null)],
      tenders: [cash(200_000)],
      shiftId: shift._id,
      ...more,
    }),
  );
const close = (day = today, client = finance) =>
  client.post(`/days/${day}/close`, { branchId: vte });
const reopen = (day = today, client = owner) =>
  client.post(`/days/${day}/reopen`, { branchId: vte, reason: 'forgotten' });
const read = async (day = today) => done<DayRecord>(await finance.get(`/days/${day}`));
const record = async ({ _id }: Shift) => done<ShiftRecord>(await finance.get(`/shifts/${_id}`));

it('is closed once every drawer is counted and accepted, and takes nothing afterwards', async () => {
  const shift = await openNew();
  done<VisitAnswer>(await sell(shift));
  expect((await read()).inTheWay.map(({ _id }) => _id)).toEqual([shift._id]);
  const refused = await close();
  expect([codeOf(refused), refused.json<{ error: string }>().error]).toEqual([
    'drawersInTheWay',
    expect.stringContaining(shift.drawerName),
  ]);
  const counted = { LAK: 100_000 + BOOK - 60_000, THB: 10_000 };
  done(
    await clerk.post(`/shifts/${shift._id}/close`, {
      counted,
      left: { LAK: 100_000 },
      safeReceivedBy: 'Khamphone',
      reason: 'a note is missing',
    }),
  );
  expect(codeOf(await close())).toBe('drawersInTheWay');
  done(await finance.post(`/shifts/${shift._id}/accept`, { reason: 'seen' }));
  expect((await close(today, clerk)).statusCode).toBe(403);
  done(await close());
  expect(await read()).toMatchObject({
    state: 'closed',
    inTheWay: [],
    mayReopen: true,
    isToday: true,
    paper: { copies: 0 },
  });
  // Nothing gets in: no money, no drawer, no count, no safe.
  const other = (
    await server.db.select().from(drawerTable).where(eq(drawerTable.branchId, vte))
  )[0];
  const tries = [
    clerk.post(`/drawers/${other?._id}/open`, { float: {}, reason: 'x' }),
    sell(shift),
    finance.post('/safe/counts', { branchId: vte, counted: {}, reason: 'x' }),
    finance.post(`/shifts/${shift._id}/reopen`, { reason: 'x' }),
    close(),
  ];
  expect((await Promise.all(tries)).map(codeOf)).toEqual([
    'dayClosed',
    expect.stringMatching(/dayClosed|shiftClosed/),
    'dayClosed',
    'dayClosed',
    'dayClosed',
  ]);
});

it('freezes totals that its rows add up to: methods and currencies, drawers, receipts and the chain', async () => {
  const before = await read();
  const shift = await openNew();
  done<VisitAnswer>(await sell(shift));
  done<VisitAnswer>(await sell(shift, { tenders: [cash(1000, 'THB'), cash(200_000)] }));
  const slip = done<VisitAnswer>(
    await sell(shift, {
      tenders: [
        {
          key: crypto.randomUUID(),
          method: 'transfer',
          currency: 'LAK',
          tendered: BOOK,
          bankAccountId: await account(),
          reference: 'A-1',
        },
      ],
      shiftId: null,
    }),
  );
  const now = await record(shift);
  done(await closeAll(now));
  done(await close());
  const { totals } = await read();
  const [{ received, billed }] = (
    await server.db.execute<{ received: string; billed: string }>(sql`
    select (select sum(amount_lak) from payments where branch_id = ${vte} and confirmed_day = ${today} and state = 'confirmed' and method <> 'opening') as received,
      (select sum(l.amount_lak) from order_lines l join orders o on o.id = l.order_id where o.branch_id = ${vte} and o.confirmed_day is not null and greatest((l.at at time zone 'Asia/Vientiane')::date, o.confirmed_day) = ${today}) as billed`)
  ).rows as [{ received: string; billed: string }];
  expect([totals.receivedLAK, totals.billedLAK]).toEqual([Number(received), Number(billed)]);
  expect(totals.received.reduce((sum, { amountLAK }) => sum + amountLAK, 0)).toBe(
    totals.receivedLAK,
  );
  const baht = (of: DayRecord) =>
    of.totals.received.find(({ method, currency }) => method === 'cash' && currency === 'THB')
      ?.amount ?? 0;
  expect(baht({ ...before, totals }) - baht(before)).toBe(1000);
  expect(totals.drawers.find(({ shiftId }) => shiftId === shift._id)).toMatchObject({
    counted: now.expected,
    difference: sums,
    toSafe: sums,
  });
  expect(totals.slips.find(({ orderNumber }) => orderNumber === slip.order?.number)).toMatchObject({
    payerName: 'Noy',
    amountLAK: BOOK,
    reference: 'A-1',
  });
  const [book1] = (
    await server.db.execute<{ length: number; head: string }>(
      sql`select chain_length as length, chain_head as head from books where branch_id = ${vte}`,
    )
  ).rows;
  expect(totals.chain).toEqual(book1);
  expect(totals.receipts.count - before.totals.receipts.count).toBe(2);
  expect(await differences()).toEqual([]);
  const [row] = done<DayRow[]>(await finance.get('/days'));
  expect(row).toMatchObject({
    day: today,
    state: 'closed',
    receivedLAK: totals.receivedLAK,
    billedLAK: totals.billedLAK,
  });
});

/**
 * Without the stock that the test put on the shelf by hand, and the drawer that it moved to another
 * day.
 */
const differences = async () =>
  (await checkBooks(server.database)).differences.filter(
    ({ check }) => check !== 'stock' && check !== 'money is of the day of its drawer',
  );
const account = async () =>
  String(
    (
      await server.db.execute<{ id: string }>(
        sql`select id from bank_accounts where branch_id = ${vte} and currency = 'LAK' limit 1`,
      )
    ).rows[0]?.id,
  );

it('closes with every earlier open day, in order, and days are reopened newest first, a drawer only after its day', async () => {
  const shift = await openNew();
  await server.db
    .update(shiftTable)
    .set({ day: '2026-01-04' })
    .where(eq(shiftTable._id, shift._id));
  expect(codeOf(await close('2999-01-01'))).toBe('dayNotYet');
  // A drawer that was forgotten keeps all later days open.
  expect(codeOf(await close())).toBe('drawersInTheWay');
  expect(
    done<Shift[]>(await finance.get('/shifts')).some(
      ({ _id, closedAt }) => _id === shift._id && closedAt === null,
    ),
  ).toBe(true);
  done(await closeAll(shift));
  const { closesWith } = await read();
  expect(closesWith).toContain('2026-01-04');
  done(await close());
  expect(await read('2026-01-04')).toMatchObject({ state: 'closed', mayReopen: false });
  expect((await reopen(today, finance)).statusCode).toBe(403);
  expect(codeOf(await reopen('2026-01-04'))).toBe('laterDayClosed');
  for (const day of [today, ...closesWith.filter((one) => one >= '2026-01-04').toReversed()])
    done(await reopen(day));
  expect(codeOf(await reopen('2026-01-04'))).toBe('dayNotClosed');
  const told = await server.db.select().from(alertTable).where(eq(alertTable.kind, 'dayReopened'));
  expect(told.map(({ detail }) => detail)).toContain('04/01/2026 · forgotten');
  // Now its drawer, by finance; it takes a count and nothing else.
  expect((await clerk.post(`/shifts/${shift._id}/reopen`, { reason: 'x' })).statusCode).toBe(403);
  done(await finance.post(`/shifts/${shift._id}/reopen`, { reason: 'counted wrong' }));
  expect(codeOf(await finance.post(`/shifts/${shift._id}/reopen`, { reason: 'again' }))).toBe(
    'stepNotAllowed',
  );
  expect(
    codeOf(
      await clerk.post(`/shifts/${shift._id}/movements`, {
        kind: 'paidIn',
        currency: 'LAK',
        amount: 500,
        reason: 'x',
      }),
    ),
  ).toBe('shiftOfYesterday');
  done(
    await clerk.post(`/shifts/${shift._id}/close`, {
      counted: { LAK: 110_000, THB: 10_000 },
      left: { LAK: 110_000, THB: 10_000 },
    }),
  );
  done(await close());
  const again = await read('2026-01-04');
  expect(again.totals.drawers[0]?.difference).toEqual({ LAK: 10_000, THB: 0, USD: 0 });
  expect(again.acts.map(({ act }) => act)).toEqual(['closed', 'reopened', 'closed']);
});

it('prints the papers of closings, and says which copy each is', async () => {
  const shift = await openNew();
  done(await closeAll(shift));
  done(await close());
  const { paper } = await read();
  const closing = (await record(shift)).paper;
  for (const copy of [1, 2]) {
    expect(
      done<{ copy: number }>(await finance.post(`/closings/${paper?.closingId}/print`, {})).copy,
    ).toBe(copy);
    expect(
      done<{ copy: number }>(await clerk.post(`/closings/${closing?.closingId}/print`, {})).copy,
    ).toBe(copy);
  }
  // The day's own is finance's.
  expect((await clerk.post(`/closings/${paper?.closingId}/print`, {})).statusCode).toBe(404);
  expect((await read()).paper?.copies).toBe(2);
});

it('the safe has what drawers gave, gives it to drawers and banks, and is counted', async () => {
  const safe = async () =>
    done<{ balance: typeof sums; movements: { kind: string; amount: number }[] }>(
      await finance.get('/safe'),
    );
  const start = (await safe()).balance;
  const shift = await openNew();
  done(
    await clerk.post(`/shifts/${shift._id}/movements`, {
      kind: 'paidOut',
      paidOutKind: 'safe',
      currency: 'LAK',
      amount: 70_000,
      reason: 'too much',
      receivedBy: 'Khamphone',
    }),
  );
  expect((await safe()).balance.LAK - start.LAK).toBe(70_000);
  const move = (more: object) =>
    finance.post('/safe/movements', {
      branchId: vte,
      currency: 'LAK',
      amount: 20_000,
      receivedBy: 'Noy',
      ...more,
    });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => move({ kind: 'toDrawer', drawerId: shift.drawerId })),
  );
  // Never more than is there, however many ask at once.
  const given = Math.min(12, Math.floor((start.LAK + 70_000) / 20_000));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(given);
  expect((await record(shift)).expected?.LAK).toBe(100_000 - 70_000 + given * 20_000);
  expect((await safe()).balance.LAK).toBe(start.LAK + 70_000 - given * 20_000);
  done(
    await finance.post('/safe/counts', {
      branchId: vte,
      counted: { ...start, LAK: 500_000 },
      reason: 'from home',
    }),
  );
  expect(
    (
      await move({ kind: 'toBank', currency: 'THB', amount: 100, bankAccountId: await account() })
    ).json(),
  ).toMatchObject({ fields: { bankAccountId: expect.any(String) as string } });
  done(await move({ kind: 'toBank', bankAccountId: await account() }));
  const { balance } = await safe();
  expect(
    codeOf(
      await move({ kind: 'toBank', bankAccountId: await account(), amount: balance.LAK + 500 }),
    ),
  ).toBe('safeTooLittle');
  expect((await clerk.get('/safe')).statusCode).toBe(403);
  const counted = { ...balance, LAK: balance.LAK - 5000 };
  expect((await finance.post('/safe/counts', { branchId: vte, counted })).json()).toMatchObject({
    fields: { reason: expect.any(String) as string },
  });
  done(await finance.post('/safe/counts', { branchId: vte, counted, reason: 'a note is missing' }));
  expect((await safe()).balance).toEqual(counted);
  await expect(server.db.execute(sql`update safe_movements set amount = 1`)).rejects.toThrow();
  await expect(server.db.execute(sql`delete from safe_movements`)).rejects.toThrow();
  expect(await differences()).toEqual([]);
});
