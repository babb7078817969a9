import { and, eq } from 'drizzle-orm';
import { convert, percentsOff } from '#contract/money/money.ts';
import type { OrderChanged, OrderExchange } from '#contract/orders/order-changes.ts';
import { can } from '#contract/roles.ts';
import type { VisitChange } from '#contract/desk/visit-changes.ts';
import { rateOf } from '#contract/desk/visit-lines.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';
import { addLine, flush } from '#server/ledger/books/posting.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { moveStock, reserveStock, type StockMove } from '#server/ledger/stock/stock-levels.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { settleBill } from './bill.ts';
import {
  linesWith,
  isCharge,
  leftOf,
  nextPosition,
  postPiecesBack,
  type OrderLine,
} from './order-lines.ts';
import { goodsOf, requireCovered } from './goods.ts';
import { lockRunning, type LockedBill } from './lock-orders.ts';
import { sumsOfOrder, type StoredOrder } from './order-parts.ts';

type Asked = { line: OrderLine; input: OrderExchange };
type Swap = Pick<OrderExchange, 'quantity' | 'reason' | 'backOnShelf' | 'giveNow' | 'productId'>;

/**
 * Charges the new product at today's price and rate, with the percentage of discount that the old
 * one had.
 */
async function postNew(locked: LockedBill, { line, input }: Asked): Promise<string | null> {
  const { order, parts, posting } = locked;
  const { productId, quantity, reason } = input;
  if (productId === null) return null;
  const [product] = await posting.tx
    .select()
    .from(productTable)
    .where(and(eq(productTable._id, productId), eq(productTable.active, true)));
  if (!product) throw fieldsInvalid({ productId: 'productUnknown' });
  const { price, currency, nameEn, nameLo } = product;
  const newestRate = rateOf({ currency }, await newestRates(posting.tx));
  if (!newestRate) throw new ApiError('rateMissing', { n: currency });
  const shown = currency === 'LAK' ? null : input.rateIds[currency];
  if (currency !== 'LAK' && shown !== newestRate.rateId)
    throw new ApiError('totalChanged', {
      rows: [
        {
          changed: 'rate',
          currency,
          before: shown,
          after: newestRate.rateId,
        } satisfies VisitChange,
      ],
    });
  const amountLAK = convert(price * quantity, currency, newestRate.rate);
  const common = { orderId: order._id, studentId: line.studentId, productId };
  const lines = linesWith(posting, locked);
  const lineId = addLine(posting, {
    ...common,
    position: nextPosition(lines),
    kind: 'product',
    nameEn,
    nameLo,
    quantity,
    unitPrice: price,
    currency,
    ...newestRate,
    amountLAK,
    reason,
  });
  const kept = leftOf(line, parts.lines).discounts.filter(
    (one) => one.percent !== null && one.amountLAK < 0,
  );
  const offs = percentsOff(
    amountLAK,
    kept.map(({ percent }) => percent ?? 0),
  );
  for (const [
    at,
    { ruleId, percent, nameEn: ofEn, nameLo: ofLo, reason: why, approvedById },
  ] of kept.entries()) {
    const off = offs[at] ?? 0;
    if (off === 0) continue;
    addLine(posting, {
      ...common,
      position: nextPosition(linesWith(posting, locked)),
      kind: 'discount',
      ofLineId: lineId,
      nameEn: ofEn,
      nameLo: ofLo,
      ruleId,
      percent,
      reason: why,
      approvedById,
      amountLAK: -off,
    });
  }
  return lineId;
}

/**
 * Takes back what was handed over, to the shelf or as a loss, and then hands over or reserves the
 * new pieces.
 */
