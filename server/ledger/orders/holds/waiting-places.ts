import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import {
  handedOver,
  isCharge,
  leftOf,
  minimumOf,
  type Line,
} from '#server/ledger/orders/order-lines.ts';
import type { Order, Parts } from '#server/ledger/orders/order-parts.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

export type Place = Parts['places'][number];

/** The places whose tuition an order still charges. */
export const chargedPlaces = ({ lines, places }: Pick<Parts, 'lines' | 'places'>): Place[] =>
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
export const waitingPlaces = ({ order, parts }: LockedOrder): Place[] =>
  order.state === 'confirmed'
    ? chargedPlaces(parts).filter(({ status }) => status === 'pending')
    : [];

/** The waiting places whose hold has ended, whether or not the end was written. */
export const placesOver = (locked: LockedOrder, at: string): Place[] =>
  waitingPlaces(locked).filter(
    ({ seatHoldUntil }) => seatHoldUntil !== null && seatHoldUntil <= at,
  );

/** The first end of the holds of an order's waiting places; null if no place waits. */
export const waitUntil = (locked: LockedOrder): string | null =>
  waitingPlaces(locked)
    .flatMap(({ seatHoldUntil }) => seatHoldUntil ?? [])
    .toSorted()[0] ?? null;

/**
 * Confirmed orders with a waiting place whose hold has ended. The query starts from pending
 * enrolments, because they are few.
 */
export const ordersOver = sql`
  select line.order_id from ${enrolmentTable} place
  join ${orderLineTable} line on line.enrolment_id = place.id and line.kind = 'tuition'
  join ${orderTable} charged_order on charged_order.id = line.order_id
    and charged_order.state = 'confirmed'
  where place.status = 'pending' and place.seat_hold_until <= clock_timestamp()`;

/** Filters orders to those with places that wait for their minimum. */
export async function ordersWaiting(tx: Tx, ids: readonly string[]): Promise<string[]> {
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

/** The minimum of an order with these lines, read without locked stock levels. */
export async function minimumNow(
  tx: Tx,
  { state, totalLAK }: Pick<Order, 'state' | 'totalLAK'>,
  lines: readonly Line[],
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

/** Filters enrolments to those with attendance in their class. */
export async function attendedOf(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct placed.id from ${enrolmentTable} placed
    join ${classSessionTable} session on session.class_id = placed.class_id
      and session.date >= placed.start_date
    join ${attendanceTable} mark on mark.session_id = session.id
      and mark.student_id = placed.student_id
    where placed.id = any(${sql.param([...ids])}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}
