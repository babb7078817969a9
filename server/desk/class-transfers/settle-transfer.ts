import { uuidv7 } from 'uuidv7';
import type { AuditEntry } from '#server/lib/audit.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import { searchText } from '#server/db/search-text.ts';
import type { Writer } from '#server/lib/writer.ts';
import {
  addAllocation,
  addLine,
  addPart,
  flush,
  type Posting,
} from '#server/ledger/books/posting.ts';
import { changeFree, type Payer } from '#server/ledger/orders/payer-account.ts';
import type { LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { postTuition, type MovedLine } from '#server/ledger/orders/moved-tuition.ts';
import { sumOfAll, WAIVED_NAMES } from '#server/ledger/orders/order-lines.ts';
import { settleLeaving } from '#server/ledger/orders/settle-leaving.ts';
import type { PricedTransfer } from './transfer-sums.ts';

type Settling = PricedTransfer & {
  /** The id of the request; a request makes exactly one order. */
  transferId: string;
  enrolmentId: string;
  toEnrolmentId: string;
  toBranchId: string;
  effectiveDate: string;
  payer: Payer;
  waivedLAK: number;
  waiveReason: string;
  waivedById: string | null;
  reason: string;
};

/**
 * Money that the write has just taken off the old orders, by payment: confirmed money first, then
 * the oldest.
 */
function freedMoney({
  orders,
  posting,
}: LockedOrders): { paymentId: string; freeLAK: number; isPending: boolean }[] {
  const old = new Set(orders.map(({ order }) => order._id));
  const freed = new Map<string, number>();
  for (const { paymentId, orderId, amountLAK } of posting.rows.allocations)
    if (orderId && old.has(orderId)) freed.set(paymentId, (freed.get(paymentId) ?? 0) - amountLAK);
  const payments = new Map(
    orders.flatMap(({ parts }) => parts.payments.map((one) => [one._id, one] as const)),
  );
  return [...payments.values()]
    .toSorted(
      (a, b) =>
        Number(a.state === 'pending') - Number(b.state === 'pending') ||
        a.at.localeCompare(b.at) ||
        a._id.localeCompare(b._id),
    )
    .map(({ _id, state }) => ({
      paymentId: _id,
      freeLAK: freed.get(_id) ?? 0,
      isPending: state === 'pending',
    }))
    .filter(({ freeLAK }) => freeLAK > 0);
}

/** Pays the new order with the money that the old ones have freed; the rest of it stays credit. */
async function moveMoney(
  bills: LockedOrders,
  orderId: string,
  totalLAK: number,
): Promise<{ paidLAK: number; pendingLAK: number }> {
  const given = { paidLAK: 0, pendingLAK: 0 };
  const used = new Map<string, number>();
  for (const { paymentId, freeLAK, isPending } of freedMoney(bills)) {
    const amountLAK = Math.min(freeLAK, totalLAK - given.paidLAK - given.pendingLAK);
    if (amountLAK <= 0) break;
    addAllocation(bills.posting, { paymentId, orderId, amountLAK, asCredit: true });
    used.set(paymentId, -amountLAK);
    given[isPending ? 'pendingLAK' : 'paidLAK'] += amountLAK;
  }
  await changeFree(bills.posting, used);
  return given;
}

/**
 * Gathers the lines of the new order. Its minimum is 0, and a waived amount names the line that it
 * lowers.
 */
function postLines(
  posting: Posting,
  orderId: string,
  moved: readonly MovedLine[],
  { toEnrolmentId, waivedLAK, waiveReason, waivedById, reason }: Settling,
): number {
  const own = () => posting.rows.lines.filter((line) => line.orderId === orderId);
  const position = () => own().length + 1;
  let rest = waivedLAK;
  for (const one of moved) {
    const lineId = postTuition(posting, one, {
      orderId,
      enrolmentId: toEnrolmentId,
      minimumLAK: 0,
      position,
      reason,
    });
    const offLAK = Math.min(rest, one.netLAK);
    rest -= offLAK;
    const { studentId } = one.from.line;
    if (offLAK > 0)
      addLine(posting, {
        orderId,
        studentId,
        enrolmentId: toEnrolmentId,
        position: position(),
        kind: 'adjustment',
        ofLineId: lineId,
        ...WAIVED_NAMES,
        amountLAK: -offLAK,
        reason: waiveReason,
        approvedById: waivedById,
      });
  }
  return sumOfAll(own().map(({ amountLAK }) => amountLAK));
}

/**
 * Settles a transfer: takes the value left off the old orders, and pays a new order of the new
 * branch with the money above their new totals.
 */
export async function settleTransfer(
  writer: Writer,
  bills: LockedOrders,
  how: Settling,
): Promise<{ orderId: string; audit: AuditEntry[] }> {
  const { transferId, enrolmentId, toBranchId, effectiveDate, payer, lines, moved, reason } = how;
  const { posting } = bills;
  const { at, day, tx } = posting;
  const audit = await settleLeaving(
    writer,
    bills,
    [{ enrolmentId, settlement: 'credit', lines }],
    reason,
  );
  const orderId = uuidv7();
  const totalLAK = postLines(posting, orderId, moved, how);
  const given = await moveMoney(bills, orderId, totalLAK);
  const number = await nextBranchNumber(tx, 'order', toBranchId, at);
  const row = {
    _id: orderId,
    number,
    branchId: toBranchId,
    clientRef: transferId,
    source: 'transfer' as const,
    ...payer,
    walkInName: '',
    walkInPhone: '',
    state: 'confirmed' as const,
    holdUntil: null,
    holdOnPurpose: false,
    confirmedAt: at,
    confirmedDay: day,
    totalLAK,
    ...given,
    note: '',
    takenOfflineAt: null,
    byId: writer.user._id,
    at,
    day,
  };
  posting.rows.orders.push({
    ...row,
    search: searchText(row, ['number', 'walkInName', 'walkInPhone']),
  });
  addPart(posting, { orderId, position: 1, dueOn: effectiveDate, amountLAK: totalLAK });
  await flush(posting);
  const out = bills.orders.map(({ order: { _id, branchId } }): AuditEntry => ({
    action: 'transferOut',
    entity: 'orders',
    entityId: _id,
    branchId,
    after: { transferId, toOrderId: orderId },
    reason,
  }));
  const into = {
    action: 'transferIn',
    entity: 'orders',
    entityId: orderId,
    branchId: toBranchId,
    after: {
      transferId,
      number,
      totalLAK,
      ...given,
      fromOrderIds: bills.orders.map(({ order }) => order._id),
    },
    reason,
  };
  return { orderId, audit: [...audit, ...out, into] };
}
