import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
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
let shift: Shift;
let vte: string;
let course: string;
let bookId: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db, { minDeposit: 300_000 });
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());
afterEach(async () => expect(await wrongSums(server.db)).toEqual([]));

const TOTAL = TUITION + BOOK;
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const orderOf = async (orderId: string) =>
  (await server.db.select().from(orderTable).where(eq(orderTable._id, orderId)))[0];
const inDrawer = async () => (await expectedOf(server.db, [shift._id])).get(shift._id)?.LAK ?? 0;
const level = async (productId = bookId) =>
  (
    await server.db
      .select({ onHand: stockLevelTable.onHand, reserved: stockLevelTable.reserved })
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, productId))
  )[0];

/** One adult, one class, one book, of which 500,000 kip are paid. */
async function sold(more: object = {}, student?: string) {
  const studentId = student ?? String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(bookId, studentId)],
    tenders: [cash(500_000)],
    shiftId: shift._id,
    ...more,
  };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  return {
    studentId,
    classId,
    visit,
    orderId: String(order?._id),
    balance: (order?.totalLAK ?? 0) - (order?.paidLAK ?? 0),
  };
}
const hold = (more: object = {}) => sold({ tenders: [cash(100_000)], hold: true, ...more });
const pay = (orderId: string, expectedBalance: number, more: object = {}) =>
  clerk.post(`/orders/${orderId}/payments`, {
    debts: [{ orderId, expectedBalance }],
    shiftId: shift._id,
    ...more,
  });
/** Books that are kept until they are paid: an order of which nothing is paid. */
const kept = (studentId: string) =>
  sold(
    {
      places: [],
      products: [book(bookId, studentId, { quantity: 8, giveNow: false })],
      tenders: [],
    },
    studentId,
  );
/** Money that waits for the next order of this student. */
async function withCredit(creditLAK: number) {
  const first = await sold({ tenders: [cash(TOTAL + creditLAK)], changeOwedLAK: creditLAK });
  return first.studentId;
}
async function endHold(orderId: string) {
  await server.db.execute(
    sql`update orders set hold_until = clock_timestamp() where id = ${orderId}`,
  );
  await server.db.execute(
    sql`update enrolments set seat_hold_until = clock_timestamp() where id in (select enrolment_id from order_lines where order_id = ${orderId})`,
  );
}

