import { desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * Throws for a place with an order line, and names its order: there money, goods and place change
 * together.
 */
export async function requireNoOrder(tx: Tx, enrolmentIds: readonly string[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  const { enrolmentId } = orderLineTable;
  const [found] = await tx
    .select({ number: orderTable.number })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId))
    .where(inArray(enrolmentId, [...enrolmentIds]))
    .orderBy(desc(orderTable.at))
    .limit(1);
  if (found) throw new ApiError('hasOrder', { n: found.number });
}
