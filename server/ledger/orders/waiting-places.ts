import { and, eq, inArray, sql } from 'drizzle-orm';
import { makePlacesActive } from '#server/academic/enrolments/record-enrolments.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { HoldEnded, RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  handedOver,
  isCharge,
  leftOf,
  linesWith,
  minimumOf,
  type OrderLine,
} from './order-lines.ts';
import {
  readOrder,
  readParts,
  type LockedOrder,
  type StoredOrder,
  type OrderParts,
} from './order-parts.ts';
import type { OrderReceived } from './receive-money.ts';

// A held order, or a place of a confirmed one, waits until the minimum has come or its hold has
// ended: docs/money.md, "Minimum and instalments".

export type WaitingPlace = OrderParts['places'][number];

/** The places whose tuition an order still charges. */
const chargedPlaces = ({ lines, places }: Pick<OrderParts, 'lines' | 'places'>): WaitingPlace[] =>
  places.filter(({ _id }) =>
    lines.some(
      (line) =>
        line.kind === 'tuition' &&
        isCharge(line) &&
        line.enrolmentId === _id &&
        leftOf(line, lines).quantity > 0,
    ),
  );

/**
 * The places of a confirmed order that wait for its minimum again, because some of its money was
 * taken back.
 */
export const waitingPlaces = ({ order, parts }: LockedOrder): WaitingPlace[] =>
  order.state === 'confirmed'
    ? chargedPlaces(parts).filter(({ status }) => status === 'pending')
    : [];

/** The waiting places whose hold has ended, whether or not the end was written. */
export const placesWithEndedHold = (locked: LockedOrder, at: string): WaitingPlace[] =>
  waitingPlaces(locked).filter(({ holdUntil }) => holdUntil !== null && holdUntil <= at);

/** The first end of the holds of an order's waiting places; null if no place waits. */
export const placesHoldUntil = (locked: LockedOrder): string | null =>
  waitingPlaces(locked)
    .flatMap(({ holdUntil }) => holdUntil ?? [])
    .toSorted()[0] ?? null;

/**
 * Throws unless an order still runs. If the hold of the order, or of places that wait again, has
 * ended by the clock, `HoldEnded` makes the route lapse it first.
 */
export function requireRunning(locked: LockedOrder, at: string): void {
  const { order } = locked;
  if (order.state === 'lapsed') throw new ApiError('holdEnded');
  if (order.state === 'void') throw new ApiError('orderEnded');
  if (order.state === 'held' && order.holdUntil !== null && order.holdUntil <= at)
    throw new HoldEnded([order._id]);
  if (placesWithEndedHold(locked, at).length > 0) throw new HoldEnded([order._id]);
}

/**
 * Confirmed orders with a waiting place whose hold has ended. The query starts from pending
 * enrolments, because they are few.
 */
const ordersOver = sql`
  select line.order_id from ${enrolmentTable} place
  join ${orderLineTable} line on line.enrolment_id = place.id and line.kind = 'tuition'
  join ${orderTable} charged_order on charged_order.id = line.order_id
    and charged_order.state = 'confirmed'
  where place.status = 'pending' and place.seat_hold_until <= clock_timestamp()`;

/**
 * Orders with a hold that has ended but is not written yet: of the whole order, or of places of a
 * confirmed order that wait again. They are few, so they are looked up first.
 */
export const orderHoldEnded = sql`${orderTable._id} in (
  select held.id from ${orderTable} held
  where held.state = 'held' and held.hold_until <= clock_timestamp()
  union all ${ordersOver})`;

/** Orders whose ended hold still reserves some of these products in a branch. */
export async function ordersWithEndedHolds(
  tx: Tx,
  branchId: string,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const where = and(
    orderHoldEnded,
    eq(orderTable.branchId, branchId),
    inArray(orderLineTable.productId, [...productIds]),
  );
  const rows = await tx
    .selectDistinct({ _id: orderTable._id })
    .from(orderTable)
    .innerJoin(orderLineTable, eq(orderLineTable.orderId, orderTable._id))
    .where(where);
  return rows.map(({ _id }) => _id);
}

