import { eq } from 'drizzle-orm';
import type { OrderChanged } from '#contract/orders/order-changes.ts';
import { freedAbove } from '#contract/orders/value-left.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addAllocation, addLine, type Posting } from '#server/ledger/books/posting.ts';
import { readBranch } from '#server/centre/branches/branches.service.ts';
import type { LockedStock } from '#server/ledger/stock/stock-levels.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import {
  linesWith,
  handedOver,
  isCharge,
  minimumOf,
  nextPosition,
  postRoundingBack,
  sumOfAll,
  type OrderLine,
  ROUNDING_NAMES,
} from './order-lines.ts';
import { changeFree } from './payer-account.ts';
import { confirmOrder, takePlacesAgain } from './waiting-places.ts';
import type { LockedBill } from './lock-orders.ts';
import { type LockedOrder, sumsOfOrder, type OrderParts } from './order-parts.ts';
import { payOut, type MoneyOut, type PaidOut } from './money-back.ts';
type Taken = {
  paidLAK: number;
  pendingLAK: number;
  /** The freed money of each payment. */
  freed: ReadonlyMap<string, number>;
  paidOut?: PaidOut | null;
};
const NOTHING: Taken = { paidLAK: 0, pendingLAK: 0, freed: new Map() };

/** Pending money is taken off an order before confirmed money, and within each the newest first. */
function inTurn({ allocations, payments }: OrderParts) {
  const isPending = new Set(
    payments.filter(({ state }) => state === 'pending').map(({ _id }) => _id),
  );
  const rows = allocations.map((row) => ({ ...row, isPending: isPending.has(row.paymentId) }));
  return rows.toSorted(
    (a, b) =>
      Number(b.isPending) - Number(a.isPending) ||
      b.at.localeCompare(a.at) ||
      b._id.localeCompare(a._id),
  );
}

/**
 * Takes this amount of money off an order and makes it credit. If an allocation is taken back in
 * part, the rest is allocated anew.
 */
export async function takeMoneyBack(
  posting: Posting,
  { order, parts }: LockedOrder,
  wantedLAK: number,
  { isConfirmed = false } = {},
): Promise<Taken> {
  const taken = { paidLAK: 0, pendingLAK: 0 };
  const freed = new Map<string, number>();
  for (const { _id, paymentId, amountLAK, asCredit, isPending } of inTurn(parts)) {
    const part = Math.min(amountLAK, wantedLAK - taken.paidLAK - taken.pendingLAK);
    if (part <= 0 || (isConfirmed && isPending)) continue;
    addAllocation(posting, {
      paymentId,
      orderId: order._id,
      amountLAK: -amountLAK,
      asCredit,
      reversesId: _id,
    });
    if (part < amountLAK)
      addAllocation(posting, {
        paymentId,
        orderId: order._id,
        amountLAK: amountLAK - part,
        asCredit,
      });
    freed.set(paymentId, (freed.get(paymentId) ?? 0) + part);
    taken[isPending ? 'pendingLAK' : 'paidLAK'] += part;
  }
  await changeFree(posting, freed);
  return { ...taken, freed };
}

/** The minimum that must be paid or pending on an order with these lines. */
export async function askedOf(
  { tx }: Posting,
  {
    stock,
    order,
    lines,
    totalLAK,
  }: {
    stock: LockedStock;
    order: Pick<LockedOrder['order'], 'state'>;
    lines: readonly OrderLine[];
    totalLAK: number;
  },
): Promise<number> {
  const counted = new Set([...stock.levels.values()].map(({ productId }) => productId));
  const handed = await handedOver(
    tx,
    lines.filter(({ productId }) => productId !== null).map(({ _id }) => _id),
  );
  return minimumOf(lines, totalLAK, {
    handed,
    isHeld: order.state === 'held',
    isCounted: (productId) => counted.has(productId),
  });
}

/** The payer who is paid out, and the content of the receipt. */
export const paidTo = ({
  branchId,
  number,
  payerParentId,
  payerStudentId,
}: LockedOrder['order']) => ({
  branchId,
  payer: { payerParentId, payerStudentId },
  content: { order: number },
});

/**
 * The part of freed money that may be paid out: confirmed money only, and cash in whole steps of
 * kip; the remainder stays.
 */
