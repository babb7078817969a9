import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { CurrencySums, Shift } from '#contract/money/drawers.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import {
  mendedMoney,
  correctedAmount,
  type PaymentMended,
} from '#contract/orders/payment-mends.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { Paper } from '#contract/orders/papers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
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
  cash,
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
let account: string;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, finance] = [await server.as('staff'), await server.as('finance')];
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
  const [bank] = await server.db
    .select()
    .from(bankAccountTable)
    .where(
      and(
        eq(bankAccountTable.branchId, vte),
        eq(bankAccountTable.currency, 'LAK'),
        eq(bankAccountTable.active, true),
      ),
    );
  account = String(bank?._id);
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await wrongSums(server.db)).toEqual([]);
  expect((await checkBooks(server.database)).differences).toEqual([]);
});

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const slip = (tendered: number) => ({
  key: randomUUID(),
  method: 'qr',
  tendered,
  bankAccountId: account,
  reference: randomUUID().slice(0, 8),
});
const inDrawer = async (): Promise<CurrencySums> =>
  (await expectedOf(server.db, [shift._id])).get(shift._id) ?? { LAK: 0, THB: 0, USD: 0 };
const pageOf = async (orderId: string) => done<OrderPage>(await clerk.get(`/orders/${orderId}`));
const paperOf = async (id: string | undefined) =>
  done<Paper>(await clerk.get(`/papers/receipt/${id}`));
const mend = (paymentId: string, more: object, client = finance) =>
  client.post(`/payments/${paymentId}/mend`, {
    tendered: TUITION,
    reason: 'it was another way',
    ...more,
  });
const byBank = (more: object = {}) => ({
  method: 'transfer',
  bankAccountId: account,
  reference: randomUUID().slice(0, 8),
  ...more,
});

/** A course that is paid whole, with its first payment. */
async function sold(tenders: object[] = [cash(TUITION)]) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    tenders,
    shiftId: shift._id,
  };
  const { order, receipt } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  const orderId = String(order?._id);
  const { payments } = await pageOf(orderId);
  return {
    orderId,
    studentId,
    receiptId: receipt?._id,
    number: receipt?.number,
    paymentId: String(payments[0]?._id),
  };
}

