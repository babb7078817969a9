import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovedAct } from '#contract/centre/approvals.ts';
import type { DeskClasses, DeskFamily, DeskRules } from '#contract/desk/desk.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import type { ReceiptVoided } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { DrawerMovementKind } from '#contract/orders/payments.ts';
import type { Role } from '#contract/roles.ts';
import type { VisitAnswer, VisitCheck, VisitUndone } from '#contract/desk/visit-answers.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { lapseOrder } from '#server/ledger/orders/lapse-order.service.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import {
  allocationTable,
  bankAccountTable,
  paymentTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
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
let bookId: string;
let course: string;
let vte: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
  bookId = await insertBook(server.db, 50);
});
afterAll(() => server.close());

const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;
async function sold(more: object = {}) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(bookId, studentId)],
    tenders: [cash(1_400_000)],
    shiftId: shift._id,
    ...more,
  };
  const answer = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  return { studentId, classId, orderId: String(answer.order?._id) };
}
const standing = async () => ({
  drawer: (await expectedOf(server.db, [shift._id])).get(shift._id),
  level: (
    await server.db
      .select({ onHand: stockLevelTable.onHand, reserved: stockLevelTable.reserved })
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, bookId))
  )[0],
});
const undo = (orderId: string, client = clerk, more: object = {}) =>
  client.post(`/visits/${orderId}/undo`, more);
const voidOrder = (orderId: string, client = clerk, more: object = {}) =>
  client.post(`/orders/${orderId}/void`, { reason: 'wrong child', ...more });
/** A second person signs on the clerk's screen. */
const sign = (act: ApprovedAct, role: Role = 'finance') =>
  clerk.post('/auth/approvals', { email: emailOf(role), password, act });
const tokenFor = async (act: ApprovedAct, role?: Role) =>
  done<ApprovalAnswer>(await sign(act, role)).token;
const movementsOf = async (kind: DrawerMovementKind) =>
  (await server.db.select().from(drawerMovementTable).where(eq(drawerMovementTable.kind, kind)))
    .length;

it('an undo gives everything back to the kip: drawer, stock, place, bill and money', async () => {
  const before = await standing();
  const { orderId, studentId } = await sold();
  const why = { reason: 'undoneClass' };
  expect(codeOf(await undo(orderId, clerk, { reason: 'because' }))).toBe('fieldsInvalid');
  expect(done<VisitUndone>(await undo(orderId, clerk, why)).voidReceipt?.number).toMatch(/^VTE-R/);
  expect(await standing()).toEqual(before);
  const [order] = await server.db.select().from(orderTable).where(eq(orderTable._id, orderId));
  expect(order).toMatchObject({
    state: 'void',
    totalLAK: 0,
    paidLAK: 0,
    voidReason: 'undoneClass',
  });
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId))
    .orderBy(orderLineTable.position);
  expect(lines.map(({ kind, amountLAK, quantity }) => [kind, amountLAK, quantity])).toEqual([
    ['tuition', TUITION, 1],
    ['product', BOOK, 1],
    ['tuition', -TUITION, -1],
    ['product', -BOOK, -1],
  ]);
  const given = await server.db
    .select()
    .from(allocationTable)
    .where(eq(allocationTable.orderId, orderId));
  expect(given.reduce((sum, { amountLAK }) => sum + amountLAK, 0)).toBe(0);
  expect(
    await server.db
      .select()
      .from(paymentTable)
      .where(eq(paymentTable._id, String(given[0]?.paymentId))),
  ).toMatchObject([{ state: 'void', freeLAK: 0, ...why }]);
  expect(
    await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId)),
  ).toMatchObject([{ status: 'cancelled', statusReason: 'undone' }]);
  expect(codeOf(await undo(orderId))).toBe('visitUndone');
});

it('asks back only pieces that left the counted shelf, never a service or reserved goods', async () => {
  const serviceId = await insertBook(server.db);
  await server.db
    .update(productTable)
    .set({ trackStock: false })
    .where(eq(productTable._id, serviceId));
  const sell = async (more: object) => {
    const visit = {
      branchId: vte,
      payer: { kind: 'walkIn', name: 'Somsy', phone: '' },
      places: [],
      shiftId: shift._id,
      ...more,
    };
    return done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit))).order?.givenPieces;
  };
  const service = book(serviceId, null, { quantity: 4 });
  expect(await sell({ products: [service], tenders: [cash(4 * BOOK)] })).toBe(0);
  const both = [book(serviceId, null), book(bookId, null, { quantity: 2 })];
  expect(await sell({ products: both, tenders: [cash(3 * BOOK)] })).toBe(2);
  const later = [book(bookId, null, { giveNow: false })];
  expect(await sell({ products: later, tenders: [cash(BOOK)] })).toBe(0);
});