export function payable(
  freed: ReadonlyMap<string, number>,
  { payments }: OrderParts,
  step: number,
): ReadonlyMap<string, number> {
  const rows = [...freed].filter(([id]) =>
    payments.some(({ _id, state }) => _id === id && state === 'confirmed'),
  );
  let rest = sumOfAll(rows.map(([, kip]) => kip)) % step;
  const whole = rows.toReversed().map(([id, kip]): [string, number] => {
    const stays = Math.min(rest, kip);
    rest -= stays;
    return [id, kip - stays];
  });
  return new Map(whole.toReversed());
}

/**
 * The smallest amount of a payout: the branch's cash step for cash in kip, one kip for transfers.
 */
export const stepOf = async ({ tx }: Posting, branchId: string, out: MoneyOut): Promise<number> =>
  'shiftId' in out ? (await readBranch(tx, branchId)).cashStep : 1;

/**
 * Frees payment above the order's new total: it becomes credit of the payer, or is paid out with
 * `out`. A walk-in has no credit and is paid out at once; a remainder smaller than a coin stays.
 */
async function lower(
  posting: Posting,
  locked: LockedBill,
  { totalLAK, reason, out }: { totalLAK: number; reason: string; out: MoneyOut | undefined },
): Promise<Taken> {
  const { order, parts } = locked;
  const { freedLAK: overLAK } = freedAbove(order, totalLAK);
  if (overLAK === 0) return NOTHING;
  const isWalkIn = order.walkInName !== '';
  if (isWalkIn && (out === undefined || order.pendingLAK > 0)) throw new ApiError('refundFirst');
  if (out === undefined) return takeMoneyBack(posting, locked, overLAK);
  const step = await stepOf(posting, order.branchId, out);
  const restLAK = isWalkIn ? overLAK % step : 0;
  if (restLAK > 0)
    addLine(posting, {
      orderId: order._id,
      position: nextPosition(linesWith(posting, locked)),
      kind: 'rounding',
      ...ROUNDING_NAMES,
      amountLAK: restLAK,
      reason,
    });
  const taken = await takeMoneyBack(posting, locked, overLAK - restLAK);
  return {
    ...taken,
    paidOut: await payOut(posting, paidTo(order), payable(taken.freed, parts, step), {
      out,
      reason,
    }),
  };
}

/**
 * Updates the stored sums of an order from the lines that the posting has gathered for it. Rounding
 * goes back where nothing else is left, payment above the total becomes credit, a hold that has
 * reached its minimum is confirmed, and places that waited for the minimum become active.
 */
export async function settleBill(
  writer: Writer,
  locked: LockedBill,
  reason: string,
  out?: MoneyOut,
): Promise<{ answer: OrderChanged; audit: AuditEntry[]; paidOut: PaidOut | null }> {
  const { order, posting } = locked;
  if (
    sumOfAll(
      linesWith(posting, locked).flatMap(({ kind, amountLAK }) =>
        kind === 'rounding' ? [] : [amountLAK],
      ),
    ) === 0
  )
    postRoundingBack(posting, linesWith(posting, locked), reason);
  const chargedLAK = sumOfAll(linesWith(posting, locked).map(({ amountLAK }) => amountLAK));
  if (chargedLAK < 0) throw new ApiError('billBelowZero', { n: order.number });
  const taken = await lower(posting, locked, { totalLAK: chargedLAK, reason, out });
  const lines = linesWith(posting, locked);
  const totalLAK = sumOfAll(lines.map(({ amountLAK }) => amountLAK));
  const sums = {
    totalLAK,
    paidLAK: order.paidLAK - taken.paidLAK,
    pendingLAK: order.pendingLAK - taken.pendingLAK,
  };
  await writer.tx.update(orderTable).set(sums).where(eq(orderTable._id, order._id));
  const isReached =
    lines.some(isCharge) &&
    sums.paidLAK + sums.pendingLAK >= (await askedOf(posting, { ...locked, lines, totalLAK }));
  const isDue = order.state === 'held' && !order.holdOnPurpose && isReached;
  const audit = isDue
    ? await confirmOrder(writer, locked, posting)
    : isReached
      ? await takePlacesAgain(writer, locked)
      : [];
  const answer = {
    ...sumsOfOrder(order),
    ...sums,
    state: isDue ? ('confirmed' as const) : order.state,
    freedLAK: taken.paidLAK + taken.pendingLAK,
    freedPendingLAK: taken.pendingLAK,
  };
  return { answer, audit, paidOut: taken.paidOut ?? null };
}
