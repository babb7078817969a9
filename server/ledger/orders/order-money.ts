import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { CHECK_LETTERS, type PaperKind } from '#contract/words/paper-code.ts';
import { dayInLaos } from '#contract/dates.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { printTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import {
  allocationTable,
  bankAccountTable,
  paymentTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import {
  instalmentTable,
  orderTable,
  refundRequestTable,
} from '#server/db/tables/ledger/orders.table.ts';

type Money = Pick<OrderPage, 'payments' | 'allocations' | 'receipts'>;

const { orderId, paymentId, amountLAK, asCredit, at } = allocationTable;

const paymentFields = {
  _id: paymentTable._id,
  method: paymentTable.method,
  currency: paymentTable.currency,
  tendered: paymentTable.tendered,
  rate: paymentTable.rate,
  amountLAK: paymentTable.amountLAK,
  state: paymentTable.state,
  bankAccountId: paymentTable.bankAccountId,
  bank: sql<string>`coalesce(${bankAccountTable.bank}, '')`,
  reference: paymentTable.reference,
  slipFileId: paymentTable.slipFileId,
  receiptId: paymentTable.receiptId,
  slipEnded: sql<boolean>`exists (
      select from ${fileTable} where ${fileTable._id} = ${paymentTable.slipFileId}
        and ${fileTable.purpose} = 'ended')`,
  at: paymentTable.at,
  by: nameOfUser(paymentTable.recordedById),
  decidedAt: paymentTable.decidedAt,
  decidedBy: nameOfUser(paymentTable.decidedById),
  voidedAt: paymentTable.voidedAt,
  voidedBy: nameOfUser(paymentTable.voidedById),
  reason: sql<string>`coalesce(${paymentTable.reason}, '')`,
  freeLAK: paymentTable.freeLAK,
  mendsId: paymentTable.mendsId,
};

const sum = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((total, row) => total + row.amountLAK, 0);

/**
 * The allocations of each payment to other orders; orders of other branches are without their
 * number.
 */
