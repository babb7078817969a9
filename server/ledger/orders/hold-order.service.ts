import { eq, inArray, sql } from 'drizzle-orm';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import { can } from '#contract/roles.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { requireEmptyQueue } from '#server/academic/enrolments/queue.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { askedOf } from './bill.ts';
import { confirmOrder, takePlacesAgain, waitingPlaces, placesHoldUntil } from './waiting-places.ts';
import { holdUntilFromPosting } from './new-holds.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';
import { readOrder, sumsOfOrder } from './order-parts.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

/** Locks a held order, or a confirmed one with places that wait for its minimum again. */
async function lockHeld(writer: Writer, orderId: string): Promise<LockedBill> {
  const locked = await lockRunning(writer, orderId);
  if (locked.order.state !== 'held' && waitingPlaces(locked).length === 0)
    throw new ApiError('stepNotAllowed');
  return locked;
}

/**
 * POST `/orders/{id}/prolong`: extends the hold of the order and of all its places, in one write.
 */
export async function prolongOrder(
  writer: Writer,
  orderId: string,
  reason: string,
): Promise<WriteResult<OrderChanged>> {
  const { tx, user } = writer;
  const locked = await lockHeld(writer, orderId);
  const { order, parts, posting } = locked;
  const places =
    order.state === 'held'
      ? parts.places.filter(({ status }) => status === 'pending')
      : waitingPlaces(locked);
  await requireEmptyQueue(writer, places);
  const holdUntil = await holdUntilFromPosting(posting, order.branchId);
  const ids = places.map(({ _id }) => _id);
  const before = order.state === 'held' ? order.holdUntil : placesHoldUntil(locked);
  if (order.state === 'held')
    await tx.update(orderTable).set({ holdUntil }).where(eq(orderTable._id, orderId));
  if (ids.length > 0)
    await tx
      .update(enrolmentTable)
      .set({
        holdUntil,
        version: sql`${enrolmentTable.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(inArray(enrolmentTable._id, ids));
  await recordEnrolmentStatus(tx, ids, { source: 'desk', byId: user._id, reason });
  const answer = { ...sumsOfOrder({ ...order, holdUntil }), freedLAK: 0, freedPendingLAK: 0 };
  return {
    answer,
    audit: {
      action: 'prolong',
      entity: 'orders',
      entityId: orderId,
      branchId: order.branchId,
      before: { holdUntil: before },
      after: { holdUntil },
      reason,
    },
  };
}

/**
 * POST `/orders/{id}/confirm`: confirms an order that is held on purpose and has its minimum. Below
 * the minimum, or if places wait again, only an admin may confirm it, with a reason.
 */
export async function confirmHeldOrder(
  writer: Writer,
  orderId: string,
  reason: string,
): Promise<WriteResult<OrderChanged>> {
  const locked = await lockHeld(writer, orderId);
  const { order, parts, posting } = locked;
  const asked = await askedOf(posting, { ...locked, lines: parts.lines, totalLAK: order.totalLAK });
  const missing = asked - order.paidLAK - order.pendingLAK;
  if (missing > 0 && !can(writer.user, 'orders:confirm-unpaid'))
    throw new ApiError('minimumMissing', { n: missing.toLocaleString('en') });
  if (missing > 0 && reason === '') throw fieldsInvalid({ reason: 'reasonNeeded' });
  const [confirmed, ...places] =
    order.state === 'held'
      ? await confirmOrder(writer, locked, posting)
      : await takePlacesAgain(writer, locked, reason);
  const answer = {
    ...sumsOfOrder(await readOrder(writer, orderId)),
    freedLAK: 0,
    freedPendingLAK: 0,
  };
  return {
    answer,
    audit: [...(confirmed ? [{ ...confirmed, action: 'confirm', reason }] : []), ...places],
  };
}
