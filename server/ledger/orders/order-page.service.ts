import { and, asc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockMovementTable } from '#server/db/tables/ledger/stock.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { readNotes } from './payment-notes.ts';
import { openBalance, freeMoneyOf, ordersOfPayer, mergedPayer } from './payer-account.ts';
import { readMoney, readPlanAndPapers } from './order-money.ts';
import { belowMinimum, payerFields, piecesGiven, piecesLeft, stateNow } from './order-rows.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * At most this many audit entries of an order are shown, without its creation; lines, money and
 * papers are shown by themselves.
 */
const MAX_ACTIONS = 100;
const sumOf = (rows: readonly number[]) => rows.reduce((sum, one) => sum + one, 0);

async function readLines(db: Db, orderId: string): Promise<OrderPage['lines']> {
  const line = alias(orderLineTable, 'line');
  const {
    orderId: _order,
    feeId: _fee,
    rateId: _rate,
    minimumLAK: _minimum,
    ruleId: _rule,
    receiptId: _receipt,
    byId,
    approvedById,
    studentId,
    ...columns
  } = getTableColumns(line);
  const isCounted = sql`${line.kind} = 'product' and ${line.ofLineId} is null
    and ${productTable.trackStock}`;
  const movedAt = sql<Date | null>`(
    select max(movement.at) from ${stockMovementTable} movement
    where movement.line_id = line.id)`;
  const rows = await db
    .select({
      ...columns,
      by: nameOfUser(byId),
      approvedBy: nameOfUser(approvedById),
      classCode: sql<string>`coalesce(${classTable.classCode}, '')`,
      student: { _id: studentTable._id, ...studentName, studentCode: studentTable.studentCode },
      isCounted: sql<boolean>`coalesce(${isCounted}, false)`,
      left: sql<number>`(${piecesLeft})::int`,
      given: sql<number>`(${piecesGiven})::int`,
      movedAt,
    })
    .from(line)
    .leftJoin(studentTable, eq(studentTable._id, studentId))
    .leftJoin(enrolmentTable, eq(enrolmentTable._id, line.enrolmentId))
    .leftJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .leftJoin(productTable, eq(productTable._id, line.productId))
    .where(eq(line.orderId, orderId))
    .orderBy(asc(line.position));
  return rows.map(({ isCounted: counts, left, given, movedAt: moved, ...row }) => ({
    ...row,
    goods: counts ? { left, given, movedAt: moved && new Date(moved).toISOString() } : null,
  }));
}

async function readPayer(
  db: Db,
  order: typeof orderTable.$inferSelect & {
    payerName: string;
    payerNameEn: string;
    payerPhone: string;
  },
): Promise<OrderPage['payer']> {
  const kind =
    order.payerParentId !== null ? 'parent' : order.payerStudentId !== null ? 'student' : 'walkIn';
  const root = await mergedPayer(db, order);
  const running = kind === 'walkIn' ? [order] : await ordersOfPayer(db, root);
  const owed = running.filter(({ state }) => state === 'confirmed');
  return {
    kind,
    _id: root.payerParentId ?? root.payerStudentId,
    name: order.payerName,
    nameEn: order.payerNameEn,
    phone: order.payerPhone,
    owedLAK: sumOf(owed.map(openBalance)),
    creditLAK: sumOf((await freeMoneyOf(db, root)).map(({ freeLAK }) => freeLAK)),
  };
}

const readOrder = (db: Db, user: SignedInUser, _id: string) =>
  db
    .select({
      ...getTableColumns(orderTable),
      ...payerFields,
      ...belowMinimum,
      stateNow,
      by: nameOfUser(orderTable.byId),
      voidedBy: nameOfUser(orderTable.voidedById),
    })
    .from(orderTable)
    .where(and(eq(orderTable._id, _id), ownBranchOnly(user, orderTable.branchId)));

function readActions(db: Db, orderId: string): Promise<OrderPage['acts']> {
  const { _id, actorName: by, action, at, reason, entity, entityId } = auditTable;
  return db
    .select({ at, by, action, reason })
    .from(auditTable)
    .where(and(eq(entity, 'orders'), eq(entityId, orderId), ne(action, 'create')))
    .orderBy(asc(at), asc(_id))
    .limit(MAX_ACTIONS);
}

/** The movements of goods that were handed over or came back. */
async function readMovements(db: Db, lines: OrderPage['lines']): Promise<OrderPage['moved']> {
  const lineIds = lines.filter((line) => line.goods !== null).map((line) => line._id);
  if (lineIds.length === 0) return [];
  const { at, byId, lineId, qtyChange, seq } = stockMovementTable;
  return db
    .select({ at, by: nameOfUser(byId), lineId: sql<string>`${lineId}`, qtyChange })
    .from(stockMovementTable)
    .where(inArray(lineId, lineIds))
    .orderBy(asc(at), asc(seq));
}

/** GET `/orders/{id}`; an order of another branch is answered as missing. */
export async function readOrderPage(db: Db, user: SignedInUser, _id: string): Promise<OrderPage> {
  const [order] = await readOrder(db, user, _id);
  if (!order) throw new ApiError('notFound');
  const lines = await readLines(db, _id);
  const money = await readMoney(db, user, order);
  const acts = await readActions(db, _id);
  const moved = await readMovements(db, lines);
  const {
    number,
    branchId,
    source,
    byId,
    holdUntil,
    holdOnPurpose,
    confirmedAt,
    lapsedAt,
    voidedAt,
    voidedBy,
    voidReason,
    totalLAK,
    paidLAK,
    pendingLAK,
    note,
    takenOfflineAt,
    missingLAK,
    placesHoldUntil,
  } = order;
  return {
    _id,
    number,
    branchId,
    source,
    at: order.at,
    by: order.by,
    byId,
    state: order.stateNow,
    holdUntil,
    holdOnPurpose,
    confirmedAt,
    lapsedAt,
    voidedAt,
    voidedBy,
    voidReason: voidReason ?? '',
    takenOfflineAt,
    totalLAK,
    paidLAK,
    pendingLAK,
    missingLAK,
    placesHoldUntil,
    note,
    payer: await readPayer(db, order),
    lines,
    ...money,
    notes: await readNotes(
      db,
      money.payments.map((payment) => payment._id),
    ),
    moved,
    acts,
    ...(await readPlanAndPapers(db, _id, money.receipts)),
  };
}