it('an undo leaves a place that was there before the visit as it was', async () => {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const { rows } = done<{ rows: EnrolledRow[] }>(
    await (
      await server.as('admin')
    ).post('/enrolments', {
      rows: [{ studentId, classId }],
      noChargeReason: 'pays later',
      acceptWarnings: true,
    }),
  );
  const enrolmentId = rows[0]?._id;
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId, { enrolmentId })],
    tenders: [cash(TUITION)],
    shiftId: shift._id,
  };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  done(await undo(String(order?._id)));
  expect(
    await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId)),
  ).toMatchObject([{ _id: enrolmentId, status: 'active' }]);
});

it('an undo is one’s own and of the last 60 seconds; a void is for orders without money', async () => {
  const { orderId } = await sold();
  for (const role of ['admin', 'finance', 'superadmin'] as const)
    expect(codeOf(await undo(orderId, await server.as(role)))).toBe('visitUndoNotYours');
  expect(codeOf(await voidOrder(orderId))).toBe('balanceChanged');
  expect((await voidOrder(orderId, clerk, { expectedCame: TUITION + BOOK })).statusCode).toBe(403);
  await server.db.execute(sql`alter table orders disable trigger all`);
  await server.db.execute(
    sql`update orders set at = at - interval '61 seconds' where id = ${orderId}`,
  );
  await server.db.execute(sql`alter table orders enable trigger all`);
  expect(codeOf(await undo(orderId))).toBe('visitUndoTooLate');
});

it('a hold without money is voided, and its books are free again', async () => {
  const before = await standing();
  const { orderId } = await sold({ tenders: [], hold: true });
  expect((await standing()).level).toMatchObject({ reserved: (before.level?.reserved ?? 0) + 1 });
  expect((await voidOrder(orderId, await server.as('finance'))).statusCode).toBe(403);
  expect(done<VisitUndone>(await voidOrder(orderId))).toMatchObject({ voidReceipt: null });
  expect(await standing()).toEqual(before);
});

it('the desk reads classes with their price, a family with its account, and the rules of its branch', async () => {
  const { studentId, classId } = await sold({ tenders: [cash(300_000)], products: [], hold: true });
  const { classes } = done<DeskClasses>(
    await clerk.get(`/desk/classes?branchId=${vte}&studentId=${studentId}`),
  );
  expect(classes.find((one) => one.classId === classId)).toMatchObject({
    held: 1,
    seatsTaken: 1,
    price: { price: { amount: TUITION } },
    findings: [{ check: 'alreadyInClass' }],
  });
  const family = done<DeskFamily>(
    await clerk.get(`/desk/families?branchId=${vte}&studentId=${studentId}`),
  );
  expect(family).toMatchObject({
    payer: { kind: 'student', _id: studentId },
    owed: [],
    creditLAK: 0,
    students: [{ _id: studentId, places: [{ classId, status: 'pending', hasOrder: true }] }],
  });
  expect(done<DeskRules>(await clerk.get(`/desk/rules?branchId=${vte}`))).toMatchObject({
    cashStep: 1000,
    minimumRule: 'whole',
  });
  expect(
    (await clerk.get(`/desk/rules?branchId=${await branchId(server.db, 'LPB')}`)).statusCode,
  ).toBe(404);
});