export async function swapGoods(
  writer: Writer,
  { order, stock, parts }: LockedBill,
  { line, input }: { line: OrderLine; input: Swap },
  newLineId: string | null,
): Promise<void> {
  const { quantity, reason, backOnShelf, giveNow } = input;
  const productId = input.productId ?? '';
  const { branchId, _id: paperId, number: paperNumber } = order;
  const paper = { branchId, paper: 'order', paperId, paperNumber, reason } as const;
  const old = (await goodsOf(writer.tx, { parts, stock })).find((one) => one.line._id === line._id);
  const back = Math.min(quantity, old?.given ?? 0);
  const isCounted = [...stock.levels.values()].some((level) => level.productId === productId);
  const promises = [
    ...(old && quantity > back
      ? [{ productId: old.productId, branchId, qtyChange: back - quantity }]
      : []),
    ...(isCounted && !giveNow ? [{ productId, branchId, qtyChange: quantity }] : []),
  ];
  const moves: StockMove[] = [
    ...(old && back > 0
      ? [
          {
            ...paper,
            productId: old.productId,
            lineId: line._id,
            type: 'saleReturn' as const,
            qtyChange: back,
          },
        ]
      : []),
    ...(old && back > 0 && !backOnShelf
      ? [{ ...paper, productId: old.productId, type: 'loss' as const, qtyChange: -back }]
      : []),
    ...(isCounted && giveNow
      ? [
          {
            ...paper,
            productId,
            ...(newLineId !== null && { lineId: newLineId }),
            type: 'sale' as const,
            qtyChange: -quantity,
          },
        ]
      : []),
  ];
  if (moves.length > 0) await moveStock(writer, stock, moves);
  if (promises.length > 0) await reserveStock(writer.tx, stock, promises);
}

/**
 * Cash goes back to a walk-in only if the user has the right to it, or somebody who has it has
 * signed.
 */
async function signCashBack(
  { tx, user }: Writer,
  { _id: orderId, branchId }: StoredOrder,
  { lineId, quantity, productId, approvalToken }: OrderExchange,
  cashLAK: number,
): Promise<Signature | undefined> {
  if (can(user, 'payments:refund')) return undefined;
  if (approvalToken === null) throw new ApiError('refundFirst');
  return requireSignature(tx, user, approvalToken, {
    kind: 'cashBack',
    branchId,
    orderId,
    lineId,
    quantity,
    productId,
    cashLAK,
  });
}

/**
 * POST `/orders/{id}/exchange`: takes back a line in part or whole, and charges another product or
 * nothing in its place. A lower price becomes credit (a walk-in is paid out), a higher one is owed.
 */
export async function exchangeGoods(
  writer: Writer,
  orderId: string,
  input: OrderExchange,
): Promise<WriteResult<OrderChanged>> {
  const { productId, shiftId, giveNow, reason } = input;
  const locked = await lockRunning(writer, orderId, {
    productIds: productId === null ? [] : [productId],
    shiftId,
  });
  const { order, parts, posting } = locked;
  const line = parts.lines.find(
    (one) => one._id === input.lineId && isCharge(one) && one.kind === 'product',
  );
  if (!line || input.quantity > leftOf(line, parts.lines).quantity)
    throw new ApiError('nothingToHandOver');
  const givesNow = giveNow && productId !== null;
  if (order.state === 'held' && givesNow) throw fieldsInvalid({ giveNow: 'invalid' });
  postPiecesBack(posting, line, parts.lines, input);
  const newLineId = await postNew(locked, { line, input });
  await swapGoods(writer, locked, { line, input }, newLineId);
  const isWalkIn = order.walkInName !== '';
  const { answer, audit } = await settleBill(
    writer,
    locked,
    reason,
    isWalkIn && shiftId !== null ? { shiftId } : undefined,
  );
  if (answer.totalLAK !== input.expectedTotal)
    throw new ApiError('totalChanged', {
      rows: [
        {
          changed: 'total',
          before: input.expectedTotal,
          after: answer.totalLAK,
        } satisfies VisitChange,
      ],
    });
  if (givesNow) await requireCovered(locked, answer, linesWith(posting, locked));
  const signature =
    isWalkIn && answer.freedLAK > 0
      ? await signCashBack(writer, order, input, answer.freedLAK)
      : undefined;
  await flush(posting);
  return {
    answer,
    audit: [
      {
        action: 'exchange',
        entity: 'orders',
        entityId: orderId,
        branchId: order.branchId,
        before: sumsOfOrder(order),
        after: {
          ...answer,
          lineId: line._id,
          newLineId,
          quantity: input.quantity,
          ...signedBy(signature),
        },
        reason,
      },
      ...audit,
    ],
  };
}
