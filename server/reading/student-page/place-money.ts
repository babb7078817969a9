import { asc, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import type { EnrolmentPage, PlaceLine } from '#contract/classes/enrolment-page.ts';
import { withReductionsShared } from '#contract/desk/line-nets.ts';
import { orderBalance } from '#contract/orders/orders.ts';
import type { Db } from '#server/db/client.ts';
import { stateNow } from '#server/ledger/orders/order-rows.ts';
import {
  orderLineTable,
  orderTable,
  refundRequestTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';

/** The order lines of an enrolment, with their corrections, discounts and reductions. */
export async function linesOfPlace(db: Db, enrolmentId: string): Promise<PlaceLine[]> {
  const {
    feeId: _fee,
    rateId: _rate,
    minimumLAK: _minimum,
    ruleId: _rule,
    receiptId: _receipt,
    byId,
    approvedById,
    ...columns
  } = getTableColumns(orderLineTable);
  const charging = sql`
    ${orderLineTable.orderId} in (
      select charged.order_id from ${orderLineTable} charged
      where charged.enrolment_id = ${enrolmentId}
    )`;
  const rows = await db
    .select({ ...columns, by: nameOfUser(byId), approvedBy: nameOfUser(approvedById) })
    .from(orderLineTable)
    .where(charging)
    .orderBy(asc(orderLineTable.position));
  const lines = [...new Set(rows.map(({ orderId }) => orderId))].flatMap((orderId) =>
    withReductionsShared(rows.filter((row) => row.orderId === orderId)),
  );
  const own = new Set(lines.flatMap((row) => (row.enrolmentId === enrolmentId ? [row._id] : [])));
  return lines
    .filter(({ _id, ofLineId }) => own.has(_id) || own.has(ofLineId ?? ''))
    .toSorted(
      (a, b) =>
        a.at.localeCompare(b.at) || a.orderId.localeCompare(b.orderId) || a.position - b.position,
    )
    .map(({ studentId: _student, ...row }) => row);
}

/** Orders with the amount owed for each. */
export async function ordersWhere(
  db: Db,
  where: SQL | undefined,
  limit = 100,
): Promise<EnrolmentPage['orders']> {
  const { _id, number, holdUntil, at, totalLAK, paidLAK, pendingLAK } = orderTable;
  const rows = await db
    .select({ _id, number, state: stateNow, holdUntil, at, totalLAK, paidLAK, pendingLAK })
    .from(orderTable)
    .where(where)
    .orderBy(desc(at), desc(_id))
    .limit(limit);
  return rows.map((row) => ({ ...row, balanceLAK: orderBalance(row) }));
}

/** The family's refund requests from the time this enrolment was left. */
export async function refundsOf(
  db: Db,
  enrolmentId: string,
): Promise<EnrolmentPage['refundRequests']> {
  const { _id, orderId, amountLAK, reason, state, at, byId, decision } = refundRequestTable;
  return db
    .select({ _id, orderId, amountLAK, reason, state, at, by: nameOfUser(byId), decision })
    .from(refundRequestTable)
    .where(eq(refundRequestTable.enrolmentId, enrolmentId))
    .orderBy(asc(at));
}

export const ordersOfLines = (
  db: Db,
  lines: readonly PlaceLine[],
): Promise<EnrolmentPage['orders']> => {
  const ids = [...new Set(lines.map(({ orderId }) => orderId))];
  return ids.length === 0 ? Promise.resolve([]) : ordersWhere(db, inArray(orderTable._id, ids));
};
