import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import { tidy } from '#server/jobs/tidy.ts';
import type { KeptDay } from '#server/ledger/figures/kept-days.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import {
  acceptDifferences,
  actInFinance,
  closeAndReopenDay,
  expectFiguresHold,
  expectKeptHold,
  financeActs,
  type FinanceAct,
} from '#tests/helpers/books-finance.ts';
import { DEARER, newBooksWorld, SEATS, type BooksWorld } from '#tests/helpers/books-world.ts';
import { done } from '#tests/helpers/class-data.ts';
import { cutConnections } from '#tests/helpers/cut-connections.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, BOOK, cash, insertCourse, place, TUITION } from '#tests/helpers/visits.ts';

// Random acts of several desks at once, with answers that get lost and connections that are cut.
// The numbers are those of docs/money.md, "What must always hold". Whatever happens, the books add
// up (1, 2, 3, 7, 9, 11, 12 and 13), no class has more students than seats, one key made one order
// (8), no credit is below zero (15), each drawer holds what a person would have noted (5), a day
// that closed meanwhile took nothing (6), and the journal balances to the kip (4) as the figures
// do: docs/figures.md, "Bridges". A longer run: MODEL_RUNS=200 MODEL_SEED=7 npx vitest run
// --project server <this file>

const DESKS = 4;
const CLIENTS = 50;
const ACTS = 7;
// No limit of time: a history that is broken off would go on while its server closes.
const RUNS = Number(process.env['MODEL_RUNS'] ?? 1);
const onPostgres = 'url' in inject('databaseTemplate');

/** An act on the last order of a desk. */
const changes = ['pay', 'credit', 'handOver', 'exchange', 'adjust', 'prolong', 'lapse'] as const;

type Act =
  | {
      kind: 'visit';
      child: number;
      place: number | null;
      books: number;
      giveNow: boolean;
      hold: boolean;
      money: 'exact' | 'more' | 'part' | 'credit' | 'slip';
    }
  | { kind: 'undo' | 'void' | 'again' | 'count' | 'closeDay' }
  | { kind: (typeof changes)[number] }
  | { kind: FinanceAct }
  | { kind: 'paidIn' | 'paidOut'; amount: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      child: fc.nat(5),
      place: fc.option(fc.nat(2)),
      books: fc.nat(2),
      giveNow: fc.boolean(),
      hold: fc.boolean(),
      money: fc.constantFrom(
        'exact' as const,
        'more' as const,
        'part' as const,
        'credit' as const,
        'slip' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo' as const, 'void' as const, 'again' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('count' as const, 'closeDay' as const) }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom(...changes) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...financeActs) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('paidIn' as const, 'paidOut' as const),
      amount: fc.integer({ min: 1, max: 800 }).map((notes) => notes * 500),
    }),
  },
);

