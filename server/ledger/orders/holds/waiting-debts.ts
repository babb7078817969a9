import type { AuditEntry } from '#server/lib/audit.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { linesWith } from '#server/ledger/orders/bill.ts';
import { requireRunning } from '#server/ledger/orders/lock-orders.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { readOrder, readParts } from '#server/ledger/orders/order-parts.ts';
import type { OrderMoney } from '#server/ledger/orders/receive-money.ts';
import { takePlacesAgain } from './places-back.ts';
import { minimumNow, ordersWaiting, waitingPlaces } from './waiting-places.ts';

/**
 * Reads those of the orders that the visit pays whose places wait for the minimum again, with all
 * their parts.
 */
export async function readHeldPlaces(
  { tx }: Pick<Writer, 'tx'>,
  orderIds: readonly string[],
): Promise<LockedOrder[]> {
  const waiting: LockedOrder[] = [];
  // The right to pay them here is checked together with the money.
  for (const id of await ordersWaiting(tx, orderIds))
    waiting.push({
      order: await readOrder({ tx, user: undefined }, id),
      parts: await readParts(tx, id),
    });
  return waiting.filter((one) => waitingPlaces(one).length > 0);
}

/**
 * Reads them again after the locks were taken. Throws if a place waits by now whose class was not
 * locked, or if a hold has ended.
 */
export async function recheckHeldPlaces(
  writer: Writer,
  orderIds: readonly string[],
  seen: readonly LockedOrder[],
  at: string,
): Promise<LockedOrder[]> {
  const waiting = await readHeldPlaces(writer, orderIds);
  const locked = new Set(seen.flatMap((one) => waitingPlaces(one).map(({ _id }) => _id)));
  if (waiting.some((one) => waitingPlaces(one).some(({ _id }) => !locked.has(_id))))
    throw new RetryTransaction();
  for (const one of waiting) requireRunning(one, at);
  return waiting;
}

/** Activates the places of orders that the visit's money has brought to their minimum. */
export async function activatePlacesThatReachedMinimum(
  writer: Writer,
  posting: Posting,
  waiting: readonly LockedOrder[],
  money: readonly OrderMoney[],
): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = [];
  for (const locked of waiting) {
    const { order } = locked;
    const {
      paidLAK = 0,
      pendingLAK = 0,
      roundingLAK = 0,
    } = money.find(({ orderId }) => orderId === order._id) ?? {};
    const asked = await minimumNow(
      writer.tx,
      { ...order, totalLAK: order.totalLAK + roundingLAK },
      linesWith(posting, locked),
    );
    if (order.paidLAK + order.pendingLAK + paidLAK + pendingLAK >= asked)
      audit.push(...(await takePlacesAgain(writer, locked)));
  }
  return audit;
}
