import type { Tx } from '#server/db/client.ts';
import type { LockedStock } from '#server/ledger/stock/lock-stock.ts';
import { reserveStock } from '#server/ledger/stock/move-stock.ts';
import type { LockedOrder } from './order-parts.ts';
import { handedOver, isCharge, leftOf, type Line } from './order-lines.ts';

/** The pieces of a line that were handed over, and those that are reserved for it. */
export type Goods = { line: Line; productId: string; given: number; kept: number };

/** The goods of an order whose stock is tracked. */
export async function goodsOf(
  tx: Tx,
  { parts, stock }: Pick<LockedOrder, 'parts'> & { stock: LockedStock },
): Promise<Goods[]> {
  const counted = new Set([...stock.levels.values()].map(({ productId }) => productId));
  const lines = parts.lines.filter(
    (line) => isCharge(line) && line.productId !== null && counted.has(line.productId),
  );
  const handed = await handedOver(
    tx,
    lines.map(({ _id }) => _id),
  );
  return lines.map((line) => {
    const given = handed.get(line._id) ?? 0;
    return {
      line,
      productId: line.productId ?? '',
      given,
      kept: leftOf(line, parts.lines).quantity - given,
    };
  });
}

/** Releases the stock that was reserved for an order. */
export async function freeGoods(
  tx: Tx,
  { order, parts, stock }: LockedOrder & { stock: LockedStock },
): Promise<void> {
  const kept = (await goodsOf(tx, { parts, stock })).filter((one) => one.kept > 0);
  if (kept.length > 0)
    await reserveStock(
      tx,
      stock,
      kept.map(({ productId, kept: quantity }) => ({
        productId,
        branchId: order.branchId,
        qtyChange: -quantity,
      })),
    );
}
