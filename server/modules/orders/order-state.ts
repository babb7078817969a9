import { and, eq, inArray, sum, sql } from 'drizzle-orm';
import type { OrderState } from '#contract/orders.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { orderLineTable, orderTable as table } from './orders.table.ts';

/** Whether the hold of an order has ended, written yet or not. The clock is the database's at this very moment. */
export const orderHoldEnded = sql<boolean>`(${table.state} = 'held' and ${table.holdUntil} <= clock_timestamp())`;

/** The state of an order as it is by the clock. */
export const orderStateNow = sql<OrderState>`case when ${orderHoldEnded} then 'lapsed' else ${table.state} end`;

/** Orders whose ended hold still keeps some of these products in a branch. */
export async function endedHoldsWith(tx: Tx, branchId: string, productIds: readonly string[]): Promise<string[]> {
  if (productIds.length === 0) return [];
  const where = and(orderHoldEnded, eq(table.branchId, branchId), inArray(orderLineTable.productId, [...productIds]));
  const rows = await tx.selectDistinct({ _id: table._id }).from(table).innerJoin(orderLineTable, eq(orderLineTable.orderId, table._id)).where(where);
  return rows.map(({ _id }) => _id);
}

/** What holds that have ended, but are not written yet, still keep of these products in a branch; in a hold nothing is handed over. */
export async function keptByEndedHolds(db: Db | Tx, branchId: string, productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const where = and(orderHoldEnded, eq(table.branchId, branchId), eq(orderLineTable.kind, 'product'), inArray(orderLineTable.productId, [...productIds]));
  const rows = await db.select({ productId: orderLineTable.productId, kept: sum(orderLineTable.quantity) }).from(table).innerJoin(orderLineTable, eq(orderLineTable.orderId, table._id)).where(where).groupBy(orderLineTable.productId);
  return new Map(rows.map(({ productId, kept }) => [productId ?? '', Number(kept)]));
}
