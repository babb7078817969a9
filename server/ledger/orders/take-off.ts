import { eq } from 'drizzle-orm';
import { ApiError } from '#server/lib/api-error.ts';
import { addAllocation, addLine, type Posting } from '#server/ledger/books/posting.ts';
import type { allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { linesWith, nextPosition, sameAs, sumOfAll } from './order-lines.ts';
import type { LockedOrder, StoredOrder } from './order-parts.ts';

type Allocation = typeof allocationTable.$inferSelect;

/** The money of one act that is taken back: its allocations, with the credit that it used. */
export type TakenBack = {
  given: readonly Allocation[];
  /** Payments that are not verified yet. */
  pendingIds: readonly string[];
  /** The receipts of the act, which its rounding names. */
  receiptIds: readonly string[];
};

/** Gathers the rows that take allocations back. */
export function reverseAllocations(posting: Posting, given: readonly Allocation[]): void {
  for (const { _id, paymentId, orderId, amountLAK, asCredit } of given)
    addAllocation(posting, {
      paymentId,
      orderId: orderId ?? '',
      amountLAK: -amountLAK,
      asCredit,
      reversesId: _id,
    });
}

/**
 * Takes the money of an act off an order, with the rounding of that act; its credit is freed apart.
 */
export async function takeMoneyOff(
  posting: Posting,
  locked: LockedOrder,
  { given: all, pendingIds, receiptIds }: TakenBack,
  reason: string,
): Promise<Pick<StoredOrder, 'totalLAK' | 'paidLAK' | 'pendingLAK'>> {
  const { order, parts } = locked;
  const given = all.filter(({ orderId }) => orderId === order._id);
  reverseAllocations(posting, given);
  const rounding = parts.lines.filter(
    ({ kind, receiptId }) =>
      kind === 'rounding' && receiptId !== null && receiptIds.includes(receiptId),
  );
  const roundingLAK = sumOfAll(rounding.map(({ amountLAK }) => amountLAK));
  if (rounding[0] && roundingLAK !== 0)
    addLine(posting, {
      ...sameAs(rounding[0]),
      position: nextPosition(parts.lines),
      amountLAK: -roundingLAK,
      reason,
    });
  const sumIn = (isPending: boolean) =>
    sumOfAll(
      given
        .filter(({ paymentId }) => pendingIds.includes(paymentId) === isPending)
        .map(({ amountLAK }) => amountLAK),
    );
  const sums = {
    totalLAK: sumOfAll(linesWith(posting, locked).map(({ amountLAK }) => amountLAK)),
    paidLAK: order.paidLAK - sumIn(false),
    pendingLAK: order.pendingLAK - sumIn(true),
  };
  // Other money on the order depends on this rounding.
  if (sums.paidLAK + sums.pendingLAK > sums.totalLAK) throw new ApiError('refundFirst');
  await posting.tx.update(orderTable).set(sums).where(eq(orderTable._id, order._id));
  return sums;
}

/** The amount of each payment that becomes free again. */
export function releasedByPayment(credit: readonly Allocation[]): ReadonlyMap<string, number> {
  const freed = new Map<string, number>();
  for (const { paymentId, amountLAK } of credit)
    freed.set(paymentId, (freed.get(paymentId) ?? 0) + amountLAK);
  return freed;
}
