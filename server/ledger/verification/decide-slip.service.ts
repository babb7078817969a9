import { and, eq } from 'drizzle-orm';
import type { OrderSums } from '#contract/orders/order-changes.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type {
  SlipConfirm,
  SlipConfirmed,
  SlipReject,
  SlipRejected,
} from '#contract/money/verify.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction, type WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  addAllocation,
  addReceipt,
  beginPosting,
  flush,
  openBooks,
  type NewReceipt,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { lockOrders } from '#server/ledger/orders/lock-orders.ts';
import { linesWith, sumOfAll } from '#server/ledger/orders/order-lines.ts';
import { giveNewHolds } from '#server/ledger/orders/new-holds.ts';
import {
  allocationsOf,
  sumsOfOrder,
  type LockedOrder,
  type StoredOrder,
  type Payment,
} from '#server/ledger/orders/order-parts.ts';
import { mergedPayer } from '#server/ledger/orders/payer-account.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { paymentNoteTable } from '#server/db/tables/ledger/verification.table.ts';
import { linkLine } from './statement-lines.service.ts';

type Given = Awaited<ReturnType<typeof allocationsOf>>;
type Seen = { slip: Payment; given: Given };
/**
 * A pending slip with the orders that it pays. All of it stays unchanged until the transaction
 * ends.
 */
type LockedSlip = Seen & { orders: LockedOrder[]; posting: Posting };

const ordersIn = (given: Given) =>
  [...new Set(given.flatMap(({ orderId }) => orderId ?? []))].toSorted();

async function readSlip({ tx, user }: Writer, paymentId: string): Promise<Seen> {
  const [slip] = await tx
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable._id, paymentId), ownBranchOnly(user, paymentTable.branchId)));
  if (!slip) throw new ApiError('notFound');
  return { slip, given: await allocationsOf(tx, [paymentId]) };
}

/** Locks a slip without an order, such as one whose order is void, by its payer alone. */
async function lockAlone({ tx, user }: Writer, slip: Payment): Promise<Posting> {
  const { payerParentId, payerStudentId } = await mergedPayer(tx, slip);
  await takeLocks(tx, {
    parents: [payerParentId ?? []].flat(),
    students: [payerStudentId ?? []].flat(),
    payments: [slip._id],
  });
  return beginPosting(await openBooks(tx, [slip.branchId]), user);
}

/**
 * Locks a slip in the common order of all writes. Throws unless it is pending and was recorded by
 * somebody else.
 */
async function lockSlip(writer: Writer, paymentId: string): Promise<LockedSlip> {
  const { tx, user } = writer;
  const seen = await readSlip(writer, paymentId);
  const ids = ordersIn(seen.given);
  // A transfer may have moved its money to an order of another branch, which the verifier may not
  // see.
  const locked =
    ids.length === 0
      ? { orders: [], posting: await lockAlone(writer, seen.slip) }
      : await lockOrders({ tx, user: undefined }, ids, {
          ofMany: true,
          ofBranches: true,
          books: [seen.slip.branchId],
        });
  const { slip, given } = await readSlip(writer, paymentId);
  if (ordersIn(given).join() !== ids.join()) throw new RetryTransaction();
  if (slip.state !== 'pending' || slip.amountLAK < 0) throw new ApiError('slipDecided');
  if (slip.recordedById === user._id) throw new ApiError('recordedByYou');
  for (const order of locked.orders) requireRunning(order, locked.posting.at);
  return { slip, given, orders: locked.orders, posting: { ...locked.posting, user } };
}

/** The allocations of the slip to one order. */
const allocationsTo = (given: Given, orderId: string): Given =>
  given.filter((one) => one.orderId === orderId);

const kipOf = (given: LockedSlip['given'], orderId: string) =>
  sumOfAll(allocationsTo(given, orderId).map(({ amountLAK }) => amountLAK));

/** The current orders, without those of other branches. */
const shownSums = ({ user }: Writer, orders: readonly StoredOrder[]): OrderSums[] =>
  orders
    .filter(({ branchId }) => seesAllBranches(user.role) || branchId === user.branchId)
    .map(sumsOfOrder);

/** A slip gets its own receipt when it is confirmed, because that is when its money is received. */
function receiptOf({ slip, given, posting }: LockedSlip): Promise<NewReceipt> {
  const {
    _id: paymentId,
    branchId,
    payerParentId,
    payerStudentId,
    method,
    currency,
    tendered,
    rate,
    amountLAK,
  } = slip;
  const allocations = given.map((one) => ({ orderId: one.orderId, amountLAK: one.amountLAK }));
  const content = {
    payer: { payerParentId, payerStudentId },
    rows: [{ paymentId, method, currency, tendered, rate, amountLAK, allocations }],
    change: [],
  };
  return addReceipt(posting, { branchId, kind: 'received', amountLAK, content });
}

