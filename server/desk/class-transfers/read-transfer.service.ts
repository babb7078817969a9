import { eq, or, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { orderBalance } from '#contract/orders/orders.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { TransferSums } from '#contract/classes/transfer-preview.ts';
import type { Transfer, TransferRow } from '#contract/classes/transfers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { debtOf, mergedPayer } from '#server/ledger/orders/payer-account.ts';
import { ordersOf, readClassTimes, readPlace, readTarget } from './transfer-facts.ts';
import { transferFindings } from './transfer-rules.ts';
import {
  transferDifference,
  priceTransfer,
  sumsOfTransfer,
  tellsOrderTo,
} from './transfer-sums.ts';
import { findTransfer, readTransferRow, type StoredTransfer } from './transfer-rows.ts';

/**
 * The orders of both enrolments that the user may see; both branches see the order that the
 * transfer made.
 */
async function readOrders(
  db: Db | Tx,
  user: SignedInUser,
  { enrolmentId, orderId, fromBranchId }: StoredTransfer,
): Promise<Pick<Transfer, 'oldOrders' | 'newOrder'>> {
  const { _id, number, branchId, state, totalLAK, paidLAK, pendingLAK } = orderTable;
  const charging = sql`${_id} in (
    select ${orderLineTable.orderId} from ${orderLineTable}
    where ${orderLineTable.enrolmentId} = ${enrolmentId})`;
  const rows = await db
    .select({ _id, number, branchId, state, totalLAK, paidLAK, pendingLAK })
    .from(orderTable)
    .where(or(charging, orderId === null ? undefined : eq(_id, orderId)))
    .orderBy(_id);
  const told = rows.map((row) => ({ ...row, balanceLAK: orderBalance(row) }));
  const isOwn = seesAllBranches(user.role) || user.branchId === fromBranchId;
  const made = told.find((row) => row._id === orderId);
  return {
    oldOrders: isOwn ? told.filter((row) => row._id !== orderId) : [],
    newOrder: made && tellsOrderTo(user)(made.branchId) ? made : null,
  };
}

/** The current sums of an open request; null if it can no longer be priced. */
async function sumsNow(
  db: Db | Tx,
  user: SignedInUser,
  request: StoredTransfer,
): Promise<{ sums: TransferSums | null; debtLAK: number }> {
  const { effectiveDate, keepDiscounts } = request;
  const place = await readPlace(db, undefined, request.enrolmentId);
  const { classId: toClassId } = await readPlace(db, undefined, request.toEnrolmentId);
  const orders = await ordersOf(db, place._id);
  const [first] = orders;
  const debtLAK = first ? await debtOf(db, await mergedPayer(db, first.order)) : 0;
  try {
    const priced = await priceTransfer(
      db,
      orders,
      { place, toClassId, effectiveDate, keepDiscounts },
      await transactionNow(db),
    );
    const waivedLAK = request.waives ? Math.max(0, transferDifference(priced)) : 0;
    return {
      sums: sumsOfTransfer(priced, { effectiveDate, waivedLAK, tellsOrder: tellsOrderTo(user) }),
      debtLAK,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { sums: null, debtLAK };
  }
}

/** The sums as they were settled; numbers of the old orders are shown only to their own branch. */
function sumsThen(user: SignedInUser, { sums, fromBranchId }: StoredTransfer): TransferSums | null {
  if (sums === null) return null;
  const tells = tellsOrderTo(user)(fromBranchId);
  return {
    ...sums,
    lines: sums.lines.map((line) => ({ ...line, orderNumber: tells ? line.orderNumber : '' })),
  };
}

function historyOf({
  askedBy,
  askedAt,
  approvals,
  status,
  endedBy,
  endedAt,
  endReason,
  reason,
  from,
  to,
}: TransferRow): Transfer['history'] {
  const isOne = from.branchId === to.branchId;
  const said: Transfer['history'] = [{ what: 'asked', by: askedBy, at: askedAt, reason }];
  if (approvals.from) said.push({ what: 'approvedFrom', ...approvals.from, reason: '' });
  if (approvals.to && !isOne) said.push({ what: 'approvedTo', ...approvals.to, reason: '' });
  if (status !== 'open' && endedAt !== null)
    said.push({ what: status, by: endedBy, at: endedAt, reason: endReason });
  return said.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** GET `/transfers/{id}`. */
export async function readClassTransfer(
  db: Db | Tx,
  user: SignedInUser,
  _id: string,
): Promise<Transfer> {
  const row = await readTransferRow(db, user, _id);
  const request = await findTransfer(db, user, _id);
  const { from, to } = row;
  const isOpen = row.status === 'open';
  const now = isOpen
    ? await sumsNow(db, user, request)
    : { sums: sumsThen(user, request), debtLAK: 0 };
  const findings = isOpen
    ? await transferFindings(db, user, {
        studentId: row.studentId,
        classIds: [to.classId],
        placeId: request.enrolmentId,
        heldId: request.toEnrolmentId,
      })
    : new Map<string, never>();
  const { capacity, seatsTaken } = await readTarget(db, to.classId);
  const times = await readClassTimes(db, user, [from.classId, to.classId]);
  return {
    ...row,
    ...now,
    findings: findings.get(to.classId) ?? [],
    seats: { capacity, seatsTaken },
    times: { from: times(from.classId), to: times(to.classId) },
    ...(await readOrders(db, user, request)),
    history: historyOf(row),
  };
}
