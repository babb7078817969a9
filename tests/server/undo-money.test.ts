import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Leaving } from '#contract/classes/leaving.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import { handBackOf, type VisitAnswer, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import {
  book,
  cash,
  insertBook,
  insertCourse,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());
afterEach(async () =>
  expect(
    (await checkBooks(server.database)).differences.filter(
      ({ detail }) => !detail.startsWith('on hand is not'),
    ),
  ).toEqual([]),
);

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const undo = (id: string) => desk.clerk.post(`/visits/${id}/undo`, {});
const inDrawer = async () =>
  (await expectedOf(server.db, [desk.shift._id])).get(desk.shift._id)?.LAK ?? 0;
const orderOf = async (orderId: string) =>
  (await server.db.select().from(orderTable).where(eq(orderTable._id, orderId)))[0];

describe('an undo of a visit whose money has moved', () => {
  /** Neither the undo nor a void may say that it took back money which is elsewhere by now. */
  const refusesBoth = async (orderId: string) => {
    const before = [await inDrawer(), await orderOf(orderId)];
    const finance = await server.as('finance');
    const { paidLAK } = done<OrderPage>(await finance.get(`/orders/${orderId}`));
    expect(codeOf(await undo(orderId))).toBe('refundFirst');
    expect(
      codeOf(
        await (paidLAK === 0 ? desk.admin : finance).post(`/orders/${orderId}/void`, {
          reason: 'wrong child',
          expectedCame: paidLAK,
        }),
      ),
    ).toBe('refundFirst');
    expect([await inDrawer(), await orderOf(orderId)]).toEqual(before);
  };

  it('is refused after the place was transferred, with all its money', async () => {
    const one = await desk.sold();
    const target = await desk.target(one);
    const where = { toClassId: target._id, effectiveDate: String(one.days[0]) };
    const asked = await desk.ask(one, where);
    done(await desk.decide(desk.admin, asked, { expectedDifference: asked.differenceLAK }));
    expect(await orderOf(one.orderId)).toMatchObject({ paidLAK: 0, totalLAK: 0 });
    await refusesBoth(one.orderId);
  });

  it('is refused after cash was refunded', async () => {
    const one = await desk.sold({
      places: [],
      products: [book(await insertBook(server.db), null)],
      payer: { kind: 'walkIn', name: 'Guest', phone: '' },
      tenders: [cash(145_000)],
    });
    const finance = await server.as('finance');
    const { lines } = done<OrderPage>(await finance.get(`/orders/${one.orderId}`));
    done(
      await finance.post(`/orders/${one.orderId}/refunds`, {
        way: 'cash',
        shiftId: desk.shift._id,
        reason: 'Test',
        isStillDue: false,
        lines: [{ lineId: lines[0]?._id, quantity: 1 }],
        expectedLAK: 145_000,
      }),
    );
    await refusesBoth(one.orderId);
  });

  it('is refused after the family has it as credit', async () => {
    const one = await desk.sold();
    const lastDay = String(one.days[2]);
    const { valueLAK } = done<Leaving>(
      await desk.clerk.get(`/enrolments/${one.enrolmentId}/leaving?lastDay=${lastDay}`),
    );
    done(
      await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'moves away',
        lastDay,
        settlement: 'credit',
        expectedValue: valueLAK,
      }),
    );
    await refusesBoth(one.orderId);
    expect(await desk.creditOf(one)).toBe(valueLAK);
  });
});