/** One entry for each order that the slip pays, or one for the slip alone. */
function auditOf(
  action: string,
  { slip, orders }: LockedSlip,
  after: Record<string, unknown>,
  reason?: string,
): AuditEntry[] {
  const { _id: paymentId, branchId, amountLAK, reference } = slip;
  const entry = {
    action,
    branchId,
    before: { paymentId, amountLAK, reference, state: slip.state },
    after,
    ...(reason !== undefined && { reason }),
  };
  return orders.length === 0
    ? [{ ...entry, entity: 'payments', entityId: paymentId }]
    : orders.map(({ order }) => ({ ...entry, entity: 'orders', entityId: order._id }));
}

/** POST `/verification/slips/{id}/confirm`: the pending money becomes paid. */
export async function confirmSlip(
  writer: Writer,
  paymentId: string,
  { lineId }: SlipConfirm,
): Promise<WriteResult<SlipConfirmed>> {
  const { tx, user } = writer;
  const locked = await lockSlip(writer, paymentId);
  const { slip, given, orders, posting } = locked;
  const receipt = await receiptOf(locked);
  const after: StoredOrder[] = [];
  for (const { order } of orders) {
    const givenLAK = kipOf(given, order._id);
    const sums = { paidLAK: order.paidLAK + givenLAK, pendingLAK: order.pendingLAK - givenLAK };
    await tx.update(orderTable).set(sums).where(eq(orderTable._id, order._id));
    after.push({ ...order, ...sums });
  }
  await flush(posting);
  const { at, day } = posting;
  await tx
    .update(paymentTable)
    .set({
      state: 'confirmed',
      receiptId: receipt._id,
      confirmedDay: day,
      decidedById: user._id,
      decidedAt: at,
    })
    .where(eq(paymentTable._id, slip._id));
  if (lineId !== null) await linkLine(writer, lineId, paymentId, slip.bankAccountId);
  return {
    answer: { paymentId, receipt, orders: shownSums(writer, after) },
    audit: auditOf('confirmSlip', locked, { state: 'confirmed', receipt: receipt.number }),
  };
}

/** Takes the slip's money off an order; its places wait if that brings it below its minimum. */
async function takeOff(
  writer: Writer,
  { given, posting }: LockedSlip,
  locked: LockedSlip['orders'][number],
  reason: string,
): Promise<{ order: StoredOrder; audit: AuditEntry[] }> {
  const { order } = locked;
  for (const { _id, paymentId, amountLAK, asCredit } of allocationsTo(given, order._id))
    addAllocation(posting, {
      paymentId,
      orderId: order._id,
      amountLAK: -amountLAK,
      asCredit,
      reversesId: _id,
    });
  const { totalLAK, paidLAK } = order;
  const sums = { totalLAK, paidLAK, pendingLAK: order.pendingLAK - kipOf(given, order._id) };
  await writer.tx.update(orderTable).set(sums).where(eq(orderTable._id, order._id));
  return {
    order: { ...order, ...sums },
    audit: await giveNewHolds(writer, posting, {
      locked,
      sums,
      lines: linesWith(posting, locked),
      reason,
    }),
  };
}

/**
 * POST `/verification/slips/{id}/reject`: the money never came. Its orders are owed again, and the
 * desk is told.
 */
export async function rejectSlip(
  writer: Writer,
  paymentId: string,
  { reason }: SlipReject,
): Promise<WriteResult<SlipRejected>> {
  const { tx, user } = writer;
  const locked = await lockSlip(writer, paymentId);
  const { slip, orders, posting } = locked;
  const after: StoredOrder[] = [];
  const newHolds: AuditEntry[] = [];
  for (const one of orders) {
    const { order, audit } = await takeOff(writer, locked, one, reason);
    after.push(order);
    newHolds.push(...audit);
  }
  await flush(posting);
  const { at } = posting;
  await tx
    .update(paymentTable)
    .set({ state: 'rejected', freeLAK: 0, decidedById: user._id, decidedAt: at, reason })
    .where(eq(paymentTable._id, slip._id));
  await tx.insert(paymentNoteTable).values({
    branchId: slip.branchId,
    paymentId,
    kind: 'rejected',
    text: reason,
    byId: user._id,
    at,
  });
  const answer = {
    paymentId,
    orders: shownSums(writer, after),
    newHolds: newHolds.filter(({ entity }) => entity === 'enrolments').length,
  };
  return {
    answer,
    audit: [...auditOf('rejectSlip', locked, { state: 'rejected' }, reason), ...newHolds],
  };
}
