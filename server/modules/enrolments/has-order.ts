import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ordersCharging } from '#server/modules/orders/leaving.ts';
import { orderLineTable, orderTable } from '#server/modules/orders/orders.table.ts';
import { studentTable } from '#server/modules/students/students.table.ts';

/** Throws for a place with an order line, and names its order: there money, goods and place change together. */
export async function requireNoOrder(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  const { enrolmentId } = orderLineTable;
  const [found] = await tx.select({ number: orderTable.number }).from(orderLineTable).innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId)).where(inArray(enrolmentId, [...enrolmentIds])).orderBy(desc(orderTable.at)).limit(1);
  if (found) throw new ApiError('hasOrder', { n: found.number });
}

const MOST_NAMED = 5;

/** Throws while orders that still run keep some of these places for somebody, and names who and which order. */
export async function requireNoHolds(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  const orderIds = await ordersCharging(tx, enrolmentIds);
  if (orderIds.length === 0) return;
  const { enrolmentId, orderId, studentId } = orderLineTable;
  const held = await tx
    .selectDistinct({ firstName: studentTable.firstName, lastName: studentTable.lastName, number: orderTable.number })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .innerJoin(studentTable, eq(studentTable._id, studentId))
    .where(and(inArray(orderId, orderIds), inArray(enrolmentId, [...enrolmentIds])))
    .orderBy(orderTable.number);
  const named = held.slice(0, MOST_NAMED).map(({ firstName, lastName, number }) => `${firstName} ${lastName} (${number})`);
  throw new ApiError('seatsHeld', { n: [...named, ...(held.length > MOST_NAMED ? ['…'] : [])].join(', ') });
}