describe('an undo of a visit without an order', () => {
  const pay = async (
    { studentId, orderId }: { studentId: string; orderId: string },
    expectedBalance: number,
    more: object,
  ) =>
    done<VisitAnswer>(
      await sendVisit(
        desk.clerk,
        await priced(desk.clerk, {
          branchId: desk.vte,
          shiftId: desk.shift._id,
          payer: { kind: 'student', studentKey: studentId },
          debts: [{ orderId, expectedBalance }],
          ...more,
        }),
      ),
    );
  const owing = async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    return desk.sold({ tenders: [cash(300_000)] }, { course });
  };
  const REST = TUITION - 300_000;

  it('takes back the payment of a balance: its cash, its receipt and its slips', async () => {
    const one = await owing();
    const before = [await inDrawer(), await orderOf(one.orderId)];
    const [account] = await server.db
      .select()
      .from(bankAccountTable)
      .where(
        and(
          eq(bankAccountTable.branchId, desk.vte),
          eq(bankAccountTable.currency, 'LAK'),
          eq(bankAccountTable.active, true),
        ),
      );
    const slip = {
      key: randomUUID(),
      method: 'qr',
      tendered: 200_000,
      bankAccountId: account?._id,
      reference: randomUUID().slice(0, 8),
    };
    const answer = await pay(one, REST, { tenders: [cash(1_000_000), slip] });
    expect(answer).toMatchObject({
      order: null,
      change: [{ currency: 'LAK', amount: 250_000 }],
      money: {
        received: [
          { method: 'qr', amountLAK: 200_000 },
          { method: 'cash', amount: 1_000_000, amountLAK: 750_000 },
        ],
        paid: [{ orderId: one.orderId, paidLAK: 750_000, pendingLAK: 200_000, restLAK: 0 }],
      },
    });
    const undone = done<VisitUndone>(await undo(String(answer.ref)));
    expect(undone).toMatchObject({
      orderId: null,
      number: answer.receipt?.number,
      handBack: handBackOf([{ currency: 'LAK', amount: 1_000_000 }], answer.change),
      slipsLAK: 200_000,
      creditLAK: 0,
    });
    expect(undone.handBack).toEqual([{ currency: 'LAK', amount: 750_000 }]);
    expect([await inDrawer(), await orderOf(one.orderId)]).toEqual(before);
    expect(codeOf(await undo(String(answer.ref)))).toBe('visitUndone');
  });

  it('takes back a later payment on the page of an order, unless it ended a hold', async () => {
    const one = await owing();
    const held = await desk.sold({ tenders: [cash(300_000)], hold: true });
    const payLater = async (orderId: string, kip: number, expectedBalance: number) =>
      done<OrderPaid>(
        await desk.clerk.post(`/orders/${orderId}/payments`, {
          debts: [{ orderId, expectedBalance }],
          tenders: [cash(kip)],
          shiftId: desk.shift._id,
        }),
      );
    const before = [await inDrawer(), await orderOf(one.orderId)];
    const { ref, money } = await payLater(one.orderId, 50_000, REST);
    expect(money?.paid).toMatchObject([{ paidLAK: 50_000, restLAK: REST - 50_000 }]);
    expect(done<VisitUndone>(await undo(String(ref))).handBack).toEqual([
      { currency: 'LAK', amount: 50_000 },
    ]);
    expect([await inDrawer(), await orderOf(one.orderId)]).toEqual(before);
    expect(await payLater(held.orderId, REST, REST)).not.toHaveProperty('ref');
    // The later payment is gone, so nothing is built on the visit itself any more.
    const own = await owing();
    const later = await payLater(own.orderId, 50_000, REST);
    expect(codeOf(await undo(own.orderId))).toBe('refundFirst');
    done(await undo(String(later.ref)));
    expect(done<VisitUndone>(await undo(own.orderId)).handBack).toEqual([
      { currency: 'LAK', amount: 300_000 },
    ]);
  });

  it('takes back the order that it made beside', async () => {
    const one = await owing();
    const bookId = await insertBook(server.db);
    const before = [await inDrawer(), await orderOf(one.orderId)];
    const answer = await pay(one, REST, {
      products: [book(bookId, one.studentId)],
      tenders: [cash(1_095_000)],
    });
    expect(answer.order).toMatchObject({ paidLAK: 145_000 });
    expect(done<VisitUndone>(await undo(String(answer.order?._id))).handBack).toEqual([
      { currency: 'LAK', amount: 1_095_000 },
    ]);
    expect([await inDrawer(), await orderOf(one.orderId)]).toEqual(before);
    expect(await orderOf(String(answer.order?._id))).toMatchObject({ state: 'void' });
  });

  it('ends a trial, and the student is a prospect again', async () => {
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const { _id: classId } = await insertClass(server.db, { course: desk.term });
    const answer = done<VisitAnswer>(
      await sendVisit(
        desk.clerk,
        await priced(desk.clerk, {
          branchId: desk.vte,
          payer: { kind: 'student', studentKey: studentId },
          places: [place(studentId, classId, { type: 'trial' })],
        }),
      ),
    );
    const statuses = async () => {
      const [student] = await server.db
        .select()
        .from(studentTable)
        .where(eq(studentTable._id, studentId));
      const [enrolment] = await server.db
        .select()
        .from(enrolmentTable)
        .where(eq(enrolmentTable.studentId, studentId));
      return [student?.status, enrolment?.status];
    };
    expect([answer.order, await statuses()]).toEqual([null, ['active', 'active']]);
    expect(codeOf(await (await server.as('admin')).post(`/visits/${answer.ref}/undo`, {}))).toBe(
      'visitUndoNotYours',
    );
    expect(done<VisitUndone>(await undo(String(answer.ref)))).toMatchObject({
      orderId: null,
      handBack: [],
      voidReceipt: null,
    });
    expect(await statuses()).toEqual(['prospect', 'cancelled']);
    expect(codeOf(await undo(String(answer.ref)))).toBe('visitUndone');
  });
});