describe('the void of a paid visit', () => {
  const CAME = TUITION + BOOK;
  const signed = (orderId: string, totalLAK = CAME): ApprovedAct => ({
    kind: 'void',
    branchId: vte,
    orderId,
    totalLAK,
    cameLAK: CAME,
    moneyBack: true,
  });
  const came = { expectedCame: CAME };

  it('is of finance, or of staff with its signature for this very order; the drawer is right at once', async () => {
    const before = await standing();
    const [{ orderId }, other] = [await sold(), await sold()];
    expect((await voidOrder(orderId, await server.as('admin'), came)).statusCode).toBe(403);
    expect((await sign(signed(orderId), 'admin')).json()).toMatchObject({
      code: 'approvalRefused',
      fields: { email: 'This person cannot approve this' },
    });
    expect(
      codeOf(
        await voidOrder(orderId, clerk, {
          ...came,
          approvalToken: await tokenFor(signed(other.orderId)),
        }),
      ),
    ).toBe('approvalEnded');
    const approvalToken = await tokenFor(signed(orderId));
    expect(codeOf(await voidOrder(orderId, clerk, { expectedCame: 1, approvalToken }))).toBe(
      'balanceChanged',
    );
    expect(
      codeOf(await voidOrder(orderId, clerk, { ...came, moneyBack: false, approvalToken })),
    ).toBe('approvalEnded');
    expect(
      done<VisitUndone>(await voidOrder(orderId, clerk, { ...came, approvalToken })).voidReceipt
        ?.number,
    ).toMatch(/^VTE-R/);
    expect(
      done<VisitUndone>(await voidOrder(other.orderId, await server.as('finance'), came))
        .voidReceipt,
    ).not.toBeNull();
    expect(await standing()).toEqual(before);
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.action, 'void'), eq(auditTable.entityId, orderId)));
    expect(row?.after).toHaveProperty('approvedById');
  });

  it('is refused with a signature for an earlier state of the order or receipt, also of equal sums', async () => {
    const before = await standing();
    const { orderId } = await sold();
    const page = async () => done<OrderPage>(await clerk.get(`/orders/${orderId}`));
    const adjust = async (amountLAK: number, ofLineId: string | null = null) => {
      const expectedTotal = (await page()).totalLAK;
      const body = { amountLAK, ofLineId, reason: 'agreed', expectedTotal };
      done(await (await server.as('admin')).post(`/orders/${orderId}/adjustments`, body));
      return page();
    };
    const voidWith = (approvalToken: string, key: string = randomUUID()) =>
      clerk.post(
        `/orders/${orderId}/void`,
        { reason: 'wrong child', ...came, approvalToken },
        { 'idempotency-key': key },
      );

    const ofLess = await tokenFor(signed(orderId));
    const [tuition] = (await adjust(10_000)).lines;
    expect(codeOf(await voidWith(ofLess))).toBe('approvalEnded');
    const ofBoth = await tokenFor(signed(orderId, CAME + 10_000));

    const { receipt } = done<OrderPaid>(
      await clerk.post(`/orders/${orderId}/payments`, {
        debts: [{ orderId, expectedBalance: 10_000 }],
        tenders: [cash(10_000)],
        shiftId: shift._id,
      }),
    );
    const receiptId = String(receipt?._id);
    const ofReceipt = { kind: 'voidReceipt', branchId: vte, receiptId, amountLAK: 10_000 } as const;
    const voidReceipt = (approvalToken: string) =>
      clerk.post(`/receipts/${receiptId}/void`, { reason: 'twice', approvalToken });
    const early = await tokenFor({ ...ofReceipt, moneyBack: true });
    await adjust(1000);
    expect(codeOf(await voidReceipt(early))).toBe('approvalEnded');
    done(await voidReceipt(await tokenFor({ ...ofReceipt, moneyBack: true })));
    await adjust(-1000, String(tuition?._id));
    // The order has the sums again for which somebody signed.
    expect(codeOf(await voidWith(ofBoth))).toBe('approvalEnded');

    expect(await page()).toMatchObject({ state: 'confirmed', totalLAK: CAME + 10_000 });
    expect(await page()).toMatchObject({ paidLAK: CAME });
    const now = await tokenFor(signed(orderId, CAME + 10_000));
    const key = randomUUID();
    const answer = done<VisitUndone>(await voidWith(now, key));
    expect(done<VisitUndone>(await voidWith(now, key))).toEqual(answer);
    expect(await standing()).toEqual(before);
  });

  it('answers cash that never was there by reversed rows, and books that do not come back as a loss', async () => {
    const before = await standing();
    const [refunds, reversed] = [await movementsOf('refund'), await movementsOf('tenderReversed')];
    const { orderId } = await sold();
    const [line] = await server.db
      .select()
      .from(orderLineTable)
      .where(and(eq(orderLineTable.orderId, orderId), eq(orderLineTable.kind, 'product')));
    done(
      await voidOrder(orderId, await server.as('finance'), {
        ...came,
        moneyBack: false,
        lostLines: [line?._id],
      }),
    );
    expect([await movementsOf('refund'), await movementsOf('tenderReversed')]).toEqual([
      refunds,
      reversed + 1,
    ]);
    expect(await standing()).toEqual({
      ...before,
      level: { onHand: (before.level?.onHand ?? 0) - 1, reserved: before.level?.reserved },
    });
    expect(
      done<OrderPage>(await clerk.get(`/orders/${orderId}`)).receipts.map(({ kind }) => kind),
    ).toEqual(['received', 'void']);
  });

  it('leaves a slip that was sent as credit to come, and voids one that was not', async () => {
    const finance = await server.as('finance');
    const [account] = await server.db
      .select()
      .from(bankAccountTable)
      .where(
        and(
          eq(bankAccountTable.branchId, vte),
          eq(bankAccountTable.currency, 'LAK'),
          eq(bankAccountTable.active, true),
        ),
      );
    const pay = () => ({
      tenders: [
        {
          key: randomUUID(),
          method: 'qr',
          tendered: TUITION,
          bankAccountId: account?._id,
          reference: randomUUID().slice(0, 8),
        },
      ],
      products: [],
    });
    const [sent, unsent] = [await sold(pay()), await sold(pay())];
    const slipOf = async (studentId: string) =>
      (
        await server.db
          .select()
          .from(paymentTable)
          .where(eq(paymentTable.payerStudentId, studentId))
      )[0];
    const sentSlips = [(await slipOf(sent.studentId))?._id];
    expect(
      (await voidOrder(sent.orderId, finance, { expectedCame: TUITION, sentSlips: [sent.orderId] }))
        .statusCode,
    ).toBe(400);
    expect(
      done<VisitUndone>(
        await voidOrder(sent.orderId, finance, { expectedCame: TUITION, sentSlips }),
      ).voidReceipt,
    ).toBeNull();
    done(await voidOrder(unsent.orderId, finance, { expectedCame: TUITION }));
    expect([await slipOf(sent.studentId), await slipOf(unsent.studentId)]).toMatchObject([
      { state: 'pending', freeLAK: TUITION },
      { state: 'void', freeLAK: 0 },
    ]);
  });

  it('is refused once attendance was taken, on another day, and when its drawer is closed', async () => {
    const finance = await server.as('finance');
    const [seen, old, late] = [await sold(), await sold(), await sold()];
    const { date, classId } = { date: '2099-01-05', classId: seen.classId };
    const [session] = await server.db
      .insert(classSessionTable)
      .values({ classId, branchId: vte, date, start: '09:00', end: '10:00' })
      .returning();
    await server.db.insert(attendanceTable).values({
      sessionId: String(session?._id),
      studentId: seen.studentId,
      status: 'present',
      markedAt: new Date().toISOString(),
    });
    expect(codeOf(await voidOrder(seen.orderId, finance, came))).toBe('attended');
    await server.db.execute(sql`alter table orders disable trigger all`);
    await server.db.execute(sql`update orders set day = day - 1 where id = ${old.orderId}`);
    await server.db.execute(sql`alter table orders enable trigger all`);
    expect(codeOf(await voidOrder(old.orderId, finance, came))).toBe('notSameDay');
    const counted = (await expectedOf(server.db, [shift._id])).get(shift._id);
    done(await clerk.post(`/shifts/${shift._id}/close`, { counted, left: counted }));
    expect(codeOf(await voidOrder(late.orderId, finance, came))).toBe('shiftClosed');
    shift = done<Shift>(await clerk.post(`/drawers/${shift.drawerId}/open`, { float: counted }));
  });
});

