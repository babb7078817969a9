import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { OrderChanged, ReceiptVoided } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { OrderRow } from '#contract/orders/order-rows.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsOf } from '#server/academic/classes/seats.ts';
import { lapseOrder } from '#server/ledger/orders/lapse-order.service.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import {
  branchId,
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
let finance: Client;
let shift: Shift;
let vte: string;
let course: string;
let bookId: string;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, admin, finance] = [
    await server.as('staff'),
    await server.as('admin'),
    await server.as('finance'),
  ];
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db, { minDeposit: 300_000 });
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());
// The books came without a delivery here.
afterEach(async () =>
  expect([
    (await checkBooks(server.database)).differences.filter(
      ({ detail }) => !detail.startsWith('on hand is not'),
    ),
    await unnotedStates(server.db),
  ]).toEqual([[], []]),
);

const MINIMUM = 2 * 300_000;
const TOTAL = 2 * TUITION + 2 * BOOK;
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const orderOf = async (orderId: string) =>
  (await server.db.select().from(orderTable).where(eq(orderTable._id, orderId)))[0];
const placesOf = async (orderId: string) => {
  const isCharged = sql`${enrolmentTable._id} in (select enrolment_id from order_lines where order_id = ${orderId} and of_line_id is null)`;
  return server.db.select().from(enrolmentTable).where(isCharged).orderBy(enrolmentTable.classId);
};
const statusesOf = async (orderId: string) => (await placesOf(orderId)).map(({ status }) => status);
const takenIn = (classId: string) =>
  server.db.transaction(async (tx) => (await seatsOf(tx, classId))?.taken);
const level = async () =>
  (
    await server.db
      .select({ onHand: stockLevelTable.onHand, reserved: stockLevelTable.reserved })
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, bookId))
  )[0];
const creditOf = async (studentId: string) =>
  (
    await server.db.select().from(paymentTable).where(eq(paymentTable.payerStudentId, studentId))
  ).reduce((sum, { freeLAK }) => sum + freeLAK, 0);
const pay = async (orderId: string, more: object) => {
  const order = await orderOf(orderId);
  const expectedBalance = (order?.totalLAK ?? 0) - (order?.paidLAK ?? 0) - (order?.pendingLAK ?? 0);
  return clerk.post(`/orders/${orderId}/payments`, {
    debts: [{ orderId, expectedBalance }],
    shiftId: shift._id,
    ...more,
  });
};
const shownOf = async (orderId: string) => {
  const { missingLAK, placesHoldUntil, acts } = done<OrderPage>(
    await clerk.get(`/orders/${orderId}`),
  );
  return {
    missingLAK,
    placesHoldUntil,
    acts: [...new Set(acts.map(({ action }) => action))].toSorted(),
  };
};
const rowsOf = async (view: OrderView) =>
  done<OrderRow[]>(await clerk.get(`/orders?view=${view}&pageSize=200`));
const change = (orderId: string, what: string, body: object, client = clerk) =>
  client.post(`/orders/${orderId}/${what}`, body);
const voidReceipt = (receiptId: string) =>
  finance.post(`/receipts/${receiptId}/void`, { reason: 'typed twice' });

let classes = 0;
/** A class on the next day of the week, so that a student can be in several. */
async function onItsDay(): Promise<string> {
  classes += 1;
  return (
    await insertClass(server.db, {
      course,
      slots: [{ weekday: 1 + (classes % 7), start: '06:00', end: '07:00' }],
    })
  )._id;
}

/**
 * Two places and two books that are kept, held with 100,000 kip, and confirmed by the next 700,000.
 */
async function confirmed({
  student,
  more = {},
  paid = { tenders: [cash(700_000)] },
}: { student?: string; more?: object; paid?: object } = {}) {
  const studentId = student ?? String((await insertProspects(server.db, 1))[0]?._id);
  const classIds = [await onItsDay(), await onItsDay()].toSorted();
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: classIds.map((classId) => place(studentId, classId)),
    products: [book(bookId, studentId, { quantity: 2, giveNow: false })],
    tenders: [cash(100_000)],
    hold: true,
    shiftId: shift._id,
    ...more,
  };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  const orderId = String(order?._id);
  const { receipt, orders } = done<OrderPaid>(await pay(orderId, paid));
  expect(orders).toMatchObject([{ state: 'confirmed' }]);
  return { studentId, classIds, orderId, receiptId: String(receipt?._id) };
}

