import { attendedPlaces } from '#server/academic/enrolments/attended-places.ts';
import type { OrderVoid } from '#contract/orders/order-changes.ts';
import { can, why } from '#contract/roles.ts';
import type { VisitUndone } from '#contract/desk/visit-answers.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';
import { addAllocation, flush, type NewReceipt } from '#server/ledger/books/posting.ts';
import { changeFree } from './payer-account.ts';
import { endPlaces, moneyBackOf, voidBill } from './end-bill.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';
import { voidPayments } from './money-back.ts';
import { sumOfAll } from './order-lines.ts';
import type { OrderParts, Payment } from './order-parts.ts';
import { tellOfReversal } from './tell-of-reversal.ts';

/**
 * Throws unless the user may void the order. Without money it takes the right to void; staff void
 * only their own orders, on the same day. With money, only on the same day, with the right to void
 * payments or the signature of somebody who has it.
 */
async function requireVoidable(
  { tx, user }: Writer,
  { order, posting }: LockedBill,
  { expectedCame, moneyBack, approvalToken }: OrderVoid,
): Promise<Signature | undefined> {
  const { _id: orderId, branchId } = order;
  const came = order.paidLAK + order.pendingLAK;
  const isToday = order.day === posting.day;
  if (came === 0) {
    const { allowed, because } = why(user, 'orders:void', {
      isOwn: order.byId === user._id,
      isToday,
    });
    if (!allowed) throw new ApiError(because.code === 'notToday' ? 'notSameDay' : 'forbidden');
    return undefined;
  }
  if (!isToday) throw new ApiError('notSameDay');
  if (came !== expectedCame) throw new ApiError('balanceChanged');
  return can(user, 'payments:void')
    ? undefined
    : requireSignature(tx, user, approvalToken, {
        kind: 'void',
        branchId,
        orderId,
        totalLAK: order.totalLAK,
        cameLAK: came,
        moneyBack,
      });
}

/** True if money that came for the order went on: to another order, or out by a refund. */
function isElsewhere({ allocations }: OrderParts, { _id, amountLAK, freeLAK }: Payment): boolean {
  const here = allocations.filter(({ paymentId }) => paymentId === _id);
  return sumOfAll(here.map((one) => one.amountLAK)) + freeLAK !== amountLAK;
}

/** True if a later act took some of the payment off the order, also where it is credit now. */
function wasTakenOff({ given }: OrderParts, { _id }: Payment): boolean {
  const byAct = new Map<string, number>();
  for (const { paymentId, at, amountLAK } of given)
    if (paymentId === _id) byAct.set(at, (byAct.get(at) ?? 0) + amountLAK);
  return [...byAct.values()].some((sum) => sum < 0);
}

/**
 * True if money that came for the order was verified, or has left the order since. A payment that
 * was void or rejected is no money any more. An open slip that other money displaced is the
 * payer's.
 */
export const isMoneyBound = (parts: OrderParts): boolean =>
  parts.came.some((payment) =>
    payment.state === 'pending'
      ? isElsewhere(parts, payment)
      : payment.state === 'confirmed' &&
        (payment.method !== 'cash' || isElsewhere(parts, payment) || wasTakenOff(parts, payment)),
  );

/**
 * Throws if the order's money is verified, or was moved since it came, or if a child has attended.
 */
async function requireEndable(
  { tx }: Writer,
  { order, parts }: LockedBill,
  { sentSlips }: OrderVoid,
): Promise<void> {
  if (isMoneyBound(parts)) throw new ApiError('refundFirst');
  // The opposite of a transfer is a transfer back, never a void.
  if (order.source === 'transfer') throw new ApiError('stepNotAllowed');
  if (
    sentSlips.some((id) => !parts.own.some(({ _id, state }) => _id === id && state === 'pending'))
  )
    throw fieldsInvalid({ sentSlips: 'invalid' });
  if (sentSlips.length > 0 && order.walkInName !== '') throw new ApiError('slipOfWalkIn');
  if (
    (
      await attendedPlaces(
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
  { sentSlips, reason, moneyBack }: OrderVoid,
): Promise<{ voidReceipt: NewReceipt | null } & ReturnType<typeof moneyBackOf>> {
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
  const voidReceipt = await voidPayments(writer, posting, ended, {
    reason,
    moneyBack,
    branchId: order.branchId,
    content: { order: order.number },
  });
  const credit = parts.allocations.filter(({ asCredit }) => asCredit);
  return { voidReceipt, ...moneyBackOf(posting, ended, credit) };
}

/** POST `/orders/{id}/void`: writes opposite rows for everything of the order, in one write. */
export async function endOrder(
  writer: Writer,
  orderId: string,
  how: OrderVoid,
): Promise<WriteResult<VisitUndone>> {
  const { reason, moneyBack } = how;
  const locked = await lockRunning(writer, orderId, { ownShifts: true });
  const { order, parts, posting } = locked;
  const signature = await requireVoidable(writer, locked, how);
  await requireEndable(writer, locked, how);
  const money = await giveMoneyBack(writer, locked, how);
  const after = await voidBill(writer, locked, how);
  await endPlaces(writer, parts.places, { at: order.at, reason });
  await flush(posting);
  const { branchId, number, totalLAK: amountLAK } = order;
  await tellOfReversal(writer, { branchId, number, amountLAK, day: posting.day });
  return {
    answer: { orderId, number: order.number, ...money },
    audit: {
      action: 'void',
      entity: 'orders',
      entityId: orderId,
      branchId: order.branchId,
      before: { ...order },
      after: { ...after, moneyBack, ...signedBy(signature) },
      reason,
    },
  };
}
