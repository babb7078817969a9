import { eq } from 'drizzle-orm';
import type { Posting } from '#server/ledger/books/posting.ts';
import { takeMoneyBack } from '#server/ledger/orders/bill.ts';
import {
  linesWith,
  isCharge,
  leftOf,
  postOppositesOf,
  postPiecesBack,
  postRoundingBack,
  sumOfAll,
  type OrderLine,
} from '#server/ledger/orders/order-lines.ts';
import { freeGoods, goodsOf } from '#server/ledger/orders/goods.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import type { LockedStock } from '#server/ledger/stock/stock-levels.ts';
import type { WaitingPlace } from './waiting-places.ts';

type Bill = LockedOrder & { stock: LockedStock };

const totalOf = (lines: readonly OrderLine[]) => sumOfAll(lines.map(({ amountLAK }) => amountLAK));

/**
 * The lines of an order that stay when these places go: tuition of other places or kept by the
 * centre, goods that the payer has, and the registration of students who stay.
 */
async function staying(posting: Posting, { parts, stock }: Bill, places: readonly WaitingPlace[]) {
  const { lines } = parts;
  const goods = await goodsOf(posting.tx, { parts, stock });
  const charged = lines
    .filter(isCharge)
    .map((line) => ({ line, left: leftOf(line, lines) }))
    .filter(({ left }) => left.quantity > 0 || left.netLAK !== 0);
  const isOver = ({ enrolmentId }: OrderLine) => places.some(({ _id }) => _id === enrolmentId);
  const tuition = charged.flatMap(({ line, left }) =>
    line.kind === 'tuition' && !(isOver(line) && left.quantity > 0) ? [line] : [],
  );
  // Goods without tracked stock were handed over with the visit.
  const products = charged.flatMap(({ line, left }) =>
    line.kind === 'product' &&
    (left.quantity <= 0 ||
      (goods.find((one) => one.line._id === line._id)?.given ?? left.quantity) > 0)
      ? [line]
      : [],
  );
  const registrations = charged.flatMap(({ line }) =>
    line.kind === 'registration' && tuition.some(({ studentId }) => studentId === line.studentId)
      ? [line]
      : [],
  );
  const stays = new Set([...tuition, ...products, ...registrations]);
  const isRest = ({ kind }: OrderLine) => kind === 'adjustment' || kind === 'opening';
  return {
    goods,
    stays,
    goes: charged.map(({ line }) => line).filter((line) => !stays.has(line) && !isRest(line)),
  };
}

/**
 * Gathers the opposite lines of these places and of goods that are still here. Returns false, and
 * gathers nothing, if no line of the order would stay: then the whole order lapses.
 */
export async function postWaitedBack(
  posting: Posting,
  bill: Bill,
  places: readonly WaitingPlace[],
  reason: string,
): Promise<boolean> {
  const { goods, stays, goes } = await staying(posting, bill, places);
  if (stays.size === 0) return false;
  postOppositesOf(posting, goes, linesWith(posting, bill), reason);
  for (const { line, kept } of goods.filter((one) => one.kept > 0 && stays.has(one.line)))
    postPiecesBack(posting, line, linesWith(posting, bill), { quantity: kept, reason });
  const now = linesWith(posting, bill);
  if (totalOf(now) < 0 || totalOf(now.filter(({ kind }) => kind !== 'rounding')) === 0)
    postRoundingBack(posting, now, reason);
  return true;
}

/**
 * Keeps the rest of the order as owed; payment above it becomes credit, and the goods that went
 * back are released.
 */
export async function keepRest(posting: Posting, bill: Bill) {
  const { order } = bill;
  const totalLAK = totalOf(linesWith(posting, bill));
  const taken = await takeMoneyBack(
    posting,
    bill,
    Math.max(0, order.paidLAK + order.pendingLAK - totalLAK),
  );
  await freeGoods(posting.tx, bill);
  const after = {
    totalLAK,
    paidLAK: order.paidLAK - taken.paidLAK,
    pendingLAK: order.pendingLAK - taken.pendingLAK,
  };
  await posting.tx.update(orderTable).set(after).where(eq(orderTable._id, order._id));
  return after;
}