/**
 * Pieces of these products in a branch that are still reserved by holds which have ended but are
 * not written yet.
 */
export async function keptByEndedHolds(
  db: Db | Tx,
  branchId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const where = and(
    orderHoldEnded,
    eq(orderTable.branchId, branchId),
    eq(orderLineTable.kind, 'product'),
    inArray(orderLineTable.productId, [...productIds]),
  );
  const kept = sql<number>`sum(${orderLineTable.quantity} + coalesce((
    select sum(movement.qty_change) from ${stockMovementTable} movement
    where movement.line_id = order_lines.id), 0))::int`;
  const rows = await db
    .select({ productId: orderLineTable.productId, kept })
    .from(orderTable)
    .innerJoin(orderLineTable, eq(orderLineTable.orderId, orderTable._id))
    .where(where)
    .groupBy(orderLineTable.productId);
  return new Map(rows.map((row) => [row.productId ?? '', row.kept]));
}

/** Filters orders to those with places that wait for their minimum. */
async function ordersWaiting(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isWaiting = and(
    inArray(orderTable._id, [...ids]),
    eq(orderTable.state, 'confirmed'),
    eq(enrolmentTable.status, 'pending'),
  );
  const rows = await tx
    .selectDistinct({ _id: orderTable._id })
    .from(orderTable)
    .innerJoin(orderLineTable, eq(orderLineTable.orderId, orderTable._id))
    .innerJoin(enrolmentTable, eq(enrolmentTable._id, orderLineTable.enrolmentId))
    .where(isWaiting);
  return rows.map(({ _id }) => _id).toSorted();
}

/**
 * Reads those of the orders that the visit pays whose places wait for the minimum again, with all
 * their parts.
 */
export async function findWaitingPlaces(
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
export async function recheckWaitingPlaces(
  writer: Writer,
  orderIds: readonly string[],
  seen: readonly LockedOrder[],
  at: string,
): Promise<LockedOrder[]> {
  const waiting = await findWaitingPlaces(writer, orderIds);
  const locked = new Set(seen.flatMap((one) => waitingPlaces(one).map(({ _id }) => _id)));
  if (waiting.some((one) => waitingPlaces(one).some(({ _id }) => !locked.has(_id))))
    throw new RetryTransaction();
  for (const one of waiting) requireRunning(one, at);
  return waiting;
}

/** The minimum of an order with these lines, read without locked stock levels. */
export async function minimumNow(
  tx: Tx,
  { state, totalLAK }: Pick<StoredOrder, 'state' | 'totalLAK'>,
  lines: readonly OrderLine[],
): Promise<number> {
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const counted =
    productIds.length === 0
      ? []
      : await tx
          .select({ _id: productTable._id })
          .from(productTable)
          .where(and(inArray(productTable._id, productIds), eq(productTable.trackStock, true)));
  const handed = await handedOver(
    tx,
    lines.filter(({ productId }) => productId !== null).map(({ _id }) => _id),
  );
  return minimumOf(lines, totalLAK, {
    handed,
    isHeld: state === 'held',
    isCounted: (productId) => counted.some(({ _id }) => _id === productId),
  });
}

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

/**
 * Makes the waiting places of a confirmed order active again, because money has reached the minimum
 * or an admin decided so.
 */
export async function takePlacesAgain(
  writer: Writer,
  locked: LockedOrder,
  reason = '',
): Promise<AuditEntry[]> {
  const { _id, branchId } = locked.order;
  const ids = waitingPlaces(locked).map((place) => place._id);
  if (ids.length === 0) return [];
  return [
    {
      action: reason === '' ? 'placesBack' : 'confirm',
      entity: 'orders',
      entityId: _id,
      branchId,
      after: { places: ids },
      reason,
    },
    ...(await makePlacesActive(writer, ids, reason)),
  ];
}

/** Activates the places of orders that the visit's money has brought to their minimum. */
export async function activatePlacesThatReachedMinimum(
  writer: Writer,
  posting: Posting,
  waiting: readonly LockedOrder[],
  money: readonly OrderReceived[],
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
