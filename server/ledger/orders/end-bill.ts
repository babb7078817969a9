import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OrderVoid } from '#contract/orders/order-changes.ts';
import { handBackOf, type VisitUndone } from '#contract/desk/visit-answers.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { closeRanks } from '#server/academic/enrolments/queue.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { moveStock, type StockMove } from '#server/ledger/stock/stock-levels.ts';
import { instalmentTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { freeGoods, goodsOf } from './goods.ts';
import type { LockedBill } from './lock-orders.ts';
import { postOpposites, sumOfAll } from './order-lines.ts';
import type { StoredOrder, Payment } from './order-parts.ts';

type Place = Pick<typeof enrolmentTable.$inferSelect, '_id' | 'status' | 'classId'>;

/**
 * Takes back goods that were handed over, to the shelf or as a loss, and frees goods that were
 * reserved for the order.
 */
async function takeGoodsBack(
  writer: Writer,
  { order, parts, stock }: LockedBill,
  { lostLines, reason }: Ended,
): Promise<void> {
  const { branchId, _id: paperId, number: paperNumber } = order;
  const given = (await goodsOf(writer.tx, { parts, stock })).filter((one) => one.given > 0);
  await freeGoods(writer.tx, { order, parts, stock });
  const moves = given.flatMap(({ productId, line, given: qty }): StockMove[] => {
    const row = { productId, branchId, paper: 'order', paperId, paperNumber, reason } as const;
    const back: StockMove = { ...row, lineId: line._id, type: 'saleReturn', qtyChange: qty };
    return lostLines.includes(line._id)
      ? [back, { ...row, type: 'loss', qtyChange: -qty }]
      : [back];
  });
  if (moves.length > 0) await moveStock(writer, stock, moves);
}

/**
 * Restores the enrolments that existed before the visit at `at`, and ends those that it made.
 */
export async function endPlaces(
  { tx, user }: Writer,
  places: readonly Place[],
  { at, reason }: { at: string; reason: string },
): Promise<void> {
  const running = places
    .filter(({ status }) => ['pending', 'active', 'suspended', 'waitlisted'].includes(status))
    .map(({ _id }) => _id);
  if (running.length === 0) return;
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    update ${enrolmentTable}
    set status = before.status, seat_hold_until = before.hold_until, version = version + 1,
      updated_at = now()
    from (
      select distinct on (enrolment_id) enrolment_id, status, hold_until from ${enrolmentStateTable}
      where enrolment_id = any(${sql.param(running)}::uuid[]) and at < ${at}
      order by enrolment_id, at desc) before
    where enrolments.id = before.enrolment_id returning enrolments.id`);
  const ended = running.filter((id) => !kept.some((one) => one.id === id));
  if (ended.length > 0)
    await tx
      .update(enrolmentTable)
      .set({
        status: 'cancelled',
        statusReason: reason,
        holdUntil: null,
        version: sql`${enrolmentTable.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(inArray(enrolmentTable._id, ended));
  // Students who wait behind them move up.
  await closeRanks(tx, [
    ...new Set(places.flatMap(({ status, classId }) => (status === 'waitlisted' ? classId : []))),
  ]);
  await recordEnrolmentStatus(tx, running, { source: 'desk', byId: user._id, reason });
}

type Ended = Pick<OrderVoid, 'reason' | 'lostLines'>;
type VoidedOrder = Pick<
  StoredOrder,
  'state' | 'totalLAK' | 'paidLAK' | 'pendingLAK' | 'voidedAt' | 'voidedById' | 'voidReason'
>;

/**
 * Ends an order whose money was taken off: opposite lines for what is left of its bill, its goods
 * back, no instalment due, and the state `void`. Its places are ended apart.
 */
export async function voidBill(
  writer: Writer,
  locked: LockedBill,
  ended: Ended,
): Promise<VoidedOrder> {
  const { tx, user } = writer;
  const { order, parts, posting } = locked;
  postOpposites(posting, parts.lines, ended.reason);
  await takeGoodsBack(writer, locked, ended);
  await tx
    .update(instalmentTable)
    .set({ endedAt: posting.at })
    .where(and(eq(instalmentTable.orderId, order._id), isNull(instalmentTable.endedAt)));
  const after = {
    state: 'void' as const,
    totalLAK: 0,
    paidLAK: 0,
    pendingLAK: 0,
    voidedAt: posting.at,
    voidedById: user._id,
    voidReason: ended.reason,
  };
  await tx.update(orderTable).set(after).where(eq(orderTable._id, order._id));
  return after;
}

/** The money that a posting hands back or frees, before its rows are written. */
export function moneyBackOf(
  { rows: { movements } }: Posting,
  ended: readonly Payment[],
  credit: readonly { amountLAK: number }[],
): Pick<VisitUndone, 'handBack' | 'slipsLAK' | 'creditLAK'> {
  const cash = movements
    .filter(({ kind }) => kind === 'refund')
    .map(({ currency, amount }) => ({ currency, amount: -amount }));
  const change = movements
    .filter(({ kind }) => kind === 'changeReversed' && cash.length > 0)
    .map(({ currency, amount }) => ({ currency, amount }));
  return {
    handBack: handBackOf(cash, change),
    slipsLAK: sumOfAll(
      ended.filter(({ method }) => method !== 'cash').map(({ amountLAK }) => amountLAK),
    ),
    creditLAK: sumOfAll(credit.map(({ amountLAK }) => amountLAK)),
  };
}