/** The same, whose places wait again because the second payment was a mistake. */
async function waiting(more: Parameters<typeof confirmed>[0] = {}) {
  const sold = await confirmed(more);
  done(await voidReceipt(sold.receiptId));
  expect(await statusesOf(sold.orderId)).toEqual(['pending', 'pending']);
  return sold;
}

async function attend(classId: string, studentId: string): Promise<void> {
  const [session] = await server.db
    .insert(classSessionTable)
    .values({ classId, branchId: vte, date: '2099-01-05', start: '09:00', end: '10:00' })
    .returning();
  await server.db.insert(attendanceTable).values({
    sessionId: String(session?._id),
    studentId,
    status: 'present',
    markedAt: new Date().toISOString(),
  });
}
const endHold = (orderId: string, inMs = 0) =>
  server.db.execute(sql`
  update enrolments set seat_hold_until = clock_timestamp() + make_interval(secs => ${inMs / 1000}::float8)
  where status = 'pending' and id in (select enrolment_id from order_lines where order_id = ${orderId})`);

describe('a void that leaves an order below its minimum', () => {
  it('lets its places wait with a new hold: seats stay taken, the order stays confirmed, who has come stays', async () => {
    const { orderId, receiptId, classIds, studentId } = await confirmed();
    await attend(String(classIds[0]), studentId);
    expect(done<ReceiptVoided>(await voidReceipt(receiptId)).orders).toMatchObject([
      { state: 'confirmed', paidLAK: 100_000 },
    ]);
    const places = await placesOf(orderId);
    expect(places.map(({ status }) => status)).toEqual(['active', 'pending']);
    expect(Date.parse(places[1]?.holdUntil ?? '') - Date.now()).toBeGreaterThan(3_600_000);
    expect(await shownOf(orderId)).toEqual({
      missingLAK: MINIMUM - 100_000,
      placesHoldUntil: places[1]?.holdUntil,
      acts: ['minimumReached', 'newHold', 'pay', 'voidReceipt'],
    });
    expect((await rowsOf('held')).find(({ _id }) => _id === orderId)).toMatchObject({
      missingLAK: MINIMUM - 100_000,
      placesHoldUntil: places[1]?.holdUntil,
    });
    expect(await Promise.all(classIds.map(takenIn))).toEqual([1, 1]);
    const states = await server.db
      .select()
      .from(enrolmentStateTable)
      .where(eq(enrolmentStateTable.enrolmentId, String(places[1]?._id)))
      .orderBy(enrolmentStateTable.at);
    expect(states.map(({ status, reason }) => [status, reason])).toEqual([
      ['pending', ''],
      ['active', ''],
      ['pending', 'typed twice'],
    ]);
  });

  it('leaves them where enough is paid, and where an admin had confirmed it with less', async () => {
    const enough = await confirmed({ paid: { tenders: [cash(MINIMUM)] } });
    const more = done<OrderPaid>(await pay(enough.orderId, { tenders: [cash(50_000)] }));
    done(await voidReceipt(String(more.receipt?._id)));
    expect(await statusesOf(enough.orderId)).toEqual(['active', 'active']);
    const { orderId } = await waiting();
    expect(codeOf(await change(orderId, 'confirm', { reason: 'knows them' }))).toBe(
      'minimumMissing',
    );
    expect(codeOf(await change(orderId, 'confirm', {}, admin))).toBe('fieldsInvalid');
    done(await change(orderId, 'confirm', { reason: 'pays on Friday' }, admin));
    const later = done<OrderPaid>(await pay(orderId, { tenders: [cash(50_000)] }));
    done(await voidReceipt(String(later.receipt?._id)));
    expect(await statusesOf(orderId)).toEqual(['active', 'active']);
    expect(codeOf(await change(orderId, 'prolong', {}))).toBe('stepNotAllowed');
  });

  it('keeps a place active that another order charges too', async () => {
    const { orderId, receiptId, studentId, classIds } = await confirmed();
    const [placed] = await placesOf(orderId);
    const again = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, String(classIds[0]), { enrolmentId: placed?._id })],
      tenders: [cash(TUITION)],
      shiftId: shift._id,
    };
    done(await sendVisit(clerk, await priced(clerk, again)));
    done(await voidReceipt(receiptId));
    expect(await statusesOf(orderId)).toEqual(['active', 'pending']);
  });

  it('gives back the credit that was used in the same act', async () => {
    const first = await confirmed({
      paid: { tenders: [cash(TOTAL - 100_000 + 500_000)], changeOwedLAK: 500_000 },
    });
    expect(await creditOf(first.studentId)).toBe(500_000);
    const { orderId, studentId, receiptId } = await confirmed({
      student: first.studentId,
      more: { tenders: [] },
      paid: { creditLAK: 500_000, tenders: [cash(300_000)] },
    });
    expect(await creditOf(studentId)).toBe(0);
    expect(done<ReceiptVoided>(await voidReceipt(receiptId)).orders).toMatchObject([
      { _id: orderId, paidLAK: 0 },
    ]);
    expect([await creditOf(studentId), await statusesOf(orderId)]).toEqual([
      500_000,
      ['pending', 'pending'],
    ]);
  });
});

