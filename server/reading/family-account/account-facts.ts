import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { paidBy, type Payer } from '#server/ledger/orders/payer-account.ts';

const line = orderLineTable;
const lineFields = {
  orderId: line.orderId,
  position: line.position,
  kind: line.kind,
  nameEn: line.nameEn,
  nameLo: line.nameLo,
  quantity: line.quantity,
  amountLAK: line.amountLAK,
  reason: line.reason,
  at: line.at,
  student: { _id: studentTable._id, ...studentName },
};

/** Every money row of a payer, in all branches and under every id that was merged into theirs. */
export async function readFacts(db: Db, payer: Payer) {
  const orders = await db
    .select()
    .from(orderTable)
    .where(paidBy(orderTable, payer))
    .orderBy(asc(orderTable.at), asc(orderTable._id));
  const payments = await db
    .select({ ...getTableColumns(paymentTable), receiptNumber: receiptTable.number })
    .from(paymentTable)
    .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
    .where(paidBy(paymentTable, payer))
    .orderBy(asc(paymentTable.at), asc(paymentTable._id));
  const ids = orders.map(({ _id }) => _id);
  const ofPayments = sql`
    ${allocationTable.paymentId} = any(${sql.param(payments.map(({ _id }) => _id))}::uuid[])`;
  const allocations =
    payments.length === 0
      ? []
      : await db
          .select()
          .from(allocationTable)
          .where(ofPayments)
          .orderBy(asc(allocationTable.at), asc(allocationTable._id));
  if (ids.length === 0) return { orders, payments, allocations, lines: [], plans: [] };
  const lines = await db
    .select(lineFields)
    .from(line)
    .leftJoin(studentTable, eq(studentTable._id, line.studentId))
    .where(inArray(line.orderId, ids))
    .orderBy(asc(line.at), asc(line.position));
  const plans = await db
    .select()
    .from(instalmentTable)
    .where(and(inArray(instalmentTable.orderId, ids)))
    .orderBy(asc(instalmentTable.position));
  return { orders, payments, allocations, lines, plans };
}

export type AccountFacts = Awaited<ReturnType<typeof readFacts>>;
export type AccountPayment = AccountFacts['payments'][number];
export type AccountBill = AccountFacts['orders'][number];

/** The state of a payment at a moment; undefined before it was recorded. */
export function paymentStateAt({ at, state, decidedAt, voidedAt }: AccountPayment, moment: string) {
  if (at > moment) return undefined;
  if (voidedAt !== null && voidedAt <= moment) return 'void';
  if (decidedAt === null || decidedAt > moment) return 'pending';
  return state === 'rejected' ? 'rejected' : 'confirmed';
}

export const isConfirmedAt = ({ confirmedAt }: AccountBill, moment: string): boolean =>
  confirmedAt !== null && confirmedAt <= moment;

/**
 * The state of an order at a moment; undefined before it was written. A hold ends at its time, even
 * if that was stored later.
 */
export function orderStateAt(order: AccountBill, moment: string) {
  if (order.at > moment) return undefined;
  if (order.voidedAt !== null && order.voidedAt <= moment) return 'void';
  if (order.lapsedAt !== null && order.lapsedAt <= moment) return 'lapsed';
  if (isConfirmedAt(order, moment)) return 'confirmed';
  return order.holdUntil !== null && order.holdUntil <= moment && order.confirmedAt === null
    ? 'lapsed'
    : 'held';
}
