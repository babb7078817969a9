import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovedAct } from '#contract/centre/approvals.ts';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { freedAbove } from '#contract/orders/value-left.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { exchangeSums } from '#src/features/orders/acts/exchange-sums.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { instalmentTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import { wrongSums } from '#tests/helpers/order-sums.ts';
import {
  branchId,
  emailOf,
  moveTo,
  password,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let admin: Client;
let shift: Shift;
let vte: string;
let course: string;
let bookId: string;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, admin] = [await server.as('staff'), await server.as('admin')];
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db, { minDeposit: 300_000 });
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());
afterEach(async () =>
  expect([await wrongSums(server.db), await unnotedStates(server.db)]).toEqual([[], []]),
);

const TOTAL = TUITION + 2 * BOOK;
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const level = async (productId = bookId) =>
  (
    await server.db
      .select({ onHand: stockLevelTable.onHand, reserved: stockLevelTable.reserved })
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, productId))
  )[0];
const change = (orderId: string, what: string, body: object, client = clerk) =>
  client.post(`/orders/${orderId}/${what}`, body);

/** One adult, one class, two books that are kept, of which 600,000 kip are paid. */
async function sold(more: object = {}, { discount = {} }: { discount?: object } = {}) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(bookId, studentId, { quantity: 2, giveNow: false, ...discount })],
    tenders: [cash(600_000)],
    shiftId: shift._id,
    ...more,
  };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  const orderId = String(order?._id);
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId))
    .orderBy(orderLineTable.position);
  const lineOf = (kind: string) => String(lines.find((line) => line.kind === kind)?._id);
  const [placed] = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable.studentId, studentId));
  return { studentId, classId, orderId, lineOf, placed, order };
}
const held = (more: object = {}) => sold({ tenders: [cash(100_000)], hold: true, ...more });
const creditOf = async (studentId: string) =>
  (
    await server.db.select().from(paymentTable).where(eq(paymentTable.payerStudentId, studentId))
  ).reduce((sum, { freeLAK }) => sum + freeLAK, 0);
/** Another product with a price of its own. */
async function otherBook(price: number) {
  const productId = await insertBook(server.db, 10);
  await server.db.update(productTable).set({ price }).where(eq(productTable._id, productId));
  return productId;
}

describe('a hold', () => {
  it('is prolonged whole: order and places end at one moment; not while others wait, except by an admin', async () => {
    const { orderId, placed, classId } = await held();
    await server.db.execute(
      sql`update orders set hold_until = hold_until - interval '1 hour' where id = ${orderId}`,
    );
    const prolonged = done<OrderChanged>(await change(orderId, 'prolong', {}));
    const [now] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable._id, String(placed?._id)));
    expect(now?.holdUntil).toBe(prolonged.holdUntil);
    await clerk.post('/enrolments', {
      rows: [
        { studentId: (await insertProspects(server.db, 1))[0]?._id, classId, as: 'waitlisted' },
      ],
      noChargeReason: 'Test',
      acceptWarnings: true,
    });
    expect(codeOf(await change(orderId, 'prolong', {}))).toBe('othersWait');
    expect((await change(orderId, 'prolong', {}, admin)).statusCode).toBe(200);
  });

  it('on purpose is confirmed by anybody; one below its minimum by an admin with a reason', async () => {
    const enough = await held({ tenders: [cash(400_000)] });
    expect(done<OrderChanged>(await change(enough.orderId, 'confirm', {}))).toMatchObject({
      state: 'confirmed',
    });
    const { orderId, placed } = await held();
    expect(codeOf(await change(orderId, 'confirm', { reason: 'knows them' }))).toBe(
      'minimumMissing',
    );
    expect(codeOf(await change(orderId, 'confirm', {}, admin))).toBe('fieldsInvalid');
    expect(
      done<OrderChanged>(await change(orderId, 'confirm', { reason: 'pays on Friday' }, admin)),
    ).toMatchObject({ state: 'confirmed', paidLAK: 100_000 });
    expect(
      (
        await server.db
          .select()
          .from(enrolmentTable)
          .where(eq(enrolmentTable._id, String(placed?._id)))
      )[0],
    ).toMatchObject({ status: 'active' });
  });

  it.each(['cancel', 'renewHold', 'activate'])(
    'is not ended or begun by the board: %s',
    async (step) => {
      const { placed, order } = await held();
      const refused = await admin.post(`/enrolments/${placed?._id}/change`, {
        change: step,
        version: placed?.version,
        reason: 'x',
      });
      expect(codeOf(refused)).toBe('hasOrder');
      expect(refused.json<{ error: string }>().error).toContain(order?.number);
    },
  );
});