it('a later payment that is credit by now is voided while nobody has used it', async () => {
  const finance = await server.as('finance');
  const before = await standing();
  const { orderId, studentId } = await sold({ tenders: [cash(300_000)], products: [], hold: true });
  const pay = async (kip: number, expectedBalance: number) =>
    String(
      done<OrderPaid>(
        await clerk.post(`/orders/${orderId}/payments`, {
          debts: [{ orderId, expectedBalance }],
          tenders: [cash(kip)],
          shiftId: shift._id,
        }),
      ).receipt?._id,
    );
  const [wrong, right] = [
    await pay(200_000, TUITION - 300_000),
    await pay(100_000, TUITION - 500_000),
  ];
  await server.db.execute(
    sql`update orders set hold_until = now() - interval '1 minute' where id = ${orderId}`,
  );
  await server.db.execute(
    sql`update enrolments set seat_hold_until = now() - interval '1 minute' where student_id = ${studentId}`,
  );
  await lapseOrder(server.db, orderId);
  const creditOf = async () =>
    done<DeskFamily>(await clerk.get(`/desk/families?studentId=${studentId}&branchId=${vte}`))
      .creditLAK;
  const voidReceipt = (id: string) =>
    finance.post(`/receipts/${id}/void`, { reason: 'other family' });
  expect(await creditOf()).toBe(600_000);
  expect(done<ReceiptVoided>(await voidReceipt(wrong)).orders).toMatchObject([
    { _id: orderId, state: 'lapsed', totalLAK: 0 },
  ]);
  expect([await creditOf(), (await standing()).drawer?.LAK]).toEqual([
    400_000,
    (before.drawer?.LAK ?? 0) + 400_000,
  ]);
  const visitReceipt = done<OrderPage>(await clerk.get(`/orders/${orderId}`)).receipts[0]?._id;
  expect(codeOf(await voidReceipt(String(visitReceipt)))).toBe('receiptOfVisit');
  done(
    await sendVisit(
      clerk,
      await priced(clerk, {
        branchId: vte,
        payer: { kind: 'student', studentKey: studentId },
        places: [],
        products: [book(bookId, studentId, { quantity: 3 })],
        creditLAK: 400_000,
        tenders: [cash(3 * BOOK - 400_000)],
        shiftId: shift._id,
      }),
    ),
  );
  expect(codeOf(await voidReceipt(right))).toBe('refundFirst');
});

