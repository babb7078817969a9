import { and, eq } from 'drizzle-orm';
import { convert } from '#contract/money/money.ts';
import { cashError } from '#contract/money/typed-cash.ts';
import type { PaymentRefund, Refunded } from '#contract/orders/refunds.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { RetryTransaction, type WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addAllocation, flush, type Posting } from '#server/ledger/books/posting.ts';
import { changeFree } from '#server/ledger/orders/payer-account.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { stepOf } from '#server/ledger/orders/bill.ts';
import { lockOrders } from '#server/ledger/orders/lock-orders.ts';
import {
  type LockedOrder,
  allocationsOf,
  sumsOfOrder,
  type Payment,
} from '#server/ledger/orders/order-parts.ts';
import { payOut, type MoneyOut } from '#server/ledger/orders/money-back.ts';
import { sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { leftForeignOf } from './foreign-cash.ts';
import { lockPayer } from './lock-payer.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { setPaid } from '#server/ledger/orders/set-paid.ts';
import { answerOf, shiftOf, wayOut } from './refund-way.ts';

type Given = Awaited<ReturnType<typeof allocationsOf>>;
type Found = { payment: Payment; given: Given; number: string };

async function readPayment({ tx, user }: Writer, paymentId: string): Promise<Found> {
  const own = and(eq(paymentTable._id, paymentId), ownBranchOnly(user, paymentTable.branchId));
  const [found] = await tx
    .select({ payment: paymentTable, number: receiptTable.number })
    .from(paymentTable)
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(own);
  if (!found) throw new ApiError('notFound');
  const { payment, number } = found;
  if (payment.state !== 'confirmed' || payment.amountLAK < 0) throw new ApiError('stepNotAllowed');
  return { payment, given: await allocationsOf(tx, [paymentId]), number: number ?? '' };
}

/**
 * The orders of the payment's own branch that it pays; money that it gives to other branches is
 * theirs to refund.
 */
async function ordersOf({ tx }: Writer, { payment, given }: Found): Promise<string[]> {
  const ids: string[] = [];
  for (const id of new Set(given.flatMap(({ orderId }) => orderId ?? []))) {
    if (
      (await tx.$count(
        orderTable,
        and(eq(orderTable._id, id), eq(orderTable.branchId, payment.branchId)),
      )) > 0
    )
      ids.push(id);
  }
  return ids.toSorted();
}

/**
 * Takes this amount of a payment off the orders that it pays, newest first; they are owed again.
 */
async function takeOff(
  posting: Posting,
  orders: readonly LockedOrder[],
  given: Given,
  wantedLAK: number,
): Promise<Refunded['orders']> {
  const off = new Map<string, number>();
  let leftLAK = wantedLAK;
  const own = given.filter(({ orderId }) => orders.some(({ order }) => order._id === orderId));
  for (const { _id, paymentId, orderId, amountLAK, asCredit } of own.toReversed()) {
    const part = Math.min(amountLAK, leftLAK);
    if (part <= 0 || orderId === null) continue;
    addAllocation(posting, {
      paymentId,
      orderId,
      amountLAK: -amountLAK,
      asCredit,
      reversesId: _id,
    });
    if (part < amountLAK)
      addAllocation(posting, { paymentId, orderId, amountLAK: amountLAK - part, asCredit });
    off.set(orderId, (off.get(orderId) ?? 0) + part);
    leftLAK -= part;
  }
  const changed: Refunded['orders'] = [];
  for (const { order } of orders.filter((one) => off.has(one.order._id))) {
    const paidLAK = order.paidLAK - (off.get(order._id) ?? 0);
    await setPaid(posting.tx, order._id, paidLAK);
    changed.push({ ...sumsOfOrder(order), paidLAK });
  }
  return changed;
}

/**
 * Locks the orders of the payment with its payer, the drawer and the book; if it pays no order
 * here, only the rest.
 */
async function lockAll(
  writer: Writer,
  { payment }: Found,
  ids: readonly string[],
  shiftId: string | null,
): Promise<{ orders: LockedOrder[]; posting: Posting }> {
  if (ids.length > 0) return lockOrders(writer, ids, { shiftId });
  return {
    orders: [],
    posting: (await lockPayer(writer, payment, { branchId: payment.branchId, shiftId })).posting,
  };
}

type RefundTerms = { orders: readonly LockedOrder[]; out: MoneyOut; input: PaymentRefund };

/**
 * Throws for more than is left of the payment in this branch, and for cash that no coins can pay.
 */
async function requireLeft(
  posting: Posting,
  { payment, given }: Found,
  { orders, out, input: { amountLAK, foreign } }: RefundTerms,
): Promise<void> {
  const leftLAK =
    payment.freeLAK +
    sumOfAll(
      given
        .filter(({ orderId }) => orders.some(({ order }) => order._id === orderId))
        .map((one) => one.amountLAK),
    );
  if (foreign !== null) {
    const most = await leftForeignOf(posting.tx, payment, leftLAK);
    if (foreign > most) throw fieldsInvalid({ foreign: `tooLarge:${most}` });
    const error = cashError(payment.currency, foreign);
    if (error) throw fieldsInvalid({ foreign: error });
    if (amountLAK !== convert(foreign, payment.currency, payment.rate))
      throw fieldsInvalid({ foreign: 'invalid' });
    return;
  }
  const step = await stepOf(posting, payment.branchId, out);
  if (amountLAK > leftLAK) throw fieldsInvalid({ amountLAK: `tooLarge:${leftLAK}` });
  if (amountLAK % step > 0) throw fieldsInvalid({ amountLAK: `wholeSteps:${step}` });
}

/** The payout in the foreign notes that came in, at their rate. */
const inItsCurrency = (
  out: MoneyOut,
  { foreign }: PaymentRefund,
  { currency, rate }: Payment,
): MoneyOut =>
  foreign !== null && 'shiftId' in out
    ? { ...out, foreign: { currency, rate, amount: foreign } }
    : out;

/**
 * POST `/payments/{id}/refund`: a negative payment of today, even for a payment of an earlier day.
 */
export async function refundPayment(
  writer: Writer,
  paymentId: string,
  input: PaymentRefund,
): Promise<WriteResult<Refunded>> {
  const { amountLAK, reason } = input;
  const seen = await readPayment(writer, paymentId);
  const { branchId, payerParentId, payerStudentId } = seen.payment;
  const ids = await ordersOf(writer, seen);
  const { orders, posting } = await lockAll(writer, seen, ids, shiftOf(input));
  const found = await readPayment(writer, paymentId);
  if ((await ordersOf(writer, found)).some((id) => !ids.includes(id))) throw new RetryTransaction();
  const out = await wayOut(writer.tx, input, branchId);
  if (!out) throw fieldsInvalid({ way: 'invalid' });
  // Nobody would owe the order again, so goods of a walk-in are refunded line by line. Only what an
  // offline visit left free is given back here.
  const isWalkIn = payerParentId === null && payerStudentId === null;
  if (isWalkIn && amountLAK > found.payment.freeLAK) throw new ApiError('stepNotAllowed');
  await requireLeft(posting, found, { orders, out, input });
  const offLAK = Math.max(0, amountLAK - found.payment.freeLAK);
  const changed = await takeOff(posting, orders, found.given, offLAK);
  if (offLAK > 0) await changeFree(posting, new Map([[paymentId, offLAK]]));
  const content = { ofReceipt: found.number, orders: changed.map(({ number }) => number) };
  const paidOut = await payOut(
    posting,
    { branchId, payer: { payerParentId, payerStudentId }, content },
    new Map([[paymentId, amountLAK]]),
    { out: inItsCurrency(out, input, found.payment), reason },
  );
  await flush(posting);
  const answer = answerOf(paidOut, amountLAK, changed);
  const act = {
    action: 'refund',
    branchId,
    before: { paymentId, receipt: found.number },
    after: { ...answer, way: input.way, refundIds: paidOut?.refundIds ?? [] },
    reason,
  };
  const audit: AuditEntry[] = [
    { ...act, entity: 'payments', entityId: paymentId },
    ...changed.map(({ _id }): AuditEntry => ({ ...act, entity: 'orders', entityId: _id })),
  ];
  return { answer, audit };
}