describe('places that wait again', () => {
  it('are taken again by money or a correction that reaches the minimum, and by a visit that pays the order', async () => {
    const [paid, visited, lowered] = [await waiting(), await waiting(), await waiting()];
    expect(
      done<OrderPaid>(await pay(paid.orderId, { tenders: [cash(MINIMUM - 101_000)] })).orders,
    ).toMatchObject([{ paidLAK: MINIMUM - 1000 }]);
    expect(await statusesOf(paid.orderId)).toEqual(['pending', 'pending']);
    done(await pay(paid.orderId, { tenders: [cash(1000)] }));
    const { studentId, orderId } = visited;
    const visit = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [],
      products: [book(bookId, studentId)],
      debts: [{ orderId, expectedBalance: TOTAL - 100_000 }],
      tenders: [cash(TOTAL - 100_000 + BOOK)],
      shiftId: shift._id,
    };
    done(await sendVisit(clerk, await priced(clerk, visit)));
    for (const { _id } of await server.db
      .select()
      .from(orderLineTable)
      .where(eq(orderLineTable.orderId, lowered.orderId))
      .orderBy(orderLineTable.position)
      .limit(2)) {
      const { totalLAK } = (await orderOf(lowered.orderId)) ?? { totalLAK: 0 };
      done(
        await change(
          lowered.orderId,
          'adjustments',
          {
            amountLAK: 50_000 - TUITION,
            ofLineId: _id,
            reason: 'scholarship',
            expectedTotal: totalLAK,
          },
          admin,
        ),
      );
    }
    for (const one of [paid, visited, lowered])
      expect(await statusesOf(one.orderId)).toEqual(['active', 'active']);
  });

  it('are prolonged together, and charged by no other visit', async () => {
    const { orderId, studentId, classIds } = await waiting();
    await endHold(orderId, 3_600_000);
    const { holdUntil } = done<OrderChanged>(await change(orderId, 'prolong', {}));
    const places = await placesOf(orderId);
    expect(places.map(({ holdUntil }) => holdUntil)).toEqual([holdUntil, holdUntil]);
    const again = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, String(classIds[0]), { enrolmentId: places[0]?._id })],
      tenders: [cash(TUITION)],
      shiftId: shift._id,
    };
    expect((await sendVisit(clerk, await priced(clerk, again))).json()).toMatchObject({
      code: 'visitRefused',
      rows: [{ problem: 'enrolmentChanged' }],
    });
    await change(orderId, 'void', { reason: 'changed mind', expectedCame: 100_000 }, finance).then(
      done,
    );
    expect(await statusesOf(orderId)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('the end of that hold', () => {
  it('gives back what was neither attended nor handed over; the rest stays owed', async () => {
    const before = await level();
    const { orderId, receiptId, classIds, studentId } = await confirmed();
    await attend(String(classIds[0]), studentId);
    const [line] = await server.db
      .select()
      .from(orderLineTable)
      .where(sql`${orderLineTable.orderId} = ${orderId} and ${orderLineTable.kind} = 'product'`);
    done(await change(orderId, 'hand-over', { lines: [{ lineId: line?._id, quantity: 1 }] }));
    done(await voidReceipt(receiptId));
    await endHold(orderId);
    expect(await Promise.all(classIds.map(takenIn))).toEqual([1, 0]);
    await tidy(server.db);
    expect(await orderOf(orderId)).toMatchObject({
      state: 'confirmed',
      totalLAK: TUITION + BOOK,
      paidLAK: 100_000,
    });
    expect(await statusesOf(orderId)).toEqual(['active', 'expired']);
    expect(await shownOf(orderId)).toMatchObject({
      missingLAK: 300_000 + BOOK - 100_000,
      placesHoldUntil: null,
    });
    expect((await rowsOf('held')).some(({ _id }) => _id === orderId)).toBe(false);
    expect(await level()).toEqual({
      onHand: (before?.onHand ?? 0) - 1,
      reserved: before?.reserved,
    });
    await tidy(server.db);
    expect(
      done<OrderPaid>(await pay(orderId, { tenders: [cash(TUITION + BOOK - 100_000)] })).orders,
    ).toMatchObject([{ paidLAK: TUITION + BOOK }]);
  });

  it('lapses an order of which nothing stays; what was paid is credit', async () => {
    const before = await level();
    const { orderId, studentId } = await waiting();
    await endHold(orderId);
    expect(codeOf(await pay(orderId, { tenders: [cash(1000)] }))).toBe('holdEnded');
    expect(await orderOf(orderId)).toMatchObject({ state: 'lapsed', totalLAK: 0, paidLAK: 0 });
    expect([await statusesOf(orderId), await creditOf(studentId), await level()]).toEqual([
      ['expired', 'expired'],
      100_000,
      before,
    ]);
  });

  it('is met by a visit of the same student into the same class, which takes the seat', async () => {
    const { orderId, studentId, classIds } = await waiting();
    await endHold(orderId);
    const again = await priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, String(classIds[0]))],
      products: [],
      tenders: [cash(TUITION)],
      shiftId: shift._id,
    });
    expect(done<VisitAnswer>(await sendVisit(clerk, again))).toMatchObject({
      order: { state: 'confirmed' },
    });
    expect(await orderOf(orderId)).toMatchObject({ state: 'lapsed' });
  });
});

