import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { convert } from '#contract/money/money.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { refundSums, type Refunded } from '#contract/orders/refunds.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { expectFiguresHold } from '#tests/helpers/books-finance.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { wrongSums } from '#tests/helpers/order-sums.ts';
import {
  branchId,
  moveTo,
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
let finance: Client;
let shift: Shift;
let vte: string;
let course: string;
let bookId: string;
let account: string;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, finance] = [await server.as('staff'), await server.as('finance')];
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db, { minDeposit: 300_000 });
  bookId = await insertBook(server.db);
  const [found] = await server.db
    .select()
    .from(bankAccountTable)
    .where(
      and(
        eq(bankAccountTable.branchId, vte),
        eq(bankAccountTable.currency, 'LAK'),
        eq(bankAccountTable.active, true),
      ),
    );
  account = String(found?._id);
});
afterAll(() => server.close());
afterEach(async () =>
  expect([
    await wrongSums(server.db),
    (await checkBooks(server.database)).differences.filter(
      ({ detail }) => !detail.startsWith('on hand is not'),
    ),
  ]).toEqual([[], []]),
);

const DISCOUNT = 33;
/** The price of three books with their discount. */
const BOOKS = 3 * BOOK - Math.round((3 * BOOK * DISCOUNT) / 100);
/** Rounds to the step of cash. */
const inSteps = (kip: number) => Math.round(kip / 1000) * 1000;
const PAID = inSteps(TUITION + BOOKS);
const ROUNDING = PAID - TUITION - BOOKS;
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const inCash = () => ({ way: 'cash', shiftId: shift._id, reason: 'Test' });
const sent = (reference: string) => ({
  way: 'transfer',
  bankAccountId: account,
  reference,
  reason: 'Test',
});
const inDrawer = async () => (await expectedOf(server.db, [shift._id])).get(shift._id)?.LAK ?? 0;
const paymentsOf = (studentId: string) =>
  server.db
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.payerStudentId, studentId))
    .orderBy(asc(paymentTable.at), asc(paymentTable._id));

/** One adult, one class and three books with a discount; `paid` in cash. */
async function sold({ paid = PAID, tenders = [cash(paid)], giveNow = true, walkIn = false } = {}) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const admin = await server.as('admin');
  const books = book(bookId, walkIn ? null : studentId, {
    quantity: 3,
    giveNow,
    discount: { kind: 'byHand', percent: DISCOUNT, reason: 'Test' },
  });
  const bought = {
    branchId: vte,
    shiftId: shift._id,
    products: [books],
    ...(walkIn
      ? { payer: { kind: 'walkIn', name: 'Guest', phone: '' }, places: [] }
      : { payer: { kind: 'student', studentKey: studentId }, places: [place(studentId, classId)] }),
  };
  const { order } = done<VisitAnswer>(
    await sendVisit(admin, await priced(admin, { ...bought, tenders })),
  );
  const orderId = String(order?._id);
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId));
  const lineOf = (kind: string) =>
    String(lines.find((line) => line.kind === kind && line.ofLineId === null)?._id);
  return {
    studentId,
    orderId,
    lineOf,
    page: async () => done<OrderPage>(await finance.get(`/orders/${orderId}`)),
  };
}

const refund = (orderId: string, body: object, client = finance) =>
  client.post(`/orders/${orderId}/refunds`, body);

