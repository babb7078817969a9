import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { UNDO_SECONDS, type VisitUndone } from '#contract/visit-answers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { attendanceTable } from '#server/modules/attendance/attendance.table.ts';
import { addAllocation, addDrawerRow, addReceipt, changeFree, flush, type NewReceipt, type Posting } from '#server/modules/books/posting.ts';
import { drawerMovementTable } from '#server/modules/drawers/drawer-movements.table.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { noteStates } from '#server/modules/enrolments/note-states.ts';
import { paymentTable } from '#server/modules/payments/payments.table.ts';
import { moveStock } from '#server/modules/stock/move-stock.ts';
import { freeGoods, goodsOf } from './goods.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';
import { postOpposites, sumOf } from './order-lines.ts';
import type { Order, Parts, Payment } from './order-parts.ts';
import { instalmentTable, orderTable } from './orders.table.ts';

type How = { isUndo: boolean; reason: string };

/** Throws where an order cannot end: its money is needed elsewhere, it is too late, or a child has been in class. */
async function requireEndable({ tx, user }: Writer, { order, parts, posting }: LockedBill, { isUndo }: How): Promise<void> {
  const age = Date.parse(posting.at) - Date.parse(order.at);
  if (isUndo && (order.byId !== user._id || order.day !== posting.day || age > UNDO_SECONDS * 1000)) throw new ApiError('visitUndoTooLate');
  if (!isUndo && user.role === 'staff' && order.byId !== user._id) throw new ApiError('forbidden');
  if (!isUndo && user.role === 'staff' && order.day !== posting.day) throw new ApiError('notSameDay');
  if (!isUndo && order.paidLAK + order.pendingLAK > 0) throw new ApiError('refundFirst');
  const isLater = parts.payments.some(({ _id, at }) => parts.own.some((one) => one._id === _id) && at !== order.at);
  const isElsewhere = parts.own.some(({ _id, amountLAK, freeLAK }) => sumOf(parts.allocations.filter(({ paymentId }) => paymentId === _id).map((one) => one.amountLAK)) + freeLAK !== amountLAK);
  if (isLater || isElsewhere) throw new ApiError('refundFirst');
  const ids = parts.places.map(({ _id }) => _id);
  const { rows } = await tx.execute(sql`
    select 1 from ${attendanceTable} mark join class_sessions session on session.id = mark.session_id
    join enrolments placed on placed.class_id = session.class_id and placed.student_id = mark.student_id and session.date >= placed.start_date
    where placed.id = any(${sql.param(ids)}::uuid[]) limit 1`);
  if (rows.length > 0) throw new ApiError('attended');
}

/** Money goes back: what came for this order out of the drawer, older money that was used is free again. */
async function giveMoneyBack({ tx, user }: Writer, posting: Posting, order: Order, { allocations, own }: Parts, reason: string): Promise<NewReceipt | null> {
  const freed = new Map<string, number>();
  for (const { _id, paymentId, amountLAK, asCredit } of allocations) {
    addAllocation(posting, { paymentId, orderId: order._id, amountLAK: -amountLAK, asCredit, reversesId: _id });
    if (asCredit) freed.set(paymentId, (freed.get(paymentId) ?? 0) + amountLAK);
  }
  await changeFree(posting, freed);
  if (own.length === 0) return null;
  const ids = own.map(({ _id }) => _id);
  for (const { shiftId, kind, currency, amount, paymentId } of await tx.select().from(drawerMovementTable).where(inArray(drawerMovementTable.paymentId, ids))) {
    addDrawerRow(posting, { shiftId, kind: kind === 'change' ? 'changeReversed' : 'refund', currency, amount: -amount, paymentId, reason });
  }
  const cash = own.filter(({ method }) => method === 'cash');
  const rows = cash.map(({ _id, method, currency, tendered, rate, amountLAK }: Payment) => ({ paymentId: _id, method, currency, tendered: -tendered, rate, amountLAK: -amountLAK }));
  await tx.update(paymentTable).set({ state: 'void', freeLAK: 0, voidedAt: posting.at, voidedById: user._id, reason }).where(inArray(paymentTable._id, ids));
  if (cash.length === 0) return null;
  return addReceipt(posting, { branchId: order.branchId, kind: 'void', amountLAK: -sumOf(cash.map(({ amountLAK }) => amountLAK)), content: { order: order.number, rows } });
}

/** What was handed over is on the shelf again, what was kept for the order is free. */
async function takeGoodsBack(writer: Writer, { order, parts, stock }: LockedBill, reason: string): Promise<void> {
  const { branchId, _id: paperId, number: paperNumber } = order;
  const given = (await goodsOf(writer.tx, { parts, stock })).filter((one) => one.given > 0);
  await freeGoods(writer.tx, { order, parts, stock });
  if (given.length > 0) await moveStock(writer, stock, given.map(({ productId, line, given: qty }) => ({ productId, branchId, lineId: line._id, type: 'saleReturn', qtyChange: qty, paper: 'order', paperId, paperNumber, reason })));
}

/** Places that were there before the visit are as they were; those that it made end. */
async function endPlaces({ tx, user }: Writer, { order, parts }: LockedBill, reason: string): Promise<void> {
  const running = parts.places.filter(({ status }) => ['pending', 'active', 'waitlisted'].includes(status)).map(({ _id }) => _id);
  if (running.length === 0) return;
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    update enrolments set status = before.status, seat_hold_until = before.hold_until, version = version + 1, updated_at = now()
    from (select distinct on (enrolment_id) enrolment_id, status, hold_until from enrolment_states
      where enrolment_id = any(${sql.param(running)}::uuid[]) and at < ${order.at} order by enrolment_id, at desc) before
    where enrolments.id = before.enrolment_id returning enrolments.id`);
  const ended = running.filter((id) => !kept.some((one) => one.id === id));
  if (ended.length > 0) await tx.update(enrolmentTable).set({ status: 'cancelled', statusReason: reason, seatHoldUntil: null, version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` }).where(inArray(enrolmentTable._id, ended));
  await noteStates(tx, running, { source: 'desk', byId: user._id, reason });
}

/** Undo of one's own visit, and void of an order with nothing paid: everything goes back by opposite rows, in one write. */
export async function endOrder(writer: Writer, orderId: string, how: How): Promise<Written<VisitUndone>> {
  const { tx, user } = writer;
  const { reason } = how;
  const locked = await lockRunning(writer, orderId, { ownShifts: true });
  const { order, parts, posting } = locked;
  await requireEndable(writer, locked, how);
  postOpposites(posting, parts.lines, reason);
  const voidReceipt = await giveMoneyBack(writer, posting, order, parts, reason);
  await takeGoodsBack(writer, locked, reason);
  await endPlaces(writer, locked, reason);
  await tx.update(instalmentTable).set({ endedAt: posting.at }).where(and(eq(instalmentTable.orderId, orderId), isNull(instalmentTable.endedAt)));
  const after = { state: 'void' as const, totalLAK: 0, paidLAK: 0, pendingLAK: 0, voidedAt: posting.at, voidedById: user._id, voidReason: reason };
  await tx.update(orderTable).set(after).where(eq(orderTable._id, orderId));
  await flush(posting);
  return { answer: { orderId, voidReceipt }, audit: { action: how.isUndo ? 'undo' : 'void', entity: 'orders', entityId: orderId, branchId: order.branchId, before: { ...order }, after, reason } };
}
