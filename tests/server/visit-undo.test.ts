import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskClasses, DeskFamily, DeskRules } from '#contract/desk.ts';
import type { Shift } from '#contract/drawers.ts';
import type { EnrolledRow } from '#contract/enrolling.ts';
import type { VisitAnswer, VisitUndone } from '#contract/visit-answers.ts';
import { expectedOf } from '#server/modules/drawers/drawer-sums.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { orderLineTable, orderTable } from '#server/modules/orders/orders.table.ts';
import { allocationTable, paymentTable } from '#server/modules/payments/payments.table.ts';
import { stockLevelTable } from '#server/modules/stock/stock.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { branchId, startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { BOOK, book, cash, insertBook, insertCourse, openDrawer, place, priced, sendVisit, TUITION } from '#tests/helpers/visits.ts';

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
  const visit = { branchId: vte, payer: { kind: 'student', studentKey: studentId }, places: [place(studentId, classId)], products: [book(bookId, studentId)], tenders: [cash(1_400_000)], shiftId: shift._id, ...more };
  const answer = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  return { studentId, classId, orderId: String(answer.order?._id) };
}
const standing = async () => ({ drawer: (await expectedOf(server.db, [shift._id])).get(shift._id), level: (await server.db.select({ onHand: stockLevelTable.onHand, reserved: stockLevelTable.reserved }).from(stockLevelTable).where(eq(stockLevelTable.productId, bookId)))[0] });
const undo = (orderId: string, client = clerk) => client.post(`/visits/${orderId}/undo`, {});
const voidOrder = (orderId: string, client = clerk) => client.post(`/orders/${orderId}/void`, { reason: 'wrong child' });

it('an undo gives everything back to the kip: drawer, stock, place, bill and money', async () => {
  const before = await standing();
  const { orderId, studentId } = await sold();
  expect(done<VisitUndone>(await undo(orderId)).voidReceipt?.number).toMatch(/^VTE-R/);
  expect(await standing()).toEqual(before);
  const [order] = await server.db.select().from(orderTable).where(eq(orderTable._id, orderId));
  expect(order).toMatchObject({ state: 'void', totalLAK: 0, paidLAK: 0, voidReason: 'undone' });
  const lines = await server.db.select().from(orderLineTable).where(eq(orderLineTable.orderId, orderId)).orderBy(orderLineTable.position);
  expect(lines.map(({ kind, amountLAK, quantity }) => [kind, amountLAK, quantity])).toEqual([['tuition', TUITION, 1], ['product', BOOK, 1], ['tuition', -TUITION, -1], ['product', -BOOK, -1]]);
  const given = await server.db.select().from(allocationTable).where(eq(allocationTable.orderId, orderId));
  expect(given.reduce((sum, { amountLAK }) => sum + amountLAK, 0)).toBe(0);
  expect(await server.db.select().from(paymentTable).where(eq(paymentTable._id, String(given[0]?.paymentId)))).toMatchObject([{ state: 'void', freeLAK: 0 }]);
  expect(await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId))).toMatchObject([{ status: 'cancelled' }]);
  expect(codeOf(await undo(orderId))).toBe('orderEnded');
});

it('an undo leaves a place that was there before the visit as it was', async () => {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const { rows } = done<{ rows: EnrolledRow[] }>(await clerk.post('/enrolments', { rows: [{ studentId, classId }], noChargeReason: 'pays later', acceptWarnings: true }));
  const enrolmentId = rows[0]?._id;
  const visit = { branchId: vte, payer: { kind: 'student', studentKey: studentId }, places: [place(studentId, classId, { enrolmentId })], tenders: [cash(TUITION)], shiftId: shift._id };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  done(await undo(String(order?._id)));
  expect(await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId))).toMatchObject([{ _id: enrolmentId, status: 'active' }]);
});

it('an undo is one’s own and of the last 60 seconds; a void is for orders without money', async () => {
  const { orderId } = await sold();
  expect(codeOf(await undo(orderId, await server.as('admin')))).toBe('visitUndoTooLate');
  expect(codeOf(await voidOrder(orderId))).toBe('refundFirst');
  await server.db.execute(sql`alter table orders disable trigger all`);
  await server.db.execute(sql`update orders set at = at - interval '61 seconds' where id = ${orderId}`);
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
  const { classes } = done<DeskClasses>(await clerk.get(`/desk/classes?branchId=${vte}&studentId=${studentId}`));
  expect(classes.find((one) => one.classId === classId)).toMatchObject({ held: 1, seatsTaken: 1, price: { price: { amount: TUITION } }, findings: [{ check: 'alreadyInClass' }] });
  const family = done<DeskFamily>(await clerk.get(`/desk/families?branchId=${vte}&studentId=${studentId}`));
  expect(family).toMatchObject({ payer: { kind: 'student', _id: studentId }, owed: [], creditLAK: 0, students: [{ _id: studentId, places: [{ classId, status: 'pending', hasOrder: true }] }] });
  expect(done<DeskRules>(await clerk.get(`/desk/rules?branchId=${vte}`))).toMatchObject({ cashStep: 1000, minimumRule: 'whole' });
  expect((await clerk.get(`/desk/rules?branchId=${await branchId(server.db, 'LPB')}`)).statusCode).toBe(404);
});
