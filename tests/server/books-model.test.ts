import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Drawer, Shift } from '#contract/drawers.ts';
import type { VisitAnswer, VisitCheck } from '#contract/visit-answers.ts';
import { checkBooks } from '#server/modules/books/check/check-books.ts';
import { expectedOf } from '#server/modules/drawers/drawer-sums.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { branchId, startTestServer, type Answer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { book, BOOK, cash, insertBook, insertCourse, place, TUITION } from '#tests/helpers/visits.ts';

// Random acts of several desks at once, with answers that get lost and connections that are cut. Whatever happens, the books
// add up (the invariants 1, 2, 3, 7, 9, 11 and 13 of the checks), no class has more students than seats, one key made one
// order (8), no credit is below zero (15), and each drawer holds what a person would have noted.
// Longer: MODEL_RUNS=200 MODEL_SEED=7 npx vitest run --project server tests/server/books-model.test.ts

const DESKS = 4;
const ACTS = 7;
const SEATS = 2;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 2);
const LIMIT_MS = process.env['MODEL_RUNS'] === undefined ? 20_000 : Number.MAX_SAFE_INTEGER;
const onPostgres = 'url' in inject('databaseTemplate');

type Act =
  | { kind: 'visit'; child: number; place: number | null; books: number; giveNow: boolean; hold: boolean; money: 'exact' | 'more' | 'part' | 'credit' }
  | { kind: 'undo' | 'void' | 'again' | 'count' }
  | { kind: 'paidIn' | 'paidOut'; amount: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('visit' as const), child: fc.nat(5), place: fc.option(fc.nat(2)), books: fc.nat(2), giveNow: fc.boolean(), hold: fc.boolean(), money: fc.constantFrom('exact' as const, 'more' as const, 'part' as const, 'credit' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'void' as const, 'again' as const, 'count' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('paidIn' as const, 'paidOut' as const), amount: fc.integer({ min: 1, max: 400_000 }) }) },
);

let server: TestServer;
let clerk: Client;
let vte: string;
let drawerId: string;
let course: string;
let cuts = 0;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
  const [drawer] = done<Drawer[]>(await clerk.get('/drawers'));
  drawerId = String(drawer?._id);
});
afterAll(() => server.close());

/** Again with the same key until there is an answer, as a desk with bad Wi-Fi does. */
async function insist(path: string, body: object, key: string = randomUUID()): Promise<Answer> {
  for (;;) {
    const answer = await clerk.post(path, body, { 'idempotency-key': key });
    if (answer.statusCode < 500) return answer;
  }
}
async function look<Seen>(path: string): Promise<Seen> {
  for (;;) {
    const answer = await clerk.get(path);
    if (answer.statusCode === 200) return answer.json<Seen>();
  }
}

