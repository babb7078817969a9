import { inArray, sql } from 'drizzle-orm';
import { attendedPlaces } from '#server/academic/enrolments/attended-places.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { holdHoursOf, holdUntilFrom } from '#server/academic/enrolments/holds.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';
import {
  type LockedOrder,
  sumsOfOrder,
  type StoredOrder,
} from '#server/ledger/orders/order-parts.ts';
import type { OrderLine } from '#server/ledger/orders/order-lines.ts';
import { chargedPlaces, minimumNow, type WaitingPlace } from './waiting-places.ts';

/** The end of a full hold that begins with the posting. */
export const holdUntilFromPosting = async (
  { tx, at }: Posting,
  branchId: string,
): Promise<string> => holdUntilFrom(at, await holdHoursOf(tx, branchId));

/** Places that only this order made active and that have no attendance yet. */
async function placesToWait(
  { tx }: Writer,
  { order, parts }: LockedOrder,
): Promise<WaitingPlace[]> {
  const active = chargedPlaces(parts).filter(({ status }) => status === 'active');
  const ids = active.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const attended = await attendedPlaces(tx, ids);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct enrolment_id as id from ${enrolmentStateTable}
    where enrolment_id = any(${sql.param(ids)}::uuid[]) and status in ('active', 'suspended')
      and at < ${order.confirmedAt}`);
  const before = new Set(rows.map(({ id }) => id));
  const left: WaitingPlace[] = [];
  for (const place of active.filter(({ _id }) => !attended.has(_id) && !before.has(_id))) {
    if ((await ordersCharging(tx, [place._id])).every((id) => id === order._id)) left.push(place);
  }
  return left;
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
  const places = isBelow && !wasBelow ? await placesToWait(writer, locked) : [];
  if (places.length === 0) return [];
  const holdUntil = await holdUntilFromPosting(posting, order.branchId);
  const waiting = { status: 'pending' as const, holdUntil };
  const ids = places.map(({ _id }) => _id);
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
