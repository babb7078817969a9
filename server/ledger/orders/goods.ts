import type { HandOver, OrderChanged } from '#contract/orders/order-changes.ts';
import type { Tx } from '#server/db/client.ts';
import { type LockedStock, reserveStock, moveStock } from '#server/ledger/stock/stock-levels.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { type LockedOrder, sumsOfOrder } from './order-parts.ts';
import { handedOver, isCharge, leftOf, type OrderLine, sumOfAll } from './order-lines.ts';
import { askedOf } from './bill.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';

/** The pieces of a line that were handed over, and those that are reserved for it. */
export type OrderGoods = { line: OrderLine; productId: string; given: number; kept: number };

/** The goods of an order whose stock is tracked. */
export async function goodsOf(
  tx: Tx,
  { parts, stock }: Pick<LockedOrder, 'parts'> & { stock: LockedStock },
): Promise<OrderGoods[]> {
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

/**
 * Throws if the goods handed over cost more than is paid or pending. Runs after the movements, so
 * that they count.
 */
export async function requireCovered(
  locked: LockedBill,
  sums: Pick<LockedBill['order'], 'totalLAK' | 'paidLAK' | 'pendingLAK'>,
  lines = locked.parts.lines,
): Promise<void> {
  const asked = await askedOf(locked.posting, { ...locked, lines, totalLAK: sums.totalLAK });
  const missing = asked - sums.paidLAK - sums.pendingLAK;
  if (missing > 0) throw new ApiError('minimumMissing', { n: missing.toLocaleString('en') });
}

/**
 * POST `/orders/{id}/hand-over`: writes one stock movement for each line, for all or part of its
 * pieces. Only the stock on hand is checked, because the pieces were reserved for this order.
 */
export async function handOver(
  writer: Writer,
  orderId: string,
  { lines }: HandOver,
): Promise<WriteResult<OrderChanged>> {
  const locked = await lockRunning(writer, orderId);
  const { order, stock } = locked;
  if (order.state !== 'confirmed') throw new ApiError('stepNotAllowed');
  const goods = await goodsOf(writer.tx, locked);
  const asked = new Map(
    lines.map(({ lineId }) => [
      lineId,
      sumOfAll(lines.filter((one) => one.lineId === lineId).map(({ quantity }) => quantity)),
    ]),
  );
  const given = [...asked].map(([lineId, quantity]) => {
    const found = goods.find(({ line }) => line._id === lineId);
    if (!found || quantity > found.kept) throw new ApiError('nothingToHandOver');
    return { productId: found.productId, branchId: order.branchId, lineId, quantity };
  });
  await reserveStock(
    writer.tx,
    stock,
    given.map(({ quantity, ...one }) => ({ ...one, qtyChange: -quantity })),
  );
  await moveStock(
    writer,
    stock,
    given.map(({ quantity, ...one }) => ({
      ...one,
      type: 'sale',
      qtyChange: -quantity,
      paper: 'order',
      paperId: orderId,
      paperNumber: order.number,
    })),
  );
  await requireCovered(locked, order);
  return {
    answer: { ...sumsOfOrder(order), freedLAK: 0, freedPendingLAK: 0 },
    audit: {
      action: 'handOver',
      entity: 'orders',
      entityId: orderId,
      branchId: order.branchId,
      after: { lines },
    },
  };
}
