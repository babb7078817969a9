import { eq, max, sql } from 'drizzle-orm';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import type { OrderMoney } from './receive-money.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

export const ROUNDING_NAMES = { nameEn: 'Cash rounding', nameLo: 'ປັດເສດເງິນສົດ' };

/**
 * Adds money to orders that existed before, and the rounding of the payment to those that it falls
 * on.
 */
export async function payOrders(
  posting: Posting,
  money: readonly OrderMoney[],
  receiptId: string | null,
): Promise<void> {
  const { tx } = posting;
  for (const { orderId, paidLAK, pendingLAK, roundingLAK } of money) {
    if (roundingLAK !== 0) {
      const [last] = await tx
        .select({ position: max(orderLineTable.position) })
        .from(orderLineTable)
        .where(eq(orderLineTable.orderId, orderId));
      addLine(posting, {
        orderId,
        position: (last?.position ?? 0) + 1,
        kind: 'rounding',
        ...ROUNDING_NAMES,
        amountLAK: roundingLAK,
        receiptId,
      });
    }
    const { totalLAK, paidLAK: paid, pendingLAK: pending } = orderTable;
    await tx
      .update(orderTable)
      .set({
        totalLAK: sql`${totalLAK} + ${roundingLAK}`,
        paidLAK: sql`${paid} + ${paidLAK}`,
        pendingLAK: sql`${pending} + ${pendingLAK}`,
      })
      .where(eq(orderTable._id, orderId));
  }
}
