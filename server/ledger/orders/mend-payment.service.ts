import { and, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import {
  mendedMoney,
  type MendedMoney,
  type PaymentMend,
  type PaymentMended,
} from '#contract/orders/payment-mends.ts';
import { convert } from '#contract/money/money.ts';
import { dayInLaos } from '#contract/dates.ts';
import { isBankMethod } from '#contract/orders/payments.ts';
import { can } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { RetryTransaction, type WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy } from '#server/centre/approvals/signatures.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import {
  addAllocation,
  addDrawerRow,
  addPayment,
  addReceipt,
  flush,
  type NewReceipt,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { readBranch } from '#server/centre/branches/branches.service.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { requireTenders } from './receive-money.ts';
import { lockOrders } from './lock-orders.ts';
import { requireRunning } from './waiting-places.ts';
import { voidPayments } from './money-back.ts';
import { sumOfAll } from './order-lines.ts';
import { allocationsOf, readOrder, sumsOfOrder, type Payment } from './order-parts.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

type Given = Awaited<ReturnType<typeof allocationsOf>>;
/** The wrong payment with its current allocations and its receipt number. */
type Wrong = { wrong: Payment; given: Given; number: string };
/** The right payment: its worth and its rate. */
type Right = MendedMoney & { _id: string; rate: string; rateId: string | null };

async function readWrong({ tx, user }: Writer, paymentId: string): Promise<Wrong> {
  const own = and(eq(paymentTable._id, paymentId), ownBranchOnly(user, paymentTable.branchId));
  const [found] = await tx
    .select({ wrong: paymentTable, number: receiptTable.number })
    .from(paymentTable)
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(own);
  if (!found) throw new ApiError('notFound');
  return {
    wrong: found.wrong,
    given: await allocationsOf(tx, [paymentId]),
    number: found.number ?? '',
  };
}

const ordersIn = (given: Given) =>
  [...new Set(given.flatMap(({ orderId }) => orderId ?? []))].toSorted();

/** Throws unless the payment is of today, not verified, and paid orders directly. */
function requireMendable({ wrong, given }: Wrong, { day }: Posting): void {
  const { method, state, amountLAK, at } = wrong;
  if (amountLAK < 0 || method === 'opening' || state === 'void' || state === 'rejected')
    throw new ApiError('stepNotAllowed');
  if (isBankMethod(wrong.method) && state === 'confirmed') throw new ApiError('paymentVerified');
  if (dayInLaos(Date.parse(at)) !== day) throw new ApiError('notSameDay');
  if (given.some(({ asCredit, orderId }) => asCredit || orderId === null))
    throw new ApiError('refundFirst');
}

/**
 * Throws if the change that was given for this payment came off other payments too: then it cannot
 * come back with this one alone.
 */
async function requireOwnChange(
  tx: Tx,
  { _id, method, currency, tendered, rate, amountLAK }: Payment,
): Promise<void> {
  if (method !== 'cash') return;
  const movement = drawerMovementTable;
  const change = await tx
    .select({ currency: movement.currency, amount: movement.amount })
    .from(movement)
    .where(and(eq(movement.paymentId, _id), eq(movement.kind, 'change')));
  const taken = convert(tendered, currency, rate) - amountLAK;
  const known = change.every((one) => one.currency === 'LAK' || one.currency === currency);
  if (!known || sumOfAll(change.map((one) => convert(-one.amount, one.currency, rate))) !== taken)
    throw new ApiError('changeOfSeveral');
}

/**
 * The recorded rate if the currency stays the same, else the newest one, which the screen must have
 * shown.
 */
async function rateOf(
  tx: Tx,
  wrong: Payment,
  { currency, rateId }: PaymentMend,
): Promise<{ rate: string; rateId: string | null }> {
  if (currency === 'LAK') return { rate: '1', rateId: null };
  if (currency === wrong.currency) return wrong;
  const newest = (await newestRates(tx))[currency];
  if (!newest) throw new ApiError('rateMissing', { n: currency });
  if (newest.rateId !== rateId)
    throw new ApiError('totalChanged', {
      rows: [{ changed: 'rate', currency, before: rateId, after: newest.rateId }],
    });
  return newest;
}

async function readRight({ tx, user }: Writer, wrong: Payment, mend: PaymentMend): Promise<Right> {
  const { method, currency, tendered, bankAccountId, reference } = mend;
  const isSame =
    method === wrong.method &&
    (method === 'cash'
      ? currency === wrong.currency
      : bankAccountId === wrong.bankAccountId && reference === wrong.reference);
  if (isSame) throw fieldsInvalid({ method: 'invalid' });
  if (method !== 'cash')
    await requireTenders(tx, user, [{ ...mend, slipFileId: mend.slipFileId ?? null }], {
      branchId: wrong.branchId,
      payer: wrong,
      pathOf: () => '',
      mendedId: wrong._id,
    });
  const { cashStep: step } = await readBranch(tx, wrong.branchId);
  const rate = await rateOf(tx, wrong, mend);
  const money = mendedMoney(wrong, { method, currency, tendered, step, rate: rate.rate });
  // A walk-in has no credit for an amount smaller than a coin.
  const isWalkIn = wrong.payerParentId === null && wrong.payerStudentId === null;
  if (!money || (isWalkIn && money.toCreditLAK > 0))
    throw fieldsInvalid({ tendered: 'otherValue' });
  return { ...money, _id: uuidv7(), rate: rate.rate, rateId: rate.rateId };
}

/** Adds the receipt of cash that replaces other money; it names the wrong payment and receipt. */
function receiptOf(
  posting: Posting,
  { wrong, given, number }: Wrong,
  mend: PaymentMend,
  { _id, rate, amountLAK, changeLAK }: Right,
): Promise<NewReceipt> {
  const { payerParentId, payerStudentId, branchId } = wrong;
  const { method, currency, tendered } = mend;
  const allocations = given.map((one) => ({ orderId: one.orderId, amountLAK: one.amountLAK }));
  const change = changeLAK > 0 ? [{ currency: 'LAK', amount: changeLAK }] : [];
  const content = {
    mends: { paymentId: wrong._id, receipt: number },
    payer: { payerParentId, payerStudentId },
    rows: [{ paymentId: _id, method, currency, tendered, rate, amountLAK, allocations }],
    change,
  };
  return addReceipt(posting, { branchId, kind: 'received', amountLAK, content });
}

/**
 * Posts the right payment in place of the wrong one, with the same amount for each order, and into
 * the drawer if it is cash.
 */
async function postRight(
  posting: Posting,
  found: Wrong,
  mend: PaymentMend,
  right: Right,
): Promise<NewReceipt | null> {
  const { wrong, given } = found;
  const { method, currency, tendered, bankAccountId, reference, reason } = mend;
  const { slipFileId = found.wrong.slipFileId } = mend;
  const { _id, rate, rateId, amountLAK, changeLAK, toCreditLAK } = right;
  const { branchId, payerParentId, payerStudentId } = wrong;
  const shiftId = method === 'cash' ? mend.shiftId : null;
  const receipt = shiftId === null ? null : await receiptOf(posting, found, mend, right);
  const bank = shiftId === null ? { bankAccountId, reference, slipFileId } : {};
  addPayment(posting, {
    _id,
    mendsId: wrong._id,
    branchId,
    payerParentId,
    payerStudentId,
    method,
    currency,
    tendered,
    rate,
    rateId,
    amountLAK,
    freeLAK: wrong.freeLAK + toCreditLAK,
    state: shiftId === null ? 'pending' : 'confirmed',
    ...bank,
    receiptId: receipt?._id ?? null,
    shiftId,
  });
  for (const one of given) {
    const orderId = one.orderId ?? '';
    addAllocation(posting, {
      paymentId: wrong._id,
      orderId,
      amountLAK: -one.amountLAK,
      asCredit: false,
      reversesId: one._id,
    });
    addAllocation(posting, { paymentId: _id, orderId, amountLAK: one.amountLAK, asCredit: false });
  }
  if (shiftId === null) return null;
  addDrawerRow(posting, {
    shiftId,
    kind: 'tender',
    currency,
    amount: tendered,
    paymentId: _id,
    reason,
  });
  if (changeLAK > 0)
    addDrawerRow(posting, {
      shiftId,
      kind: 'change',
      currency: 'LAK',
      amount: -changeLAK,
      paymentId: _id,
      reason,
    });
  return receipt;
}

/** Moves the amount from paid to pending or back; the total of both stays the same. */
async function moveSums(
  { tx }: Posting,
  { wrong, given }: Wrong,
  isPending: boolean,
): Promise<void> {
  if (isBankMethod(wrong.method) === isPending) return;
  for (const { orderId, amountLAK } of given) {
    const toPending = isPending ? amountLAK : -amountLAK;
    const { paidLAK, pendingLAK } = orderTable;
    await tx
      .update(orderTable)
      .set({
        paidLAK: sql`${paidLAK} - ${toPending}`,
        pendingLAK: sql`${pendingLAK} + ${toPending}`,
      })
      .where(eq(orderTable._id, orderId ?? ''));
  }
}

/**
 * POST `/payments/{id}/mend`: voids the wrong payment and records the right one in its place;
 * nothing else of the visit changes.
 */
export async function mendPayment(
  writer: Writer,
  paymentId: string,
  mend: PaymentMend,
): Promise<WriteResult<PaymentMended>> {
  const { tx, user } = writer;
  const { method, currency, reason, approvalToken } = mend;
  const seen = await readWrong(writer, paymentId);
  const ids = ordersIn(seen.given);
  if (ids.length === 0) throw new ApiError('stepNotAllowed');
  const shifts = [seen.wrong.shiftId ?? [], method === 'cash' ? (mend.shiftId ?? []) : []].flat();
  const { orders, posting } = await lockOrders(writer, ids, { shifts });
  const current = await readWrong(writer, paymentId);
  const { wrong, number } = current;
  if (ordersIn(current.given).some((id) => !ids.includes(id))) throw new RetryTransaction();
  requireMendable(current, posting);
  for (const locked of orders) requireRunning(locked, posting.at);
  await requireOwnChange(tx, wrong);
  const { branchId } = wrong;
  const signature = can(user, 'payments:void')
    ? undefined
    : await requireSignature(tx, user, approvalToken, {
        kind: 'mend',
        branchId,
        paymentId,
        amountLAK: wrong.amountLAK,
        method,
        currency,
        tendered: mend.tendered,
      });
  const right = await readRight(writer, wrong, mend);
  const voided = await voidPayments(writer, posting, [wrong], {
    reason,
    moneyBack: false,
    branchId,
    content: {
      receipt: number,
      orders: orders.map(({ order }) => order.number),
      mendedBy: right._id,
    },
  });
  const receipt = await postRight(posting, current, mend, right);
  await moveSums(posting, current, method !== 'cash');
  await flush(posting);
  const after = [];
  for (const id of ids) after.push(sumsOfOrder(await readOrder(writer, id)));
  const answer: PaymentMended = {
    paymentId: right._id,
    voidReceipt: voided,
    receipt,
    orders: after,
  };
  const before = {
    paymentId,
    method: wrong.method,
    currency: wrong.currency,
    tendered: wrong.tendered,
    number,
  };
  return {
    answer,
    audit: ids.map((entityId) => ({
      action: 'mendPayment',
      entity: 'orders',
      entityId,
      branchId,
      before,
      after: { ...answer, method, currency, tendered: mend.tendered, ...signedBy(signature) },
      reason,
    })),
  };
}