it('a place with an order is not undone beside it', async () => {
  const { placed } = await sold();
  expect(
    codeOf(
      await clerk.post('/enrolments/undo', {
        rows: [{ _id: placed?._id, version: placed?.version }],
      }),
    ),
  ).toBe('hasOrder');
});

it('books are handed over in parts, never more than ordered or paid', async () => {
  const { orderId, lineOf } = await sold();
  const before = await level();
  const give = (quantity: number) =>
    change(orderId, 'hand-over', { lines: [{ lineId: lineOf('product'), quantity }] });
  expect((await give(1)).statusCode).toBe(200);
  expect(await level()).toEqual({
    onHand: (before?.onHand ?? 0) - 1,
    reserved: (before?.reserved ?? 0) - 1,
  });
  expect(codeOf(await give(2))).toBe('nothingToHandOver');
  expect(
    (await Promise.all(Array.from({ length: 5 }, () => give(1)))).filter(
      ({ statusCode }) => statusCode === 200,
    ),
  ).toHaveLength(1);
  const few = await sold({ tenders: [cash(300_000)] });
  expect(
    codeOf(
      await change(few.orderId, 'hand-over', {
        lines: [{ lineId: few.lineOf('product'), quantity: 1 }],
      }),
    ),
  ).toBe('minimumMissing');
});

it('an adjustment is a line: one that lowers the bill names its line, and what was paid above is credit', async () => {
  const { orderId, lineOf, studentId } = await sold({ tenders: [cash(TOTAL)] });
  const ask = (amountLAK: number, ofLineId: string | null, expectedTotal = TOTAL) =>
    change(orderId, 'adjustments', { amountLAK, ofLineId, reason: 'agreed', expectedTotal }, admin);
  expect(
    (await change(orderId, 'adjustments', { amountLAK: 1000, reason: 'x', expectedTotal: TOTAL }))
      .statusCode,
  ).toBe(403);
  expect((await ask(-100_000, null)).statusCode).toBe(400);
  expect(codeOf(await ask(-TUITION - 1, lineOf('tuition')))).toBe('fieldsInvalid');
  expect(codeOf(await ask(-100_000, lineOf('tuition'), TOTAL - 1))).toBe('balanceChanged');
  expect(done<OrderChanged>(await ask(-100_000, lineOf('tuition')))).toMatchObject({
    totalLAK: TOTAL - 100_000,
    paidLAK: TOTAL - 100_000,
    freedLAK: 100_000,
  });
  expect(await creditOf(studentId)).toBe(100_000);
  expect(done<OrderChanged>(await ask(50_000, null, TOTAL - 100_000))).toMatchObject({
    totalLAK: TOTAL - 50_000,
    paidLAK: TOTAL - 100_000,
  });
});