let server: TestServer;
let clerk: Client;
let admin: Client;
let finance: Client;
let owner: Client;
let accountId: string;
let vte: string;
let drawerId: string;
let course: string;
let cuts = 0;
let closedDays = 0;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, admin, finance, owner] = [
    await server.as('staff'),
    await server.as('admin'),
    await server.as('finance'),
    await server.as('superadmin'),
  ];
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db, { minDeposit: 100_000 });
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from bank_accounts where branch_id = ${vte} and currency = 'LAK'`,
  );
  accountId = String(rows[0]?.id);
  const [drawer] = done<Drawer[]>(await clerk.get('/drawers'));
  drawerId = String(drawer?._id);
});
afterAll(() => server.close());

/** Again with the same key until there is an answer, as a desk with bad Wi-Fi does. */
async function insist(
  path: string,
  body: object,
  key: string = randomUUID(),
  client = clerk,
): Promise<Answer> {
  for (;;) {
    const answer = await client.post(path, body, { 'idempotency-key': key });
    if (answer.statusCode < 500) return answer;
  }
}
async function look<Seen>(path: string): Promise<Seen> {
  for (;;) {
    const answer = await clerk.get(path);
    if (answer.statusCode === 200) return answer.json<Seen>();
  }
}

type Sold = { orderId: string; key: string; visit: object; shiftId: string; cash: number };

async function openDrawer({ notes }: BooksWorld): Promise<Shift | undefined> {
  const [drawer] = await look<Drawer[]>('/drawers');
  if (drawer?.shift) return drawer.shift;
  const answer = await insist(`/drawers/${drawerId}/open`, {
    float: { LAK: 100_000 },
    reason: 'as usual',
  });
  // Another desk may have opened it meanwhile.
  if (answer.statusCode !== 201) return (await look<Drawer[]>('/drawers'))[0]?.shift ?? undefined;
  const shift = answer.json<Shift>();
  notes.add(shift._id, 100_000);
  return shift;
}

async function sell(
  world: BooksWorld,
  wanted: Extract<Act, { kind: 'visit' }>,
): Promise<Sold | undefined> {
  const shift = await openDrawer(world);
  const studentId = world.students[wanted.child % world.students.length] ?? '';
  if (!shift) return undefined;
  const isPlaced = wanted.place !== null;
  const due = (isPlaced ? TUITION : 0) + wanted.books * BOOK;
  const tendered = {
    exact: due,
    more: due + 50_000,
    part: 100_000,
    credit: Math.max(0, due - 20_000),
    slip: due,
  }[wanted.money];
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    shiftId: shift._id,
    hold: wanted.hold,
    expectedTotal: due,
    places: isPlaced
      ? [place(studentId, world.classes[(wanted.place ?? 0) % world.classes.length] ?? '')]
      : [],
    products:
      wanted.books > 0
        ? [book(world.bookId, studentId, { quantity: wanted.books, giveNow: wanted.giveNow })]
        : [],
    tenders:
      tendered === 0
        ? []
        : wanted.money === 'slip'
          ? [
              {
                ...cash(tendered),
                method: 'transfer',
                bankAccountId: accountId,
                reference: randomUUID(),
              },
            ]
          : [cash(tendered)],
    creditLAK: wanted.money === 'credit' ? 20_000 : 0,
    changeOwedLAK: wanted.money === 'more' ? 10_000 : 0,
  };
  const check = await insist('/visits/check', visit);
  if (check.statusCode !== 200) return undefined;
  const { rateIds, lines, totalLAK } = check.json<VisitCheck>();
  const key = randomUUID();
  const asked = {
    ...visit,
    rateIds,
    expectedTotal: totalLAK,
    expectedLines: Object.fromEntries(lines.map((line) => [line.key, line.netLAK])),
  };
  const answer = await insist('/visits', asked, key);
  if (answer.statusCode !== 201) return undefined;
  const { order, change } = answer.json<VisitAnswer>();
  const kept =
    (wanted.money === 'slip' ? 0 : tendered) - change.reduce((sum, { amount }) => sum + amount, 0);
  world.notes.add(shift._id, kept);
  return { orderId: String(order?._id), key, visit: asked, shiftId: shift._id, cash: kept };
}

async function count({ notes }: BooksWorld): Promise<void> {
  const [drawer] = await look<Drawer[]>('/drawers');
  const { _id, expected } = drawer?.shift ?? { _id: '', expected: null };
  if (!expected) return;
  const left = { ...expected, LAK: Math.min(expected.LAK, 100_000) };
  const answer = await insist(`/shifts/${_id}/close`, {
    counted: expected,
    left,
    safeReceivedBy: 'Noy',
    reason: 'evening',
  });
  if (answer.statusCode === 200) notes.add(_id, left.LAK - expected.LAK);
}

type OrderNow = {
  total: number;
  paid: number;
  pending: number;
  lineId: string | null;
  books: string | null;
};

/**
 * An order as a desk that looks at it now shows it; a connection that is cut meanwhile shows
 * nothing.
 */
async function orderNow(orderId: string): Promise<OrderNow | undefined> {
  const asked = server.db.execute<OrderNow>(sql`
    select total_lak::int as total, paid_lak::int as paid, pending_lak::int as pending,
      (select id from order_lines where order_id = orders.id and of_line_id is null and amount_lak > 0 order by position limit 1) as "lineId",
      (select id from order_lines where order_id = orders.id and of_line_id is null and kind = 'product' order by position limit 1) as books
    from orders where id = ${orderId}`);
  return asked.then(
    ({ rows }) => rows[0],
    () => undefined,
  );
}

/** The hold of an order ends now; whoever meets it next writes the lapse. */
async function endHold(orderId: string): Promise<void> {
  await server.db
    .execute(
      sql`
    with ended as (update orders set hold_until = clock_timestamp() where id = ${orderId} and state = 'held' returning id)
    update enrolments set seat_hold_until = clock_timestamp() where status = 'pending' and id in (select line.enrolment_id from order_lines line join ended on ended.id = line.order_id)`,
    )
    .catch(() => undefined);
}

/**
 * Something happens to an order that was made before; the drawer's note is what the cash of it was.
 */
async function changeOrder(
  world: BooksWorld,
  { orderId }: Sold,
  what: (typeof changes)[number],
): Promise<void> {
  const now = await orderNow(orderId);
  if (!now) return;
  const { total, paid, pending, lineId, books } = now;
  const rest = total - paid - pending;
  const at = `/orders/${orderId}`;
  if (what === 'pay' || what === 'credit') {
    const shift = await openDrawer(world);
    if (!shift || rest <= 0) return;
    const tendered = Math.ceil(rest / 2000) * 1000;
    const money =
      what === 'pay' ? { tenders: [cash(tendered)] } : { creditLAK: Math.min(rest, 10_000) };
    const answer = await insist(`${at}/payments`, {
      debts: [{ orderId, expectedBalance: rest }],
      shiftId: shift._id,
      ...money,
    });
    const change =
      answer.statusCode === 201 || answer.statusCode === 200
        ? answer.json<OrderPaid>().change.reduce((sum, { amount }) => sum + amount, 0)
        : tendered;
    if (what === 'pay') world.notes.add(shift._id, tendered - change);
  }
  if (what === 'handOver' && books)
    await insist(`${at}/hand-over`, { lines: [{ lineId: books, quantity: 1 }] });
  const swap = {
    lineId: books,
    quantity: 1,
    productId: world.dearBookId,
    giveNow: false,
    reason: 'other level',
    expectedTotal: total + DEARER,
  };
  if (what === 'exchange' && books) await insist(`${at}/exchange`, swap);
  if (what === 'adjust' && lineId)
    await insist(
      `${at}/adjustments`,
      { amountLAK: -10_000, ofLineId: lineId, reason: 'kindness', expectedTotal: total },
      randomUUID(),
      admin,
    );
  if (what === 'prolong') await insist(`${at}/prolong`, {});
  if (what === 'lapse') {
    await endHold(orderId);
    await tidy(server.db).catch(() => undefined);
  }
}

const isFinance = (one: Act): one is { kind: FinanceAct } =>
  (financeActs as readonly string[]).includes(one.kind);
const isChange = (one: Act): one is { kind: (typeof changes)[number] } =>
  (changes as readonly string[]).includes(one.kind);

const closeDay = async () =>
  Number(
    await closeAndReopenDay(server, {
      branchId: vte,
      send: (path, body) => insist(path, body, randomUUID(), finance),
      reopen: (path, body) => insist(path, body, randomUUID(), owner),
    }),
  );

/** One desk does its acts one after the other. */
async function desk(world: BooksWorld, acts: readonly Act[]): Promise<void> {
  // There is an order to act on, with something to pay and to hand over.
  let last = await sell(world, {
    kind: 'visit',
    child: acts.length,
    place: null,
    books: 1,
    giveNow: false,
    hold: false,
    money: 'part',
  });
  for (const one of acts) {
    if (one.kind === 'visit') last = (await sell(world, one)) ?? last;
    if (isChange(one) && last) await changeOrder(world, last, one.kind);
    if (isFinance(one)) {
      const shift = await openDrawer(world);
      if (shift)
        world.notes.add(
          shift._id,
          -(await actInFinance(server, one.kind, {
            send: (path, body) => insist(path, body, randomUUID(), finance),
            shiftId: shift._id,
            branchId: vte,
          })),
        );
    }
    if (one.kind === 'count' || one.kind === 'closeDay') await count(world);
    if (one.kind === 'closeDay') closedDays += await closeDay();
    if (
      one.kind === 'undo' &&
      last &&
      (await insist(`/visits/${last.orderId}/undo`, {})).statusCode === 200
    )
      world.notes.add(last.shiftId, -last.cash);
    if (one.kind === 'void' && last)
      await insist(`/orders/${last.orderId}/void`, { reason: 'wrong child' });
    if (one.kind === 'again' && last)
      expect((await insist('/visits', last.visit, last.key)).json<VisitAnswer>().order?._id).toBe(
        last.orderId,
      );
    if (one.kind === 'paidIn' || one.kind === 'paidOut') {
      const shift = await openDrawer(world);
      const body = {
        kind: one.kind,
        paidOutKind: one.kind === 'paidOut' ? 'expense' : null,
        currency: 'LAK',
        amount: one.amount,
        reason: 'ice',
      };
      if (shift && (await insist(`/shifts/${shift._id}/movements`, body)).statusCode === 200)
        world.notes.add(shift._id, one.kind === 'paidIn' ? one.amount : -one.amount);
    }
  }
}

async function holds({ classes, notes }: BooksWorld, kept: readonly KeptDay[]): Promise<void> {
  expect((await checkBooks(server.database)).differences).toEqual([]);
  for (const [shiftId, kip] of notes.all)
    expect((await expectedOf(server.db, [shiftId])).get(shiftId)?.LAK, shiftId).toBe(kip);
  const { rows: over } = await server.db.execute(
    sql`select class_id from enrolments where class_id = any(${sql.param(classes)}::uuid[]) and status in ('active', 'pending') group by 1 having count(*) > ${SEATS}`,
  );
  expect(over).toEqual([]);
  const { rows: doubled } = await server.db.execute(
    sql`select client_ref from orders group by 1 having count(*) > 1 union all select id from payments where free_lak < 0`,
  );
  expect(doubled).toEqual([]);
  await expectFiguresHold(owner);
  await expectKeptHold(server, kept);
}

/** Some desks do their acts at once, while connections are cut. */
async function live(desks: readonly (readonly Act[])[]): Promise<void> {
  const world = await newBooksWorld(server, clerk, course);
  const kept = await expectKeptHold(server, []);
  const stop = onPostgres ? cutConnections(server) : undefined;
  try {
    await Promise.all(desks.map((acts) => desk(world, acts)));
  } finally {
    cuts += (await stop?.()) ?? 0;
  }
  await count(world);
  await acceptDifferences(finance);
  closedDays += await closeDay();
  await holds(world, kept);
}

const historyOf = (desks: number, acts: number) =>
  fc.array(fc.array(act, { minLength: acts, maxLength: acts }), {
    minLength: desks,
    maxLength: desks,
  });
const seed =
  process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) };

it('the books add up after any acts of several desks at once', async () => {
  await fc.assert(fc.asyncProperty(historyOf(DESKS, ACTS), live), {
    numRuns: RUNS,
    endOnFailure: true,
    ...seed,
  });
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from orders`,
  );
  expect(rows[0]?.n).toBeGreaterThan(0);
  if (onPostgres) expect(cuts).toBeGreaterThan(0);
  expect(closedDays).toBeGreaterThan(0);
});

it('the books add up after 50 clients at once', async () => {
  await fc.assert(fc.asyncProperty(historyOf(CLIENTS, 2), live), {
    numRuns: 1,
    endOnFailure: true,
    ...seed,
  });
});
