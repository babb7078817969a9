import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OrderVoid } from '#contract/order-changes.ts';
import { can } from '#contract/roles.ts';
import { UNDO_SECONDS, type VisitUndone } from '#contract/visit-answers.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Written } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';
import { addAllocation, changeFree, flush, type NewReceipt } from '#server/ledger/books/posting.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolment-status.ts';
import { moveStock, type Move } from '#server/ledger/stock/move-stock.ts';
import { freeGoods, goodsOf } from './goods.ts';
import { attendedOf } from '#server/ledger/orders/holds/waiting-places.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';
import { countedBeforeOf, voidPayments } from './money-back.ts';
import { postOpposites, sumOf } from './order-lines.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';

type Ending = OrderVoid & { isUndo: boolean };

/**
 * Undo is allowed within the minute, to the person who made the visit, and while no later payment
 * is on the order.
 */
async function requireUndoable(
  { user }: Writer,
  { order, parts, posting }: LockedBill,
): Promise<void> {
  const age = Date.parse(posting.at) - Date.parse(order.at);
  if (order.byId !== user._id || order.day !== posting.day || age > UNDO_SECONDS * 1000)
    throw new ApiError('visitUndoTooLate');
  if (parts.own.some(({ at }) => at !== order.at)) throw new ApiError('refundFirst');
  // An earlier count had the cash, so only a second person may hand it out of the drawer of now.
  const ids = parts.own.map(({ _id }) => _id);
  if ((await countedBeforeOf(posting.tx, ids)).length > 0) throw new ApiError('refundFirst');
}

/**
 * Throws unless the user may void the order. Without money it takes the right to void; staff void
 * only their own orders, on the same day. With money, only on the same day, with the right to void
 * payments or the signature of somebody who has it.
 */
async function requireVoidable(
  { tx, user }: Writer,
  { order, posting }: LockedBill,
  { expectedCame, moneyBack, approvalToken }: Ending,
): Promise<Signature | undefined> {
  const { _id: orderId, branchId } = order;
  const came = order.paidLAK + order.pendingLAK;
  const isToday = order.day === posting.day;
  if (came === 0) {
    if (!can(user.role, 'orders:void') || (user.role === 'staff' && order.byId !== user._id))
      throw new ApiError('forbidden');
    if (user.role === 'staff' && !isToday) throw new ApiError('notSameDay');
    return undefined;
  }
  if (!isToday) throw new ApiError('notSameDay');
  if (came !== expectedCame) throw new ApiError('balanceChanged');
  return can(user.role, 'payments:void')
    ? undefined
    : requireSignature(tx, user, approvalToken, {
        kind: 'void',
        branchId,
        orderId,
        cameLAK: came,
        moneyBack,
      });
}

/**
 * Throws if the order's money is verified, refunded or used elsewhere, or if a child has attended.
 */
async function requireEndable(
  { tx }: Writer,
  { order, parts }: LockedBill,
  { sentSlips }: Ending,
): Promise<void> {
  const isVerified = parts.own.some(
    ({ method, state }) => method !== 'cash' && state === 'confirmed',
  );
  const isElsewhere = parts.own.some(
    ({ _id, amountLAK, freeLAK }) =>
      sumOf(
        parts.allocations.filter(({ paymentId }) => paymentId === _id).map((one) => one.amountLAK),
      ) +
        freeLAK !==
      amountLAK,
  );
  if (isVerified || isElsewhere) throw new ApiError('refundFirst');
  // The opposite of a transfer is a transfer back, never a void.
  if (order.source === 'transfer') throw new ApiError('stepNotAllowed');
  if (
    sentSlips.some((id) => !parts.own.some(({ _id, state }) => _id === id && state === 'pending'))
  )
    throw fieldsInvalid({ sentSlips: 'invalid' });
  if (sentSlips.length > 0 && order.walkInName !== '') throw new ApiError('slipOfWalkIn');
  if (
    (
      await attendedOf(
        tx,
        parts.places.map(({ _id }) => _id),
      )
    ).size > 0
  )
    throw new ApiError('attended');
}

/**
 * Gives the money back: cash leaves its drawer, older money and slips that were really sent become
 * credit, and other slips are void.
 */
