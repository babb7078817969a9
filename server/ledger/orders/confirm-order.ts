import { eq } from 'drizzle-orm';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { makePlacesActive } from '#server/ledger/orders/holds/places-back.ts';
import type { LockedOrder } from './order-parts.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * Confirms a held order that has reached its minimum: its places become active, and its lines count
 * from this day on.
 */
export async function confirmOrder(
  writer: Writer,
  { order, parts }: LockedOrder,
  { at, day, rows }: Posting,
): Promise<AuditEntry[]> {
  // An enrolment that the same write has moved is named only by the new lines.
  const ids = [
    ...new Set([
      ...parts.places.map(({ _id }) => _id),
      ...rows.lines.flatMap(({ orderId, enrolmentId }) =>
        orderId === order._id ? (enrolmentId ?? []) : [],
      ),
    ]),
  ];
  const places = await makePlacesActive(writer, ids);
  const confirmed = { state: 'confirmed' as const, confirmedAt: at, confirmedDay: day };
  await writer.tx.update(orderTable).set(confirmed).where(eq(orderTable._id, order._id));
  return [
    {
      action: 'minimumReached',
      entity: 'orders',
      entityId: order._id,
      branchId: order.branchId,
      before: { state: order.state },
      after: confirmed,
    },
    ...places,
  ];
}