describe('a refund of lines', () => {
  it('refunds each piece less its share of the discount, and never more than was paid', async () => {
    const { orderId, lineOf, page } = await sold();
    const before = await inDrawer();
    const one = {
      lines: [{ lineId: lineOf('product'), quantity: 1 }],
      isStillDue: false,
      ...sent('R1'),
    };
    const shares: number[] = [];
    for (const left of [2, 1, 0]) {
      const { totalLAK, paidLAK } = await page();
      const offLAK = totalLAK - ROUNDING - TUITION - Math.round((BOOKS * left) / 3);
      const expectedLAK = refundSums(
        { offLAK, totalLAK, paidLAK, roundingLAK: ROUNDING },
        { isStillDue: false, way: 'transfer', step: 1 },
      ).paidOutLAK;
      shares.push(done<Refunded>(await refund(orderId, { ...one, expectedLAK })).paidOutLAK);
    }
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(BOOKS);
    expect(await inDrawer()).toBe(before);
    const after = await page();
    expect(after).toMatchObject({ totalLAK: TUITION + ROUNDING, paidLAK: TUITION + ROUNDING });
    expect(after.receipts.map(({ kind, amountLAK }) => [kind, amountLAK])).toEqual([
      ['received', PAID],
      ...shares.map((share) => ['refund', -share]),
    ]);
    const again = await refund(orderId, { ...one, expectedLAK: 0 });
    expect(again.json<{ fields: object }>().fields).toHaveProperty(['lines.0.quantity']);
  });

  it('refunds cash in whole steps, up to what was paid, while the fee stays due', async () => {
    const { orderId, lineOf, page } = await sold({ paid: 500_000, giveNow: false });
    const before = await inDrawer();
    const body = {
      lines: [{ lineId: lineOf('tuition'), quantity: 1 }],
      isStillDue: true,
      ...inCash(),
    };
    expect(codeOf(await refund(orderId, { ...body, expectedLAK: TUITION }))).toBe('totalChanged');
    expect(done<Refunded>(await refund(orderId, { ...body, expectedLAK: 500_000 }))).toMatchObject({
      paidOutLAK: 500_000,
      toCreditLAK: 0,
    });
    expect(await inDrawer()).toBe(before - 500_000);
    expect(await page()).toMatchObject({ totalLAK: TUITION + BOOKS, paidLAK: 0 });
    expect(codeOf(await refund(orderId, { ...body, expectedLAK: 0 }))).toBe('nothingPaid');
  });

  it('lowers the bill without money when less was paid, and keeps a surplus as credit', async () => {
    const { orderId, studentId, lineOf, page } = await sold({ giveNow: false });
    const lines = [{ lineId: lineOf('product'), quantity: 3 }];
    expect(
      done<Refunded>(
        await refund(orderId, {
          lines,
          isStillDue: false,
          way: 'credit',
          reason: 'Test',
          expectedLAK: 0,
        }),
      ),
    ).toMatchObject({ paidOutLAK: 0, toCreditLAK: BOOKS, receipt: null });
    expect((await page()).totalLAK).toBe(TUITION + ROUNDING);
    expect((await paymentsOf(studentId)).map(({ freeLAK }) => freeLAK)).toEqual([BOOKS]);
  });

  it('refuses to refund the fee of a place that goes on', async () => {
    const { orderId, lineOf } = await sold();
    const lines = [{ lineId: lineOf('tuition'), quantity: 1 }];
    expect(
      codeOf(
        await refund(orderId, { lines, isStillDue: false, ...sent('R9'), expectedLAK: TUITION }),
      ),
    ).toBe('sessionsLeft');
  });

  it('returns goods to the shelf only when asked to', async () => {
    const levelOf = async () =>
      (
        await server.db.select().from(stockLevelTable).where(eq(stockLevelTable.productId, bookId))
      )[0]?.onHand ?? 0;
    const { orderId, lineOf } = await sold();
    const before = await levelOf();
    const body = { isStillDue: false, way: 'credit', reason: 'Test', expectedLAK: 0 };
    done(await refund(orderId, { ...body, lines: [{ lineId: lineOf('product'), quantity: 2 }] }));
    expect(await levelOf()).toBe(before + 2);
    done(
      await refund(orderId, {
        ...body,
        lines: [{ lineId: lineOf('product'), quantity: 1, backOnShelf: false }],
      }),
    );
    expect(await levelOf()).toBe(before + 2);
  });

  it('pays a walk-in out whole and leaves what no coin can pay on the order', async () => {
    const { orderId, lineOf, page } = await sold({ walkIn: true, paid: inSteps(BOOKS) });
    const { paidLAK } = await page();
    const lines = [{ lineId: lineOf('product'), quantity: 1 }];
    expect(
      codeOf(
        await refund(orderId, {
          lines,
          isStillDue: false,
          way: 'credit',
          reason: 'Test',
          expectedLAK: 0,
        }),
      ),
    ).toBe('refundFirst');
    const answer = await refund(orderId, {
      lines,
      isStillDue: false,
      ...inCash(),
      expectedLAK: 97_000,
    });
    const { paidOutLAK, toCreditLAK } = done<Refunded>(answer);
    expect([paidOutLAK % 1000, toCreditLAK]).toEqual([0, 0]);
    expect(await page()).toMatchObject({
      paidLAK: paidLAK - paidOutLAK,
      totalLAK: paidLAK - paidOutLAK,
    });
  });

  it.each(['staff', 'admin'] as const)('is refused to the role %s', async (role) => {
    const { orderId, lineOf } = await sold();
    expect(
      codeOf(
        await refund(
          orderId,
          {
            lines: [{ lineId: lineOf('product'), quantity: 1 }],
            isStillDue: false,
            ...inCash(),
            expectedLAK: 0,
          },
          await server.as(role),
        ),
      ),
    ).toBe('forbidden');
  });
});