describe('at once', () => {
  it('a void and a payment leave places active only where the minimum is reached', async () => {
    for (const tendered of [300_000, MINIMUM]) {
      const { orderId, receiptId } = await confirmed();
      const answers = await Promise.all([
        voidReceipt(receiptId),
        pay(orderId, { tenders: [cash(tendered)] }),
        pay(orderId, { tenders: [cash(tendered)] }),
      ]);
      expect(answers[0].statusCode).toBe(200);
      const { paidLAK = 0 } = (await orderOf(orderId)) ?? {};
      expect(paidLAK).toBe(
        100_000 + answers.slice(1).filter(({ statusCode }) => statusCode === 200).length * tendered,
      );
      expect(new Set(await statusesOf(orderId))).toEqual(
        new Set([paidLAK >= MINIMUM ? 'active' : 'pending']),
      );
    }
  });

  it('the end of the hold and payments leave one outcome, whole', async () => {
    const { orderId, classIds } = await waiting();
    await endHold(orderId, 40);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => pay(orderId, { tenders: [cash(MINIMUM)] })),
      tidy(server.db),
      lapseOrder(server.db, orderId),
    ]);
    await tidy(server.db);
    const paid = answers.filter((answer) => answer?.statusCode === 200).length;
    expect(paid).toBeLessThanOrEqual(1);
    expect(await orderOf(orderId)).toMatchObject(
      paid === 1
        ? { state: 'confirmed', paidLAK: 100_000 + MINIMUM }
        : { state: 'lapsed', paidLAK: 0 },
    );
    expect(await Promise.all(classIds.map(takenIn))).toEqual(paid === 1 ? [1, 1] : [0, 0]);
  });
});