async function giveMoneyBack(
  writer: Writer,
  { order, parts, posting }: LockedBill,
  { sentSlips, reason, moneyBack }: Ending,
): Promise<NewReceipt | null> {
  const freed = new Map<string, number>();
  for (const { _id, paymentId, amountLAK, asCredit } of parts.allocations) {
    addAllocation(posting, {
      paymentId,
      orderId: order._id,
      amountLAK: -amountLAK,
      asCredit,
      reversesId: _id,
    });
    if (asCredit || sentSlips.includes(paymentId))
      freed.set(paymentId, (freed.get(paymentId) ?? 0) + amountLAK);
  }
  await changeFree(posting, freed);
  const ended = parts.own.filter(({ _id }) => !sentSlips.includes(_id));
  return voidPayments(writer, posting, ended, {
    reason,
    moneyBack,
    branchId: order.branchId,
    content: { order: order.number },
  });
}

/**
 * Takes back goods that were handed over, to the shelf or as a loss, and frees goods that were
 * reserved for the order.
 */
async function takeGoodsBack(
  writer: Writer,
  { order, parts, stock }: LockedBill,
  { lostLines, reason }: Ending,
): Promise<void> {
  const { branchId, _id: paperId, number: paperNumber } = order;
  const given = (await goodsOf(writer.tx, { parts, stock })).filter((one) => one.given > 0);
  await freeGoods(writer.tx, { order, parts, stock });
  const moves = given.flatMap(({ productId, line, given: qty }): Move[] => {
    const row = { productId, branchId, paper: 'order', paperId, paperNumber, reason } as const;
    const back: Move = { ...row, lineId: line._id, type: 'saleReturn', qtyChange: qty };
    return lostLines.includes(line._id)
      ? [back, { ...row, type: 'loss', qtyChange: -qty }]
      : [back];
  });
  if (moves.length > 0) await moveStock(writer, stock, moves);
}

/** Restores the enrolments that existed before the visit and ends those that the visit made. */
async function endPlaces(
  { tx, user }: Writer,
  { order, parts }: LockedBill,
  reason: string,
): Promise<void> {
  const running = parts.places
    .filter(({ status }) => ['pending', 'active', 'suspended', 'waitlisted'].includes(status))
    .map(({ _id }) => _id);
  if (running.length === 0) return;
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    update ${enrolmentTable}
    set status = before.status, seat_hold_until = before.hold_until, version = version + 1,
      updated_at = now()
    from (
      select distinct on (enrolment_id) enrolment_id, status, hold_until from ${enrolmentStateTable}
      where enrolment_id = any(${sql.param(running)}::uuid[]) and at < ${order.at}
      order by enrolment_id, at desc) before
    where enrolments.id = before.enrolment_id returning enrolments.id`);
  const ended = running.filter((id) => !kept.some((one) => one.id === id));
  if (ended.length > 0)
    await tx
      .update(enrolmentTable)
      .set({
        status: 'cancelled',
        statusReason: reason,
        seatHoldUntil: null,
        version: sql`${enrolmentTable.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(inArray(enrolmentTable._id, ended));
  await recordEnrolmentStatus(tx, running, { source: 'desk', byId: user._id, reason });
}

/**
 * Undoes the user's own visit or voids an order: writes opposite rows for everything, in one write.
 */
export async function endOrder(
  writer: Writer,
  orderId: string,
  how: Ending,
): Promise<Written<VisitUndone>> {
  const { tx, user } = writer;
  const { reason, isUndo, moneyBack } = how;
  const locked = await lockRunning(writer, orderId, { ownShifts: true });
  const { order, parts, posting } = locked;
  if (isUndo) await requireUndoable(writer, locked);
  const signature = isUndo ? undefined : await requireVoidable(writer, locked, how);
  await requireEndable(writer, locked, how);
  postOpposites(posting, parts.lines, reason);
  const voidReceipt = await giveMoneyBack(writer, locked, how);
  await takeGoodsBack(writer, locked, how);
  await endPlaces(writer, locked, reason);
  await tx
    .update(instalmentTable)
    .set({ endedAt: posting.at })
    .where(and(eq(instalmentTable.orderId, orderId), isNull(instalmentTable.endedAt)));
  const after = {
    state: 'void' as const,
    totalLAK: 0,
    paidLAK: 0,
    pendingLAK: 0,
    voidedAt: posting.at,
    voidedById: user._id,
    voidReason: reason,
  };
  await tx.update(orderTable).set(after).where(eq(orderTable._id, orderId));
  await flush(posting);
  return {
    answer: { orderId, voidReceipt },
    audit: {
      action: isUndo ? 'undo' : 'void',
      entity: 'orders',
      entityId: orderId,
      branchId: order.branchId,
      before: { ...order },
      after: { ...after, moneyBack, ...signedBy(signature) },
      reason,
    },
  };
}