describe('money that was recorded by a wrong method', () => {
  it('is by bank instead of in the drawer: to be verified, for the same order, and the receipt says so', async () => {
    const before = await inDrawer();
    const { orderId, paymentId, receiptId, number } = await sold([cash(TUITION + 50_000)]);
    const {
      voidReceipt,
      receipt,
      orders,
      paymentId: right,
    } = done<PaymentMended>(await mend(paymentId, byBank()));
    expect(await inDrawer()).toEqual(before);
    expect(orders).toMatchObject([
      { _id: orderId, totalLAK: TUITION, paidLAK: 0, pendingLAK: TUITION, state: 'confirmed' },
    ]);
    expect([receipt, voidReceipt?.number]).toEqual([
      null,
      expect.stringMatching(/^VTE-R/) as string,
    ]);
    const { payments } = await pageOf(orderId);
    expect(payments.find(({ _id }) => _id === right)).toMatchObject({
      mendsId: paymentId,
      method: 'transfer',
      state: 'pending',
      tendered: TUITION,
      change: [],
      onOrderLAK: TUITION,
    });
    expect(payments.find(({ _id }) => _id === paymentId)).toMatchObject({
      state: 'void',
      reason: 'it was another way',
      onOrderLAK: 0,
    });
    expect(await paperOf(receiptId)).toMatchObject({ voided: null, corrected: { number: null } });
    expect(await paperOf(voidReceipt?._id)).toMatchObject({ voids: number });
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.action, 'mendPayment'), eq(auditTable.entityId, orderId)));
    expect(row).toMatchObject({
      reason: 'it was another way',
      before: { paymentId, method: 'cash' },
    });
  });

  it('is cash instead of a slip, in a drawer and on a receipt; what was less than a coin is credit', async () => {
    const before = await inDrawer();
    const { rateToLAK: rate, _id: rateId } = done<ExchangeRate[]>(
      await clerk.get('/exchange-rates'),
    ).find(({ currency }) => currency === 'THB') ?? { rateToLAK: '', _id: '' };
    const { orderId, paymentId, studentId } = await sold([slip(TUITION)]);
    const recorded = {
      method: 'qr',
      currency: 'LAK',
      tendered: TUITION,
      rate: '1',
      amountLAK: TUITION,
    } as const;
    const way = { method: 'cash', currency: 'THB', rate, step: 1000 } as const;
    const tendered = correctedAmount(recorded, way);
    const money = mendedMoney(recorded, { ...way, tendered });
    // No coin makes half a baht.
    expect(mendedMoney(recorded, { ...way, tendered: tendered + 50 })).toBeUndefined();
    const to = { method: 'cash', currency: 'THB', tendered, shiftId: shift._id };
    expect(codeOf(await mend(paymentId, to))).toBe('totalChanged');
    const { receipt, voidReceipt, orders } = done<PaymentMended>(
      await mend(paymentId, { ...to, rateId }),
    );
    expect(orders).toMatchObject([{ paidLAK: TUITION, pendingLAK: 0 }]);
    expect(voidReceipt).toBeNull();
    const after = await inDrawer();
    expect([after.THB - before.THB, before.LAK - after.LAK]).toEqual([tendered, money?.changeLAK]);
    const free = await server.db
      .select({ freeLAK: paymentTable.freeLAK })
      .from(paymentTable)
      .where(and(eq(paymentTable.payerStudentId, studentId), eq(paymentTable.state, 'confirmed')));
    expect(free).toEqual([{ freeLAK: money?.toCreditLAK }]);
    const { totalLAK, paidLAK, dueLAK, payments } = await paperOf(receipt?._id);
    expect([totalLAK, paidLAK, dueLAK, payments.length]).toEqual([TUITION, TUITION, 0, 1]);
    expect((await pageOf(orderId)).receipts).toHaveLength(1);
    // The money of the visit itself still ends with its order, after a mend of the mend too.
    const again = done<PaymentMended>(
      await mend(
        (await pageOf(orderId)).payments.find(({ state }) => state === 'confirmed')?._id ?? '',
        { method: 'cash', currency: 'LAK', tendered: TUITION + 1000, shiftId: shift._id },
      ),
    );
    expect(await paperOf(again.receipt?._id)).toMatchObject({ corrects: receipt?.number });
    expect(
      codeOf(await finance.post(`/receipts/${again.receipt?._id}/void`, { reason: 'x' })),
    ).toBe('receiptOfVisit');
    done(await finance.post(`/orders/${orderId}/void`, { reason: 'x', expectedCame: TUITION }));
    expect(await inDrawer()).toEqual(before);
  });

  it('went to another account or has another reference, and stays to be verified', async () => {
    const { orderId, paymentId } = await sold([slip(TUITION)]);
    const [wrong] = (await pageOf(orderId)).payments;
    const same = { method: 'qr', bankAccountId: account, reference: wrong?.reference };
    expect((await mend(paymentId, same)).json()).toMatchObject({
      fields: { method: expect.any(String) as string },
    });
    expect((await mend(paymentId, byBank({ tendered: TUITION - 1 }))).json()).toMatchObject({
      fields: { tendered: expect.any(String) as string },
    });
    expect((await mend(paymentId, byBank({ bankAccountId: randomUUID() }))).json()).toMatchObject({
      fields: { bankAccountId: expect.any(String) as string },
    });
    // The reference of the wrong row is free for the right one.
    done(await mend(paymentId, { ...same, method: 'transfer' }));
    expect(await pageOf(orderId)).toMatchObject({ paidLAK: 0, pendingLAK: TUITION });
  });

  it('is mended once, however many try, and by whom may void, or with their signature for this very act', async () => {
    const { orderId, paymentId } = await sold();
    expect((await mend(paymentId, byBank(), clerk)).statusCode).toBe(403);
    const act = {
      kind: 'mend',
      branchId: vte,
      paymentId,
      amountLAK: TUITION,
      method: 'transfer',
      currency: 'LAK',
      tendered: TUITION,
    };
    const tokenFor = async () =>
      done<ApprovalAnswer>(
        await clerk.post('/auth/approvals', { email: emailOf('finance'), password, act }),
      ).token;
    expect(
      codeOf(
        await mend(
          paymentId,
          { ...byBank(), method: 'qr', approvalToken: await tokenFor() },
          clerk,
        ),
      ),
    ).toBe('approvalEnded');
    const early = await tokenFor();
    const line = { amountLAK: 1000, reason: 'agreed', expectedTotal: TUITION };
    done(await (await server.as('admin')).post(`/orders/${orderId}/adjustments`, line));
    expect(codeOf(await mend(paymentId, { ...byBank(), approvalToken: early }, clerk))).toBe(
      'approvalEnded',
    );
    const approvalToken = await tokenFor();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => mend(paymentId, byBank())),
      mend(paymentId, { ...byBank(), approvalToken }, clerk),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['stepNotAllowed']),
    );
    expect(await server.db.$count(paymentTable, eq(paymentTable.mendsId, paymentId))).toBe(1);
  });

  it('is not mended once it is verified, in another branch, on another day, or when its drawer is closed', async () => {
    const [verified, here, old] = [await sold([slip(TUITION)]), await sold(), await sold()];
    await moveTo(server.db, 'finance', 'LPB');
    expect((await mend(here.paymentId, byBank(), await server.as('finance'))).statusCode).toBe(404);
    await moveTo(server.db, 'finance', 'VTE');
    const asItWas = async (
      id: string,
      change: ReturnType<typeof sql>,
      expected: string,
      back: ReturnType<typeof sql>,
    ) => {
      await server.db.execute(sql`alter table payments disable trigger all`);
      await server.db.execute(sql`update payments set ${change} where id = ${id}`);
      expect(codeOf(await mend(id, byBank()))).toBe(expected);
      await server.db.execute(sql`update payments set ${back} where id = ${id}`);
      await server.db.execute(sql`alter table payments enable trigger all`);
    };
    await asItWas(
      verified.paymentId,
      sql`state = 'confirmed', confirmed_day = current_date, receipt_id = ${here.receiptId}`,
      'paymentVerified',
      sql`state = 'pending', confirmed_day = null, receipt_id = null`,
    );
    await asItWas(
      old.paymentId,
      sql`at = at - interval '1 day'`,
      'notSameDay',
      sql`at = at + interval '1 day'`,
    );
    const counted = await inDrawer();
    done(await clerk.post(`/shifts/${shift._id}/close`, { counted, left: counted }));
    expect(codeOf(await mend(here.paymentId, byBank()))).toBe('shiftClosed');
  });
});