describe('money of one payment', () => {
  it('refunds with a negative payment of today, free money first, and the order owes the rest again', async () => {
    const { orderId, studentId, page } = await sold();
    const [payment] = await paymentsOf(studentId);
    const url = `/payments/${payment?._id}/refund`;
    expect(
      (await finance.post(url, { ...inCash(), amountLAK: PAID + 1000 })).json<{ fields: object }>()
        .fields,
    ).toHaveProperty('amountLAK');
    expect(
      (await finance.post(url, { ...inCash(), amountLAK: 250 })).json<{ fields: object }>().fields,
    ).toHaveProperty('amountLAK');
    expect(
      done<Refunded>(await finance.post(url, { ...inCash(), amountLAK: 400_000 })),
    ).toMatchObject({ paidOutLAK: 400_000, orders: [{ _id: orderId, paidLAK: PAID - 400_000 }] });
    const { paidLAK, receipts } = await page();
    expect([paidLAK, receipts.at(-1)?.amountLAK]).toEqual([PAID - 400_000, -400_000]);
    const [, back] = await paymentsOf(studentId);
    expect(back).toMatchObject({
      amountLAK: -400_000,
      state: 'confirmed',
      reason: 'Test',
      shiftId: shift._id,
    });
  });

  it('refunds in the currency that came in, at its rate, up to what came in less change', async () => {
    const { studentId } = await sold({ tenders: [cash(10_000, 'USD')] });
    const [payment] = await paymentsOf(studentId);
    const url = `/payments/${payment?._id}/refund`;
    const leftForeign = async () =>
      done<PaymentPage>(await finance.get(`/payments/${payment?._id}`)).leftForeign;
    const rate = String(payment?.rate);
    const inUsd = (foreign: number) => ({
      ...inCash(),
      foreign,
      amountLAK: convert(foreign, 'USD', rate),
    });
    const most = await leftForeign();
    expect([payment?.currency, convert(most, 'USD', rate) <= (payment?.amountLAK ?? 0)]).toEqual([
      'USD',
      true,
    ]);
    expect(
      (await finance.post(url, inUsd(most + 1))).json<{ fields: object }>().fields,
    ).toHaveProperty('foreign');
    expect(
      (await finance.post(url, { ...inUsd(2000), amountLAK: 1000 })).json<{ fields: object }>()
        .fields,
    ).toHaveProperty('foreign');
    // No notes give half a dollar.
    expect((await finance.post(url, inUsd(1050))).json()).toMatchObject({
      fields: { foreign: 'Cash comes in steps of 1 USD' },
    });
    const usd = async () => (await expectedOf(server.db, [shift._id])).get(shift._id)?.USD ?? 0;
    const before = await usd();
    expect(done<Refunded>(await finance.post(url, inUsd(2000)))).toMatchObject({
      paidOutLAK: convert(2000, 'USD', rate),
    });
    expect([await usd(), await leftForeign()]).toEqual([before - 2000, most - 2000]);
    expect((await paymentsOf(studentId)).at(-1)).toMatchObject({
      currency: 'USD',
      rate,
      tendered: -2000,
      amountLAK: -convert(2000, 'USD', rate),
    });
    await expectFiguresHold(await server.as('superadmin'));
  });

  it('answers not found for a payment of another branch', async () => {
    const { studentId } = await sold();
    const [payment] = await paymentsOf(studentId);
    await moveTo(server.db, 'finance', 'LPB');
    const answer = await finance.post(`/payments/${payment?._id}/refund`, {
      ...inCash(),
      amountLAK: 1000,
    });
    await moveTo(server.db, 'finance', 'VTE');
    expect(answer.statusCode).toBe(404);
  });
});

describe('credit', () => {
  it('is paid out once, up to what is free', async () => {
    const { orderId, studentId, lineOf } = await sold();
    done(
      await refund(orderId, {
        lines: [{ lineId: lineOf('product'), quantity: 3 }],
        isStillDue: false,
        way: 'credit',
        reason: 'Test',
        expectedLAK: 0,
      }),
    );
    const body = { payerStudentId: studentId, branchId: vte, amountLAK: BOOKS };
    const both = await Promise.all(
      ['P1', 'P2'].map((reference) =>
        finance.post('/credit-payouts', { ...body, ...sent(reference) }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(
      (await paymentsOf(studentId)).map(({ amountLAK, freeLAK }) => [amountLAK, freeLAK]),
    ).toEqual([
      [PAID, 0],
      [-BOOKS, 0],
    ]);
  });

  it('answers not found for a payer whom the branch does not know', async () => {
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    expect(
      (
        await finance.post('/credit-payouts', {
          payerStudentId: studentId,
          branchId: vte,
          amountLAK: 1000,
          ...sent('P3'),
        })
      ).statusCode,
    ).toBe(404);
  });
});
