import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ReceiptVoid, ReceiptVoided } from '#contract/orders/order-changes.ts';
import { can } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { RetryTransaction, type WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy } from '#server/centre/approvals/signatures.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { flush, type Posting } from '#server/ledger/books/posting.ts';
import { changeFree, creditUsedAt, mergedPayer } from './payer-account.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { linesWith } from './order-lines.ts';
import { giveNewHolds } from './new-holds.ts';
import { lockOrders } from './lock-orders.ts';
import { requireRunning } from './waiting-places.ts';
import {
  type LockedOrder,
  allocationsOf,
  readOrder,
  sumsOfOrder,
  type Payment,
} from './order-parts.ts';
import { voidPayments } from './money-back.ts';
import { tellOfReversal } from './tell-of-reversal.ts';
import { releasedByPayment, takeMoneyOff } from './take-off.ts';

type Receipt = typeof receiptTable.$inferSelect;
type Allocation = typeof allocationTable.$inferSelect;
type OnReceipt = {
  receipt: Receipt;
  payments: Payment[];
  allocations: Allocation[];
  /** Credit that was used by the same write. */
  credit: Allocation[];
  before: Payment[];
};

/** The wrong payments that a payment replaced, back to the first, with which the money came. */
async function wrongBefore(tx: Tx, { mendsId }: Payment): Promise<Payment[]> {
  const [wrong] =
    mendsId === null
      ? []
      : await tx.select().from(paymentTable).where(eq(paymentTable._id, mendsId));
  return wrong ? [wrong, ...(await wrongBefore(tx, wrong))] : [];
}

/** A receipt of the user's branch with its payments and their current allocations. */
async function readReceipt({ tx, user }: Writer, receiptId: string): Promise<OnReceipt> {
  const [receipt] = await tx
    .select()
    .from(receiptTable)
    .where(and(eq(receiptTable._id, receiptId), ownBranchOnly(user, receiptTable.branchId)));
  if (!receipt) throw new ApiError('notFound');
  const isMended = sql`exists (select from ${paymentTable} mend where mend.mends_id = payments.id)`;
  const payments = await tx
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable.receiptId, receiptId), sql`not ${isMended}`))
    .orderBy(asc(paymentTable._id));
  const before: Payment[] = [];
  for (const payment of payments) before.push(...(await wrongBefore(tx, payment)));
  const [first] = payments;
  const credit = first
    ? await creditUsedAt(
        tx,
        await mergedPayer(tx, first),
        [receipt, ...before].map(({ at }) => at),
      )
    : [];
  return {
    receipt,
    payments,
    allocations: await allocationsOf(
      tx,
      payments.map(({ _id }) => _id),
    ),
    credit,
    before,
  };
}

/** Throws unless all its money is cash of today that paid orders directly, after their visits. */
function requireVoidable(
  { receipt, payments, allocations, credit, before }: OnReceipt,
  orders: readonly LockedOrder[],
  { day, at }: Posting,
): void {
  if (receipt.kind !== 'received' || payments.some(({ state }) => state !== 'confirmed'))
    throw new ApiError('stepNotAllowed');
  if (orders.some(({ order }) => [receipt, ...before].some(({ at }) => at === order.at)))
    throw new ApiError('receiptOfVisit');
  if (receipt.day !== day) throw new ApiError('notSameDay');
  if (
    payments.some(({ method }) => method !== 'cash') ||
    allocations.some(({ asCredit, orderId }) => asCredit || orderId === null)
  )
    throw new ApiError('refundFirst');
  for (const locked of orders)
    if ([...allocations, ...credit].some(({ orderId }) => orderId === locked.order._id))
      requireRunning(locked, at);
}

const ordersIn = (rows: readonly Pick<Allocation, 'orderId'>[]) => [
  ...new Set(rows.flatMap(({ orderId }) => orderId ?? [])),
];

/**
 * The orders that the receipt's write pays; for money that is free by now, those that it once paid.
 */
async function ordersOf(tx: Tx, { payments, allocations, credit }: OnReceipt): Promise<string[]> {
  const { orderId, paymentId } = allocationTable;
  const isFree = allocations.length === 0 && payments.length > 0;
  const once = isFree
    ? await tx
        .selectDistinct({ orderId })
        .from(allocationTable)
        .where(
          inArray(
            paymentId,
            payments.map(({ _id }) => _id),
          ),
        )
    : [];
  return ordersIn([...allocations, ...credit, ...once]).toSorted();
}

/**
 * POST `/receipts/{id}/void`: a later payment was a mistake. All its cash leaves the books; its
 * orders are owed again, and credit that it became is gone.
 */
export async function voidReceipt(
  writer: Writer,
  receiptId: string,
  { reason, moneyBack, approvalToken }: ReceiptVoid,
): Promise<WriteResult<ReceiptVoided>> {
  const { tx, user } = writer;
  const seen = await readReceipt(writer, receiptId);
  const { branchId, number } = seen.receipt;
  const ids = await ordersOf(tx, seen);
  if (ids.length === 0)
    throw new ApiError(
      seen.payments.some(({ state }) => state === 'confirmed') ? 'refundFirst' : 'stepNotAllowed',
    );
  const { orders, posting } = await lockOrders(writer, ids, {
    shiftId: seen.payments[0]?.shiftId ?? null,
    usesCredit: seen.allocations.length === 0,
  });
  const current = await readReceipt(writer, receiptId);
  if (ordersIn([...current.allocations, ...current.credit]).some((id) => !ids.includes(id)))
    throw new RetryTransaction();
  requireVoidable(current, orders, posting);
  const signature = can(user, 'payments:void')
    ? undefined
    : await requireSignature(tx, user, approvalToken, {
        kind: 'voidReceipt',
        branchId,
        receiptId,
        amountLAK: current.receipt.amountLAK,
        moneyBack,
      });
  const newHolds: AuditEntry[] = [];
  const taken = {
    given: [...current.allocations, ...current.credit],
    pendingIds: [],
    receiptIds: [receiptId, ...current.before.flatMap((one) => one.receiptId ?? [])],
  };
  for (const locked of orders) {
    const sums = await takeMoneyOff(posting, locked, taken, reason);
    newHolds.push(
      ...(await giveNewHolds(writer, posting, {
        locked,
        sums,
        lines: linesWith(posting, locked),
        reason,
      })),
    );
  }
  await changeFree(posting, releasedByPayment(current.credit));
  const voided = await voidPayments(writer, posting, current.payments, {
    reason,
    moneyBack,
    branchId,
    content: { receipt: number, orders: orders.map(({ order }) => order.number) },
  });
  if (voided === null) throw new Error('A receipt of cash is voided by a receipt');
  await flush(posting);
  const { amountLAK } = current.receipt;
  await tellOfReversal(writer, { branchId, number, amountLAK, day: posting.day });
  const after = [];
  for (const id of ids) after.push(sumsOfOrder(await readOrder(writer, id)));
  const answer: ReceiptVoided = { receiptId, voidReceipt: voided, orders: after };
  return {
    answer,
    audit: [
      ...ids.map((entityId): AuditEntry => ({
        action: 'voidReceipt',
        entity: 'orders',
        entityId,
        branchId,
        before: { number, orders: orders.map(({ order }) => sumsOfOrder(order)) },
        after: { ...answer, moneyBack, ...signedBy(signature) },
        reason,
      })),
      ...newHolds,
    ],
  };
}