/** What somebody at the desk would write down: notes into and out of each drawer. */
class Notes {
  readonly #byShift = new Map<string, number>();
  add(shiftId: string, kip: number) {
    this.#byShift.set(shiftId, (this.#byShift.get(shiftId) ?? 0) + kip);
  }
  get all() {
    return [...this.#byShift];
  }
}

type World = { students: string[]; classes: string[]; bookId: string; notes: Notes };
type Sold = { orderId: string; key: string; visit: object; shiftId: string; cash: number };

async function openDrawer({ notes }: World): Promise<Shift | undefined> {
  const [drawer] = await look<Drawer[]>('/drawers');
  if (drawer?.shift) return drawer.shift;
  const answer = await insist(`/drawers/${drawerId}/open`, { float: { LAK: 100_000 }, reason: 'as usual' });
  if (answer.statusCode !== 201) return undefined;
  const shift = answer.json<Shift>();
  notes.add(shift._id, 100_000);
  return shift;
}

async function sell(world: World, wanted: Extract<Act, { kind: 'visit' }>): Promise<Sold | undefined> {
  const shift = await openDrawer(world);
  const studentId = world.students[wanted.child % world.students.length] ?? '';
  if (!shift) return undefined;
  const isPlaced = wanted.place !== null;
  const due = (isPlaced ? TUITION : 0) + wanted.books * BOOK;
  const tendered = { exact: due, more: due + 50_000, part: 100_000, credit: Math.max(0, due - 20_000) }[wanted.money];
  const visit = {
    ...{ branchId: vte, payer: { kind: 'student', studentKey: studentId }, shiftId: shift._id, hold: wanted.hold, expectedTotal: due },
    places: isPlaced ? [place(studentId, world.classes[(wanted.place ?? 0) % world.classes.length] ?? '')] : [],
    products: wanted.books > 0 ? [book(world.bookId, studentId, { quantity: wanted.books, giveNow: wanted.giveNow })] : [],
    tenders: tendered > 0 ? [cash(tendered)] : [],
    ...{ creditLAK: wanted.money === 'credit' ? 20_000 : 0, changeOwedLAK: wanted.money === 'more' ? 10_000 : 0 },
  };
  const check = await insist('/visits/check', visit);
  if (check.statusCode !== 200) return undefined;
  const { rateIds, lines, totalLAK } = check.json<VisitCheck>();
  const key = randomUUID();
  const asked = { ...visit, rateIds, expectedTotal: totalLAK, expectedLines: Object.fromEntries(lines.map((line) => [line.key, line.netLAK])) };
  const answer = await insist('/visits', asked, key);
  if (answer.statusCode !== 201) return undefined;
  const { order, change } = answer.json<VisitAnswer>();
  const kept = tendered - change.reduce((sum, { amount }) => sum + amount, 0);
  world.notes.add(shift._id, kept);
  return { orderId: String(order?._id), key, visit: asked, shiftId: shift._id, cash: kept };
}

async function count({ notes }: World): Promise<void> {
  const [drawer] = await look<Drawer[]>('/drawers');
  const { _id, expected } = drawer?.shift ?? { _id: '', expected: null };
  if (!expected) return;
  const left = { ...expected, LAK: Math.min(expected.LAK, 100_000) };
  const answer = await insist(`/shifts/${_id}/close`, { counted: expected, left, safeReceivedBy: 'Noy', reason: 'evening' });
  if (answer.statusCode === 200) notes.add(_id, left.LAK - expected.LAK);
}

/** One desk does its acts one after the other. */
async function desk(world: World, acts: readonly Act[]): Promise<void> {
  let last: Sold | undefined;
  for (const one of acts) {
    if (one.kind === 'visit') last = (await sell(world, one)) ?? last;
    if (one.kind === 'count') await count(world);
    if (one.kind === 'undo' && last && (await insist(`/visits/${last.orderId}/undo`, {})).statusCode === 200) world.notes.add(last.shiftId, -last.cash);
    if (one.kind === 'void' && last) await insist(`/orders/${last.orderId}/void`, { reason: 'wrong child' });
    if (one.kind === 'again' && last) expect((await insist('/visits', last.visit, last.key)).json<VisitAnswer>().order?._id).toBe(last.orderId);
    if (one.kind === 'paidIn' || one.kind === 'paidOut') {
      const shift = await openDrawer(world);
      const body = { kind: one.kind, paidOutKind: one.kind === 'paidOut' ? 'expense' : null, currency: 'LAK', amount: one.amount, reason: 'ice' };
      if (shift && (await insist(`/shifts/${shift._id}/movements`, body)).statusCode === 200) world.notes.add(shift._id, one.kind === 'paidIn' ? one.amount : -one.amount);
    }
  }
}

async function newWorld(): Promise<World> {
  const students = (await insertProspects(server.db, 6)).map(({ _id }) => String(_id));
  const classes = await Promise.all([0, 1, 2].map(async (at) => (await insertClass(server.db, { course, capacity: SEATS, slots: [{ weekday: 1 + at, start: '05:00', end: '06:00' }] }))._id));
  const bookId = await insertBook(server.db, 0);
  await server.db.execute(sql`insert into stock_movements (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, at) select gen_random_uuid(), product_id, branch_id, 'opening', 9, 9, 1, 'hand', now() from stock_levels where product_id = ${bookId}`);
  await server.db.execute(sql`update stock_levels set on_hand = 9, seq = 1 where product_id = ${bookId}`);
  const notes = new Notes();
  const [drawer] = done<Drawer[]>(await clerk.get('/drawers'));
  if (drawer?.shift?.expected) notes.add(drawer.shift._id, drawer.shift.expected.LAK);
  return { students, classes, bookId, notes };
}

async function holds({ classes, notes }: World): Promise<void> {
  expect((await checkBooks(server.database)).differences).toEqual([]);
  for (const [shiftId, kip] of notes.all) expect((await expectedOf(server.db, [shiftId])).get(shiftId)?.LAK, shiftId).toBe(kip);
  const { rows: over } = await server.db.execute(sql`select class_id from enrolments where class_id = any(${sql.param(classes)}::uuid[]) and status in ('active', 'pending') group by 1 having count(*) > ${SEATS}`);
  expect(over).toEqual([]);
  const { rows: doubled } = await server.db.execute(sql`select client_ref from orders group by 1 having count(*) > 1 union all select id from payments where free_lak < 0`);
  expect(doubled).toEqual([]);
}

/** Cuts some connection that is in use, now and then, until it is stopped. */
function cutConnections() {
  let isOver = false;
  const cutOne = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not like 'listen %' order by random() limit 1`;
  const cutter = (async () => {
    while (!isOver) {
      await server.db.execute(cutOne).then(({ rows }) => (cuts += rows.length), () => undefined);
      await wait(150);
    }
  })();
  return async () => {
    isOver = true;
    await cutter;
  };
}

it('the books add up after any acts of several desks at once', async () => {
  const history = fc.array(fc.array(act, { minLength: ACTS, maxLength: ACTS }), { minLength: DESKS, maxLength: DESKS });
  const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) };
  await fc.assert(
    fc.asyncProperty(history, async (desks) => {
      const world = await newWorld();
      const stop = onPostgres ? cutConnections() : undefined;
      try {
        await Promise.all(desks.map((acts) => desk(world, acts)));
      } finally {
        await stop?.();
      }
      await holds(world);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS, endOnFailure: true, ...seed },
  );
  const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n from orders`);
  expect(rows[0]?.n).toBeGreaterThan(0);
  if (onPostgres) expect(cuts).toBeGreaterThan(0);
});
