import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { ordersOver } from '#server/ledger/orders/holds/waiting-places.ts';
import { orderLineTable, orderTable as table } from '#server/db/tables/ledger/orders.table.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';

/**
 * Orders with a hold that has ended but is not written yet: of the whole order, or of places of a
 * confirmed order that wait again. They are few, so they are looked up first.
 */
export const endedHold = sql`${table._id} in (
  select held.id from ${table} held
  where held.state = 'held' and held.hold_until <= clock_timestamp()
  union all ${ordersOver})`;

/** Orders whose ended hold still reserves some of these products in a branch. */
export async function endedHoldsWith(
  tx: Tx,
  branchId: string,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const where = and(
    endedHold,
    eq(table.branchId, branchId),
    inArray(orderLineTable.productId, [...productIds]),
  );
  const rows = await tx
    .selectDistinct({ _id: table._id })
    .from(table)
    .innerJoin(orderLineTable, eq(orderLineTable.orderId, table._id))
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
    endedHold,
    eq(table.branchId, branchId),
    eq(orderLineTable.kind, 'product'),
    inArray(orderLineTable.productId, [...productIds]),
  );
  const kept = sql<number>`sum(${orderLineTable.quantity} + coalesce((
    select sum(movement.qty_change) from ${stockMovementTable} movement
    where movement.line_id = order_lines.id), 0))::int`;
  const rows = await db
    .select({ productId: orderLineTable.productId, kept })
    .from(table)
    .innerJoin(orderLineTable, eq(orderLineTable.orderId, table._id))
    .where(where)
    .groupBy(orderLineTable.productId);
  return new Map(rows.map((row) => [row.productId ?? '', row.kept]));
}