it('a later payment’s receipt is voided with all its rows, the rounding it made too, and its orders are owed again', async () => {
  const finance = await server.as('finance');
  const { orderId, studentId } = await sold({
    tenders: [cash(300_000)],
    products: [book(bookId, null, { giveNow: false })],
    hold: true,
  });
  const before = await standing();
  const [start] = await server.db.select().from(orderTable).where(eq(orderTable._id, orderId));
  const expectedBalance = TUITION + BOOK - 300_000;
  const { rateIds } = done<VisitCheck>(
    await clerk.post('/visits/check', {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      products: [book(bookId, null)],
      expectedTotal: 0,
    }),
  );
  const paid = done<OrderPaid>(
    await clerk.post(`/orders/${orderId}/payments`, {
      debts: [{ orderId, expectedBalance }],
      tenders: [cash(20_00, 'USD'), cash(1_000_000)],
      shiftId: shift._id,
      rateIds,
    }),
  );
  const voidReceipt = (id: string, client = clerk, more: object = {}) =>
    client.post(`/receipts/${id}/void`, { reason: 'typed twice', ...more });
  const receiptId = String(paid.receipt?._id);
  const [written] = await server.db
    .select()
    .from(receiptTable)
    .where(eq(receiptTable._id, receiptId));
  const receiptLAK = written?.amountLAK ?? 0;
  expect((await voidReceipt(receiptId)).statusCode).toBe(403);
  const approvalToken = await tokenFor({
    kind: 'void',
    branchId: vte,
    orderId,
    totalLAK: 0,
    cameLAK: 0,
    moneyBack: true,
  });
  expect(codeOf(await voidReceipt(receiptId, clerk, { approvalToken }))).toBe('approvalEnded');
  const answer = done<ReceiptVoided>(
    await voidReceipt(receiptId, clerk, {
      approvalToken: await tokenFor({
        kind: 'voidReceipt',
        branchId: vte,
        receiptId,
        amountLAK: receiptLAK,
        moneyBack: true,
      }),
    }),
  );
  expect(answer.orders).toMatchObject([
    { _id: orderId, totalLAK: start?.totalLAK, paidLAK: 300_000, state: 'confirmed' },
  ]);
  expect((await standing()).drawer).toEqual(before.drawer);
  expect(codeOf(await voidReceipt(receiptId, finance))).toBe('stepNotAllowed');
  const page = done<OrderPage>(await clerk.get(`/orders/${orderId}`));
  expect(page.receipts.map(({ kind }) => kind)).toEqual(['received', 'received', 'void']);
  expect(codeOf(await voidReceipt(String(page.receipts[0]?._id), finance))).toBe('receiptOfVisit');
  // Books came without a delivery here, and an order was made older by hand.
  const byHand = ['stock', 'numbers run from 1 without a gap'];
  expect(
    (await checkBooks(server.database)).differences.filter(({ check }) => !byHand.includes(check)),
  ).toEqual([]);
});
