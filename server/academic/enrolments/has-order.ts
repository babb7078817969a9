import { desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * Throws for an enrolment with an order line, with the order's number: only the order changes it,
 * because money, goods and seat change together.
 */
export async function requireNoOrder(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  const { enrolmentId } = orderLineTable;
  const [order] = await tx
    .select({ number: orderTable.number })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId))
    .where(inArray(enrolmentId, [...enrolmentIds]))
    .orderBy(desc(orderTable.at))
    .limit(1);
  if (order) throw new ApiError('hasOrder', { n: order.number });
}
