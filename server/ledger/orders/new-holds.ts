import { inArray, sql } from 'drizzle-orm';
import { attendedPlaces } from '#server/academic/enrolments/attended-places.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { holdHoursOf, holdUntilFrom } from '#server/academic/enrolments/holds.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { chargesOf } from '#server/ledger/orders/leaving.ts';
import {
  type LockedOrder,
  sumsOfOrder,
  type StoredOrder,
} from '#server/ledger/orders/order-parts.ts';
import type { OrderLine } from '#server/ledger/orders/order-lines.ts';
import { minimumNow } from './waiting-places.ts';

/** The end of a full hold that begins with the posting. */
export const holdUntilFromPosting = async (
  { tx, at }: Posting,
  branchId: string,
): Promise<string> => holdUntilFrom(at, await holdHoursOf(tx, branchId));

/**
 * The places that wait again if their confirmed order falls below its minimum: those that only this
 * order charges and made active, and that have no attendance yet.
 */
export async function placesToWait(
  db: Db | Tx,
  orderIds: readonly string[],
): Promise<{ orderId: string; enrolmentId: string }[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute<{ orderId: string; enrolmentId: string }>(sql`
    select distinct line.order_id as "orderId", place.id as "enrolmentId"
    from ${orderLineTable} line
    join ${orderTable} charged_order on charged_order.id = line.order_id
    join ${enrolmentTable} place on place.id = line.enrolment_id
    where line.order_id = any(${sql.param([...orderIds])}::uuid[])
      and charged_order.state = 'confirmed' and place.status = 'active'
      and not exists (
        select from ${enrolmentStateTable} state
        where state.enrolment_id = place.id and state.status in ('active', 'suspended')
          and state.at < charged_order.confirmed_at)`);
  const ids = [...new Set(rows.map(({ enrolmentId }) => enrolmentId))];
  const attended = await attendedPlaces(db, ids);
  const charges = await chargesOf(db, ids);
  return rows.filter(({ orderId, enrolmentId }) => {
    const [charge, ...others] = charges.filter((one) => one.enrolmentId === enrolmentId);
    return charge?.orderId === orderId && others.length === 0 && !attended.has(enrolmentId);
  });
}

type Changed = {
  /** The order as it was, with all its parts. */
  locked: LockedOrder;
  /** Its sums and lines after money was taken back. */
  sums: Pick<StoredOrder, 'totalLAK' | 'paidLAK' | 'pendingLAK'>;
  lines: readonly OrderLine[];
  reason: string;
};

/**
 * Gives the places of a confirmed order a new hold if taking money back (a void receipt, a rejected
 * slip) has brought it below its minimum. Their seats stay taken and the order stays confirmed.
 */
export async function giveNewHolds(
  writer: Writer,
  posting: Posting,
  { locked, sums, lines, reason }: Changed,
): Promise<AuditEntry[]> {
  const { tx, user } = writer;
  const { order, parts } = locked;
  if (order.state !== 'confirmed') return [];
  const wasBelow = order.paidLAK + order.pendingLAK < (await minimumNow(tx, order, parts.lines));
  const isBelow =
    sums.paidLAK + sums.pendingLAK < (await minimumNow(tx, { ...order, ...sums }, lines));
  const places = isBelow && !wasBelow ? await placesToWait(tx, [order._id]) : [];
  if (places.length === 0) return [];
  const holdUntil = await holdUntilFromPosting(posting, order.branchId);
  const waiting = { status: 'pending' as const, holdUntil };
  const ids = places.map(({ enrolmentId }) => enrolmentId);
  await tx
    .update(enrolmentTable)
    .set({ ...waiting, version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` })
    .where(inArray(enrolmentTable._id, ids));
  await recordEnrolmentStatus(tx, ids, { source: 'desk', byId: user._id, reason });
  return [
    {
      action: 'newHold',
      entity: 'orders',
      entityId: order._id,
      branchId: order.branchId,
      before: sumsOfOrder(order),
      after: { ...sums, holdUntil, places: ids },
      reason,
    },
    ...ids.map((entityId): AuditEntry => ({
      action: 'update',
      entity: 'enrolments',
      entityId,
      before: { status: 'active' },
      after: waiting,
      reason,
    })),
  ];
}