describe('an exchange', () => {
  const swap = (
    orderId: string,
    lineId: string,
    productId: string,
    expectedTotal: number,
    more: object = {},
  ) =>
    change(orderId, 'exchange', {
      lineId,
      productId,
      quantity: 1,
      reason: 'other level',
      expectedTotal,
      ...more,
    });

  it('of a damaged book for the same one costs nothing; the damaged one is a loss', async () => {
    const { orderId, lineOf } = await sold({ tenders: [cash(TOTAL)] });
    done(
      await change(orderId, 'hand-over', { lines: [{ lineId: lineOf('product'), quantity: 2 }] }),
    );
    const before = await level();
    expect(
      done<OrderChanged>(
        await swap(orderId, lineOf('product'), bookId, TOTAL, { backOnShelf: false }),
      ),
    ).toMatchObject({ totalLAK: TOTAL, paidLAK: TOTAL, freedLAK: 0 });
    expect(await level()).toEqual({
      onHand: (before?.onHand ?? 0) - 1,
      reserved: before?.reserved,
    });
  });

  it('for a cheaper one leaves credit, for a dearer one something to pay; discounts keep their per cent', async () => {
    const [cheap, dear] = [await otherBook(100_000), await otherBook(200_000)];
    const { orderId, lineOf, studentId } = await sold(
      { tenders: [cash(TOTAL)] },
      { discount: { discount: { kind: 'byHand', percent: 10, reason: 'regular' } } },
    );
    const paid = TUITION + 2 * BOOK * 0.9;
    const cheaper = paid - BOOK * 0.9 + 90_000;
    expect(codeOf(await swap(orderId, lineOf('product'), cheap, paid))).toBe('totalChanged');
    expect(
      done<OrderChanged>(await swap(orderId, lineOf('product'), cheap, cheaper)),
    ).toMatchObject({ totalLAK: cheaper, freedLAK: BOOK * 0.9 - 90_000 });
    expect(await creditOf(studentId)).toBe(TOTAL - paid > 0 ? BOOK * 0.9 - 90_000 : 0);
    const dearer = cheaper - BOOK * 0.9 + 180_000;
    expect(
      done<OrderChanged>(await swap(orderId, lineOf('product'), dear, dearer, { giveNow: false })),
    ).toMatchObject({ totalLAK: dearer, paidLAK: cheaper, freedLAK: 0 });
    expect(await level(dear)).toEqual({ onHand: 10, reserved: 1 });
    expect(codeOf(await swap(orderId, lineOf('product'), dear, dearer))).toBe('nothingToHandOver');
  });
});