describe('a later payment', () => {
  it('settles an order with change, a receipt of its own and the cash in the drawer', async () => {
    const { orderId, balance } = await sold();
    const before = await inDrawer();
    const paid = done<OrderPaid>(await pay(orderId, balance, { tenders: [cash(balance + 5000)] }));
    expect(paid).toMatchObject({
      orders: [{ state: 'confirmed', totalLAK: TOTAL, paidLAK: TOTAL }],
      change: [{ currency: 'LAK', amount: 5000 }],
      toCreditLAK: 0,
    });
    expect(paid.receipt?.number).toMatch(/^VTE-R/);
    expect((await inDrawer()) - before).toBe(balance);
  });

  it('pays two orders by one receipt in the order that was chosen, with the rounding of the act', async () => {
    const first = await sold();
    const adjusted = await priced(await server.as('admin'), {
      ...first.visit,
      places: [],
      tenders: [],
      products: [],
      adjustments: [{ key: randomUUID(), amountLAK: 100_400, reason: 'late' }],
    });
    const second = done<VisitAnswer>(await sendVisit(await server.as('admin'), adjusted));
    const secondId = String(second.order?._id);
    const debts = [
      { orderId: secondId, expectedBalance: 100_400 },
      { orderId: first.orderId, expectedBalance: first.balance },
    ];
    const paid = done<OrderPaid>(
      await clerk.post(`/orders/${first.orderId}/payments`, {
        debts,
        tenders: [cash(first.balance + 100_000)],
        shiftId: shift._id,
      }),
    );
    expect(paid.orders.map((order) => order.totalLAK - order.paidLAK)).toEqual([0, 0]);
    expect(paid.orders.reduce((sum, order) => sum + order.totalLAK, 0)).toBe(TOTAL + 100_000);
    expect(
      await server.db.$count(paymentTable, eq(paymentTable.receiptId, String(paid.receipt?._id))),
    ).toBe(1);
  });

  it('pays two orders of the payer by credit, cash and a slip at once, the older one first; the same key again writes nothing', async () => {
    const studentId = await withCredit(100_000);
    const [older, newer] = [await kept(studentId), await kept(studentId)];
    const [account] = (
      await server.db.execute<{ id: string }>(
        sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${vte}, 'BCEL', 'LAK', 'CENTRE', '1') returning id`,
      )
    ).rows;
    const owed = older.balance + newer.balance;
    const body = {
      debts: [older, newer].map(({ orderId, balance }) => ({ orderId, expectedBalance: balance })),
      creditLAK: 100_000,
      tenders: [
        cash(older.balance),
        {
          key: randomUUID(),
          method: 'transfer',
          currency: 'LAK',
          tendered: 50_000,
          bankAccountId: account?.id,
          reference: randomUUID(),
        },
      ],
      shiftId: shift._id,
    };
    const before = await inDrawer();
    const key = randomUUID();
    const send = () =>
      clerk.post(`/orders/${newer.orderId}/payments`, body, { 'idempotency-key': key });
    const [first, again] = [done<OrderPaid>(await send()), done<OrderPaid>(await send())];
    expect(again).toEqual(first);
    expect(first.orders).toMatchObject([
      { paidLAK: older.balance - 50_000, pendingLAK: 50_000 },
      { paidLAK: 150_000, pendingLAK: 0 },
    ]);
    expect(first).toMatchObject({ change: [], toCreditLAK: 0 });
    expect((await inDrawer()) - before).toBe(older.balance);
    const left = (await Promise.all([older, newer].map(({ orderId }) => orderOf(orderId)))).reduce(
      (sum, order) =>
        sum + (order?.totalLAK ?? 0) - (order?.paidLAK ?? 0) - (order?.pendingLAK ?? 0),
      0,
    );
    expect(left).toBe(owed - 100_000 - older.balance - 50_000);
  });

  it('takes no money for an order of another branch', async () => {
    const { orderId, balance } = await sold();
    await moveTo(server.db, 'staff', 'LPB');
    const answer = await (
      await server.as('staff')
    ).post(`/orders/${orderId}/payments`, {
      debts: [{ orderId, expectedBalance: balance }],
      tenders: [cash(1000)],
      shiftId: shift._id,
    });
    await moveTo(server.db, 'staff', 'VTE');
    expect(answer.statusCode).toBe(404);
    expect(await orderOf(orderId)).toMatchObject({ paidLAK: 500_000 });
  });

  it('writes nothing when the balance has changed or the order is of another payer', async () => {
    const [one, other] = [await sold(), await sold()];
    const stale = await pay(one.orderId, one.balance - 1, { tenders: [cash(1000)] });
    expect([stale.statusCode, codeOf(stale)]).toEqual([409, 'totalChanged']);
    expect(stale.json<{ rows: object[] }>().rows).toEqual([
      { changed: 'balance', orderId: one.orderId, before: one.balance - 1, after: one.balance },
    ]);
    const debts = [one, other].map(({ orderId, balance }) => ({
      orderId,
      expectedBalance: balance,
    }));
    expect(
      (
        await clerk.post(`/orders/${one.orderId}/payments`, {
          debts,
          tenders: [cash(1000)],
          shiftId: shift._id,
        })
      ).statusCode,
    ).toBe(404);
    expect(await orderOf(one.orderId)).toMatchObject({ paidLAK: 500_000 });
  });

  it('confirms a hold that reaches its minimum, with its places', async () => {
    const { orderId, balance, studentId } = await hold();
    expect(
      done<OrderPaid>(await pay(orderId, balance, { tenders: [cash(199_000)] })).orders,
    ).toMatchObject([{ state: 'held', paidLAK: 299_000 }]);
    expect(
      done<OrderPaid>(await pay(orderId, balance - 199_000, { tenders: [cash(1000)] })).orders,
    ).toMatchObject([{ state: 'confirmed', paidLAK: 300_000 }]);
    const [placed] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.studentId, studentId));
    expect(placed).toMatchObject({ status: 'active', holdUntil: null });
    const states = await server.db
      .select()
      .from(enrolmentStateTable)
      .where(eq(enrolmentStateTable.enrolmentId, String(placed?._id)))
      .orderBy(enrolmentStateTable.at);
    expect(states.map(({ status }) => status)).toEqual(['pending', 'active']);
    expect(await orderOf(orderId)).toMatchObject({ confirmedDay: shift.day });
  });

  it('takes a credit once when 50 desks use it at once', async () => {
    const studentId = await withCredit(400_000);
    const { orderId, balance } = await kept(studentId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay(orderId, balance, { creditLAK: 400_000 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
      new Set(['totalChanged']),
    );
    expect(await orderOf(orderId)).toMatchObject({ paidLAK: 400_000 });
  });

  it('never spends a credit twice when 50 desks pay several orders from it', async () => {
    const studentId = await withCredit(500_000);
    const orders = [
      await kept(studentId),
      await kept(studentId),
      await kept(studentId),
      await kept(studentId),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        pay(String(orders[at % 4]?.orderId), orders[at % 4]?.balance ?? 0, { creditLAK: 200_000 }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    const paid = await server.db
      .select()
      .from(orderTable)
      .where(
        inArray(
          orderTable._id,
          orders.map(({ orderId }) => orderId),
        ),
      );
    expect(paid.reduce((sum, { paidLAK }) => sum + paidLAK, 0)).toBe(400_000);
  });

  it('either pays or is refused as a whole when a void races with it', async () => {
    const { orderId, balance } = await hold({ tenders: [] });
    const [paying, ending] = await Promise.all([
      pay(orderId, balance, { tenders: [cash(10_000)] }),
      clerk.post(`/orders/${orderId}/void`, { reason: 'changed mind' }),
    ]);
    const order = await orderOf(orderId);
    expect([paying.statusCode, ending.statusCode].sort()).toEqual([200, 409]);
    expect(order?.state).toBe(paying.statusCode === 200 ? 'held' : 'void');
  });
});

it('a visit pays no order of another branch, except a superadmin’s', async () => {
  const { orderId, balance, studentId } = await sold();
  const lpb = await branchId(server.db, 'LPB');
  await server.db
    .update(studentTable)
    .set({ homeBranchId: lpb })
    .where(eq(studentTable._id, studentId));
  await moveTo(server.db, 'staff', 'LPB');
  const visit = {
    branchId: lpb,
    payer: { kind: 'student', studentKey: studentId },
    products: [book(bookId, studentId)],
    debts: [{ orderId, expectedBalance: balance }],
    expectedTotal: 0,
  };
  const problemsFor = async (client: Client) =>
    done<VisitCheck>(await client.post('/visits/check', visit)).objections.map(
      ({ problem }) => problem,
    );
  expect(await problemsFor(await server.as('staff'))).toContain('debtChanged');
  expect(await problemsFor(await server.as('superadmin'))).not.toContain('debtChanged');
  await moveTo(server.db, 'staff', 'VTE');
});

describe('a hold that has ended', () => {
  it('lapses in the tidying: the bill is 0, the money is credit, book and place are free', async () => {
    const before = await level();
    const { orderId, studentId, classId } = await hold();
    await endHold(orderId);
    await tidy(server.db);
    expect(await orderOf(orderId)).toMatchObject({ state: 'lapsed', totalLAK: 0, paidLAK: 0 });
    expect(await level()).toEqual(before);
    const [placed] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.studentId, studentId));
    expect(placed).toMatchObject({ status: 'expired', classId });
    expect(
      await server.db.select().from(paymentTable).where(eq(paymentTable.payerStudentId, studentId)),
    ).toMatchObject([{ state: 'confirmed', freeLAK: 100_000 }]);
    const states = await server.db
      .select()
      .from(enrolmentStateTable)
      .where(eq(enrolmentStateTable.enrolmentId, String(placed?._id)))
      .orderBy(enrolmentStateTable.at);
    expect(states.map(({ status, source }) => [status, source])).toEqual([
      ['pending', 'desk'],
      ['expired', 'job'],
    ]);
  });

  it('refuses money, which makes its order lapse', async () => {
    const { orderId, balance } = await hold();
    await endHold(orderId);
    expect(codeOf(await pay(orderId, balance, { tenders: [cash(200_000)] }))).toBe('holdEnded');
    expect(await orderOf(orderId)).toMatchObject({ state: 'lapsed' });
  });

  it('frees its seat and its last book for the same visit at once', async () => {
    const last = await insertBook(server.db, 1);
    const first = await hold({ products: [book(last, null)] });
    await endHold(first.orderId);
    const again = await priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: first.studentId },
      places: [place(first.studentId, first.classId)],
      products: [book(last, null)],
      tenders: [cash(TOTAL)],
      shiftId: shift._id,
    });
    expect(done<VisitCheck>(await clerk.post('/visits/check', again)).objections).toEqual([]);
    expect(done<VisitAnswer>(await sendVisit(clerk, again))).toMatchObject({
      order: { state: 'confirmed' },
    });
    expect(await orderOf(first.orderId)).toMatchObject({ state: 'lapsed' });
    expect(await level(last)).toEqual({ onHand: 0, reserved: 0 });
  });

  it('takes the first payment or none when 50 desks pay it', async () => {
    const { orderId, balance } = await hold();
    await server.db.execute(
      sql`update orders set hold_until = clock_timestamp() + interval '60 ms' where id = ${orderId}`,
    );
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => pay(orderId, balance, { tenders: [cash(250_000)] })),
      tidy(server.db),
    ]);
    const paid = answers.filter(
      (answer) => answer !== undefined && answer.statusCode === 200,
    ).length;
    const order = await orderOf(orderId);
    if (order?.state === 'held') await tidy(server.db);
    expect(paid).toBeLessThanOrEqual(1);
    expect(await orderOf(orderId)).toMatchObject(
      paid === 1 ? { state: 'confirmed', paidLAK: 350_000 } : { state: 'lapsed', paidLAK: 0 },
    );
  });
});
