import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

/** Sets the sum that an order keeps after a refund; the caller has locked the order. */
export async function setPaid(tx: Tx, orderId: string, paidLAK: number): Promise<void> {
  await tx.update(orderTable).set({ paidLAK }).where(eq(orderTable._id, orderId));
}
