import type { LineRefund, Refunded } from '#contract/orders/refunds.ts';
import { shareLeft } from '#contract/orders/value-left.ts';
import type { VisitChange } from '#contract/desk/visit-changes.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { flush } from '#server/ledger/books/posting.ts';
import { paidTo, payable, settleBill, stepOf, takeMoneyBack } from '#server/ledger/orders/bill.ts';
import {
  linesWith,
  isCharge,
  leftOf,
  postPiecesBack,
  sumOfAll,
  type OrderLine,
} from '#server/ledger/orders/order-lines.ts';
import { swapGoods } from '#server/ledger/orders/exchange.service.ts';
import { lockRunning, type LockedBill } from '#server/ledger/orders/lock-orders.ts';
import { payOut, type MoneyOut, type PaidOut } from '#server/ledger/orders/money-back.ts';
import { sumsOfOrder } from '#server/ledger/orders/order-parts.ts';
import { setPaid } from '#server/ledger/orders/set-paid.ts';
import { answerOf, shiftOf, wayOut } from './refund-way.ts';

type Asked = LineRefund['lines'][number] & { line: OrderLine };
type Done = { answer: Refunded; audit: AuditEntry[] };

const isLive = (status: string) =>
  status === 'active' || status === 'suspended' || status === 'pending';

/**
 * A running enrolment must stay paid for, so a student is withdrawn before their tuition is
 * refunded. If it was charged twice, one of the two charges can go.
 */
function requireLeft({ parts }: LockedBill, { line }: Asked, asked: readonly Asked[]): void {
  const place = parts.places.find(({ _id }) => _id === line.enrolmentId);
  if (line.kind !== 'tuition' || !place || !isLive(place.status)) return;
  const others = parts.lines.filter(
    (one) =>
      isCharge(one) &&
      one.kind === 'tuition' &&
      one.enrolmentId === line.enrolmentId &&
      !asked.some(({ lineId }) => lineId === one._id),
  );
  if (!others.some((one) => leftOf(one, parts.lines).quantity > 0))
    throw new ApiError('sessionsLeft', { n: String(leftOf(line, parts.lines).sessions) });
}

/** Reads the charged lines; throws for more pieces than are left of one. */
function readAsked({ parts }: LockedBill, { lines }: LineRefund): Asked[] {
  return lines.map((one, at) => {
    const line = parts.lines.find(({ _id }) => _id === one.lineId);
    if (!line || !isCharge(line) || line.kind === 'adjustment')
      throw fieldsInvalid({ [`lines.${at}.lineId`]: 'invalid' });
    const { quantity } = leftOf(line, parts.lines);
    if (one.quantity > quantity)
      throw fieldsInvalid({ [`lines.${at}.quantity`]: `tooLarge:${quantity}` });
    return { ...one, line };
  });
}

/** Gives back only the money, newest first; the bill stays and is owed again. */
async function payBack(
  { tx }: Writer,
  locked: LockedBill,
  asked: readonly Asked[],
  { out, reason }: { out: MoneyOut; reason: string },
): Promise<Done & { paidOut: PaidOut | null }> {
  const { order, parts, posting } = locked;
  // A walk-in cannot owe money, because nobody knows who they are.
  if (order.walkInName !== '') throw fieldsInvalid({ isStillDue: 'invalid' });
  const worth = sumOfAll(asked.map(({ line, quantity }) => worthOf(line, parts.lines, quantity)));
  const wanted = Math.min(worth, order.paidLAK);
  const step = await stepOf(posting, order.branchId, out);
  const taken = await takeMoneyBack(posting, locked, wanted - (wanted % step), {
    isConfirmed: true,
  });
  const paidOut = await payOut(posting, paidTo(order), payable(taken.freed, parts, 1), {
    out,
    reason,
  });
  const paidLAK = order.paidLAK - taken.paidLAK;
  await setPaid(tx, order._id, paidLAK);
  return {
    paidOut,
    answer: answerOf(paidOut, taken.paidLAK, [{ ...sumsOfOrder(order), paidLAK }]),
    audit: [],
  };
}

/** The price of this many pieces of a line with their discount, by difference. */
function worthOf(line: OrderLine, lines: readonly OrderLine[], quantity: number): number {
  const left = leftOf(line, lines);
  return shareLeft(left.netLAK, left.quantity - quantity, left.quantity);
}

/**
 * Lowers the bill: corrections, goods that come back, and payment above the new total for the
 * payer.
 */
async function lowerBill(
  writer: Writer,
  locked: LockedBill,
  asked: readonly Asked[],
  { out, reason }: { out: MoneyOut | undefined; reason: string },
): Promise<Done & { paidOut: PaidOut | null }> {
  const { posting } = locked;
  for (const one of asked) requireLeft(locked, one, asked);
  for (const { line, quantity, backOnShelf } of asked) {
    postPiecesBack(posting, line, linesWith(posting, locked), { quantity, reason });
    if (line.kind === 'product')
      await swapGoods(
        writer,
        locked,
        { line, input: { quantity, reason, backOnShelf, giveNow: false, productId: null } },
        null,
      );
  }
  const { answer, audit, paidOut } = await settleBill(writer, locked, reason, out);
  const { freedLAK, freedPendingLAK, ...sums } = answer;
  return { paidOut, answer: answerOf(paidOut, freedLAK - freedPendingLAK, [sums]), audit };
}

/**
 * POST `/orders/{id}/refunds`: at most the amount paid for the lines, with their share of the
 * discount; cash is rounded down to the coins in use.
 */
export async function refundLines(
  writer: Writer,
  orderId: string,
  input: LineRefund,
): Promise<WriteResult<Refunded>> {
  const { reason, isStillDue, expectedLAK } = input;
  const locked = await lockRunning(writer, orderId, { shiftId: shiftOf(input) });
  const { order, posting } = locked;
  if (order.state !== 'confirmed') throw new ApiError('stepNotAllowed');
  const out = await wayOut(writer.tx, input, order.branchId);
  const asked = readAsked(locked, input);
  const { answer, audit, paidOut } =
    isStillDue && out
      ? await payBack(writer, locked, asked, { out, reason })
      : await lowerBill(writer, locked, asked, { out, reason });
  if (isStillDue && answer.paidOutLAK === 0) throw new ApiError('nothingPaid');
  if (answer.paidOutLAK !== expectedLAK)
    throw new ApiError('totalChanged', {
      rows: [
        { changed: 'total', before: expectedLAK, after: answer.paidOutLAK } satisfies VisitChange,
      ],
    });
  await flush(posting);
  const after = {
    ...answer,
    way: input.way,
    isStillDue,
    lines: asked.map(({ lineId, quantity }) => ({ lineId, quantity })),
    refundIds: paidOut?.refundIds ?? [],
  };
  return {
    answer,
    audit: [
      {
        action: 'refund',
        entity: 'orders',
        entityId: orderId,
        branchId: order.branchId,
        before: sumsOfOrder(order),
        after,
        reason,
      },
      ...audit,
    ],
  };
}