async function elsewhere(db: Db, user: SignedInUser, ids: string[], order: string) {
  const given = sql<number>`sum(${amountLAK})::float8`;
  const rows = await db
    .select({
      paymentId,
      orderId: orderTable._id,
      number: orderTable.number,
      branchId: orderTable.branchId,
      amountLAK: given,
    })
    .from(allocationTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .where(and(inArray(paymentId, ids), sql`${orderId} <> ${order}`))
    .groupBy(paymentId, orderTable._id)
    .having(sql`sum(${amountLAK}) <> 0`)
    .orderBy(orderTable.number);
  return rows.map(({ branchId, number, ...row }) => ({
    ...row,
    number: seesAllBranches(user.role) || branchId === user.branchId ? number : null,
  }));
}

/**
 * All payments that were ever allocated to an order, with their receipts and those that voided or
 * refunded them.
 */
export async function readMoney(
  db: Db,
  user: SignedInUser,
  order: { _id: string; number: string; branchId: string },
): Promise<Money> {
  const given = await db
    .select({ _id: allocationTable._id, paymentId, amountLAK, asCredit, at })
    .from(allocationTable)
    .where(eq(orderId, order._id))
    .orderBy(asc(at), asc(allocationTable._id));
  const ids = [...new Set(given.map((row) => row.paymentId))];
  if (ids.length === 0) return { payments: [], allocations: [], receipts: [] };
  const payments = await db
    .select(paymentFields)
    .from(paymentTable)
    .leftJoin(bankAccountTable, eq(bankAccountTable._id, paymentTable.bankAccountId))
    .where(inArray(paymentTable._id, ids))
    .orderBy(asc(paymentTable.at), asc(paymentTable._id));
  const movement = drawerMovementTable;
  const change = await db
    .select({
      paymentId: movement.paymentId,
      currency: movement.currency,
      amount: sql<number>`(-${movement.amount})::float8`,
    })
    .from(movement)
    .where(and(inArray(movement.paymentId, ids), eq(movement.kind, 'change')));
  const others = await elsewhere(db, user, ids, order._id);
  const receiptIds = payments.flatMap(({ receiptId }) => receiptId ?? []);
  // Void and refund receipts belong to no payment of the order; their content names it.
  const days = given.filter((row) => row.amountLAK < 0).map((row) => dayInLaos(Date.parse(row.at)));
  const isBack = and(
    eq(receiptTable.branchId, order.branchId),
    inArray(receiptTable.day, days),
    inArray(receiptTable.kind, ['void', 'refund']),
    or(
      sql`(${receiptTable.content}::jsonb ->> 'order') = ${order.number}`,
      sql`(${receiptTable.content}::jsonb -> 'orders') @> to_jsonb(${order.number}::text)`,
    ),
  );
  const isOfOrder = or(inArray(receiptTable._id, receiptIds), isBack);
  const check = sql<string>`left(${receiptTable.hash}, ${CHECK_LETTERS})`;
  const receipts = await db
    .select({
      _id: receiptTable._id,
      number: receiptTable.number,
      check,
      kind: receiptTable.kind,
      amountLAK: receiptTable.amountLAK,
      at: receiptTable.at,
      by: nameOfUser(receiptTable.byId),
    })
    .from(receiptTable)
    .where(isOfOrder)
    .orderBy(asc(receiptTable.at), asc(receiptTable.number));
  const seesSlips = can(user, 'slips:read');
  return {
    receipts,
    allocations: given.map(({ asCredit: _credit, ...row }) => row),
    payments: payments.map((payment) => {
      const own = given.filter((row) => row.paymentId === payment._id);
      return {
        ...payment,
        slipFileId: seesSlips && !payment.slipEnded ? payment.slipFileId : null,
        change: change
          .filter((row) => row.paymentId === payment._id)
          .map(({ currency, amount }) => ({ currency, amount })),
        onOrderLAK: sum(own),
        asCredit: own.some((row) => row.asCredit),
        elsewhere: others
          .filter((row) => row.paymentId === payment._id)
          .map(({ paymentId: _payment, ...row }) => row),
      };
    }),
  };
}

/** The current plan, its earlier versions, the refund requests, and the printed papers. */
export async function readPlanAndPapers(
  db: Db,
  order: string,
  receipts: Money['receipts'],
): Promise<Pick<OrderPage, 'plan' | 'planChanges' | 'prints' | 'refundRequests'>> {
  const part = instalmentTable;
  const plan = await db
    .select({ position: part.position, dueOn: part.dueOn, amountLAK: part.amountLAK })
    .from(part)
    .where(and(eq(part.orderId, order), isNull(part.endedAt)))
    .orderBy(part.position);
  const sets = await db
    .selectDistinctOn([part.at], { at: part.at, by: nameOfUser(part.byId), reason: part.reason })
    .from(part)
    .where(eq(part.orderId, order))
    .orderBy(part.at);
  const { _id, amountLAK: asked, reason, state, decision } = refundRequestTable;
  const refundRequests = await db
    .select({
      _id,
      amountLAK: asked,
      reason,
      state,
      at: refundRequestTable.at,
      by: nameOfUser(refundRequestTable.byId),
      decision,
    })
    .from(refundRequestTable)
    .where(eq(refundRequestTable.orderId, order))
    .orderBy(desc(refundRequestTable.at));
  const { ofId, copy } = printTable;
  const paper = sql<PaperKind>`${printTable.paper}`;
  const prints = await db
    .select({ paper, ofId, copy, at: printTable.at, by: nameOfUser(printTable.byId) })
    .from(printTable)
    .where(inArray(ofId, [order, ...receipts.map((receipt) => receipt._id)]))
    .orderBy(asc(printTable.at));
  return { plan, planChanges: sets.slice(1), prints, refundRequests };
}