it('money above the new total that a slip has paid is told from confirmed money, as the screen shows it', async () => {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${vte}, 'BCEL', 'LAK', 'DEMO', '1') returning id`,
  );
  const slip = {
    key: randomUUID(),
    method: 'qr',
    tendered: 100_000,
    bankAccountId: rows[0]?.id,
    reference: 'FT-FREED',
  };
  const { orderId, lineOf } = await sold({ tenders: [cash(TOTAL - 100_000), slip] });
  const back = { lineId: lineOf('product'), productId: null, quantity: 1, reason: 'not needed' };
  for (const freedPendingLAK of [100_000, 0]) {
    const page = done<OrderPage>(await clerk.get(`/orders/${orderId}`));
    const expectedTotal = page.totalLAK - BOOK;
    const { freedLAK, ...after } = done<OrderChanged>(
      await change(orderId, 'exchange', { ...back, expectedTotal }),
    );
    expect([freedLAK, after.freedPendingLAK]).toEqual([BOOK, freedPendingLAK]);
    expect(freedAbove(page, expectedTotal)).toEqual({ freedLAK, freedPendingLAK });
  }
});

it('an exchange of one of two gives back its share of the net, to the kip, as the screen shows it', async () => {
  const odd = await otherBook(145_005);
  const { orderId, lineOf, studentId } = await sold({
    tenders: [cash(262_000)],
    places: [],
    products: [
      book(odd, null, {
        quantity: 2,
        giveNow: false,
        discount: { kind: 'byHand', percent: 10, reason: 'regular' },
      }),
    ],
  });
  const page = done<OrderPage>(await clerk.get(`/orders/${orderId}`));
  const line = page.lines.find(({ kind }) => kind === 'product');
  const rounded = page.lines.find(({ kind }) => kind === 'rounding')?.amountLAK ?? 0;
  // 10 % of 290,010 is 29,001: half of the net of 261,009 stays rounded, the other half is a kip
  // less.
  expect(line && exchangeSums(page, { line, quantity: 1, product: undefined }, {})).toEqual({
    backLAK: 130_504,
    newLAK: 0,
  });
  const back = {
    lineId: lineOf('product'),
    productId: null,
    quantity: 1,
    reason: 'too many',
    expectedTotal: 261_009 + rounded - 130_504,
  };
  expect(done<OrderChanged>(await change(orderId, 'exchange', back)).freedLAK).toBe(130_504);
  done(await change(orderId, 'exchange', { ...back, expectedTotal: 0 }));
  const all = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId));
  expect([
    all.reduce((sum, { amountLAK }) => sum + amountLAK, 0),
    await creditOf(studentId),
  ]).toEqual([0, 261_000]);
});

describe('what a walk-in brings back', () => {
  const bought = () =>
    sold({
      payer: { kind: 'walkIn', name: 'Khamla', phone: '' },
      places: [],
      products: [book(bookId, null)],
      tenders: [cash(BOOK)],
    });
  const bring = (orderId: string, lineId: string, more: object = {}) =>
    change(orderId, 'exchange', {
      lineId,
      quantity: 1,
      reason: 'not needed',
      expectedTotal: 0,
      shiftId: shift._id,
      ...more,
    });
  const inDrawer = async () => (await expectedOf(server.db, [shift._id])).get(shift._id)?.LAK ?? 0;
  const sign = async (act: ApprovedAct) =>
    done<ApprovalAnswer>(
      await clerk.post('/auth/approvals', { email: emailOf('finance'), password, act }),
    ).token;

  it('is paid out of the open drawer with a signature for just this', async () => {
    const before = await inDrawer();
    const { orderId, lineOf } = await bought();
    const act = {
      kind: 'cashBack' as const,
      branchId: vte,
      orderId,
      lineId: lineOf('product'),
      quantity: 1,
      productId: null,
      cashLAK: BOOK,
    };
    expect(codeOf(await bring(orderId, act.lineId))).toBe('refundFirst');
    expect(
      codeOf(
        await bring(orderId, act.lineId, {
          approvalToken: await sign({ ...act, cashLAK: BOOK - 1 }),
        }),
      ),
    ).toBe('approvalEnded');
    expect(
      done<OrderChanged>(await bring(orderId, act.lineId, { approvalToken: await sign(act) })),
    ).toMatchObject({ totalLAK: 0, paidLAK: 0, freedLAK: BOOK });
    expect(await inDrawer()).toBe(before);
    expect(
      done<OrderPage>(await clerk.get(`/orders/${orderId}`)).receipts.map(({ kind, amountLAK }) => [
        kind,
        amountLAK,
      ]),
    ).toEqual([
      ['received', BOOK],
      ['refund', -BOOK],
    ]);
  });

  it('keeps what no coin can give back as a rounding line', async () => {
    const cheap = await otherBook(100_300);
    const before = await inDrawer();
    const { orderId, lineOf } = await bought();
    expect(
      done<OrderChanged>(
        await change(
          orderId,
          'exchange',
          {
            lineId: lineOf('product'),
            quantity: 1,
            productId: cheap,
            reason: 'cheaper',
            expectedTotal: 101_000,
            shiftId: shift._id,
          },
          await server.as('finance'),
        ),
      ),
    ).toMatchObject({ totalLAK: 101_000, paidLAK: 101_000, freedLAK: 44_000 });
    expect(await inDrawer()).toBe(before + 101_000);
    // The books of the class came without a delivery.
    expect(
      (await checkBooks(server.database)).differences.filter(({ check }) => check !== 'stock'),
    ).toEqual([]);
  });
});

it('a changed plan is a new set that adds up, with its reason', async () => {
  const { orderId } = await sold();
  const left = TOTAL - 600_000;
  const plan = (instalments: object[], expectedBalance = left) =>
    change(orderId, 'plan', { instalments, reason: 'paid monthly', expectedBalance });
  const parts = [
    { dueOn: '2027-01-05', amountLAK: 400_000 },
    { dueOn: '2027-02-05', amountLAK: left - 400_000 },
  ];
  expect(codeOf(await plan(parts.slice(0, 1)))).toBe('planRefused');
  expect(codeOf(await plan(parts, left - 1))).toBe('balanceChanged');
  done(await plan(parts));
  const open = await server.db
    .select()
    .from(instalmentTable)
    .where(and(eq(instalmentTable.orderId, orderId), isNull(instalmentTable.endedAt)))
    .orderBy(instalmentTable.position);
  expect(open.map(({ amountLAK, reason }) => [amountLAK, reason])).toEqual([
    [600_000, 'paid monthly'],
    [400_000, 'paid monthly'],
    [left - 400_000, 'paid monthly'],
  ]);
});

it('an order of another branch is not there', async () => {
  const { orderId, lineOf } = await sold();
  await moveTo(server.db, 'staff', 'LPB');
  const other = await server.as('staff');
  const answers = [
    await change(orderId, 'prolong', {}, other),
    await change(
      orderId,
      'hand-over',
      { lines: [{ lineId: lineOf('product'), quantity: 1 }] },
      other,
    ),
    await change(
      orderId,
      'payments',
      {
        debts: [{ orderId, expectedBalance: TOTAL - 600_000 }],
        tenders: [cash(1000)],
        shiftId: shift._id,
      },
      other,
    ),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  await moveTo(server.db, 'staff', 'VTE');
});
