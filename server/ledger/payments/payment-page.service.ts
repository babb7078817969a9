import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { freeMoneyOf, mergedPayer } from '#server/ledger/orders/payer-account.ts';
import { leftForeignOf } from './foreign-cash.ts';
import { readPaymentRows } from './payment-rows.ts';
import { allocationTable, paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';

const { orderId, refundId, paymentId, amountLAK } = allocationTable;
const net = sql<number>`sum(${amountLAK})::float8`;

/** Payments on the other side of a refund, with the amount between them. */
const readBeside = (db: Db, other: typeof refundId | typeof paymentId, where: SQL) =>
  db
    .select({
      _id: table._id,
      receiptNumber: sql<string>`coalesce(${receiptTable.number}, '')`,
      at: table.at,
      amountLAK: net,
    })
    .from(allocationTable)
    .innerJoin(table, eq(table._id, other))
    .leftJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .where(where)
    .groupBy(table._id, receiptTable.number)
    .having(sql`sum(${amountLAK}) <> 0`)
    .orderBy(table.at);

/** GET `/payments/{id}`. */
export async function readPaymentPage(
  db: Db,
  user: SignedInUser,
  _id: string,
): Promise<PaymentPage> {
  const where = and(eq(table._id, _id), ownBranchOnly(user, table.branchId));
  const [row] = await readPaymentRows(db, user, where);
  const more = {
    recordedAt: table.at,
    decidedAt: table.decidedAt,
    voidedAt: table.voidedAt,
    voidedBy: nameOfUser(table.voidedById),
    kind: receiptTable.kind,
    check: sql<string>`left(${receiptTable.hash}, ${CHECK_LETTERS})`,
    day: receiptTable.day,
    receiptAt: receiptTable.at,
  };
  const [found] = await db
    .select(more)
    .from(table)
    .leftJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .where(where);
  if (!row || !found) throw new ApiError('notFound');
  const { kind, check, day, receiptAt, ...times } = found;
  const given = await db
    .select({
      orderId: orderTable._id,
      number: orderTable.number,
      branchId: orderTable.branchId,
      at: orderTable.at,
      amountLAK: net,
    })
    .from(allocationTable)
    .innerJoin(orderTable, eq(orderTable._id, orderId))
    .where(eq(paymentId, _id))
    .groupBy(orderTable._id)
    .orderBy(orderTable.number);
  const now = given.filter((one) => one.amountLAK !== 0);
  const inBranch = now
    .filter(({ branchId }) => branchId === row.branchId)
    .reduce((sum, one) => sum + one.amountLAK, 0);
  const isIn = row.state === 'confirmed' && row.amountLAK > 0;
  // Nobody would owe the order of a walk-in again, so only what is free can be given back here.
  const isWalkIn = row.payerParentId === null && row.payerStudentId === null;
  const leftLAK = isIn ? row.freeLAK + (isWalkIn ? 0 : inBranch) : 0;
  return {
    ...row,
    ...times,
    receipt:
      kind === null || day === null
        ? null
        : { kind, check, day, isOfVisit: given.some(({ at }) => at === receiptAt) },
    given: now.map(({ branchId, number, at: _at, ...one }) => ({
      ...one,
      number: seesAllBranches(user.role) || branchId === user.branchId ? number : null,
    })),
    refunds: await readBeside(db, refundId, eq(paymentId, _id)),
    refundOf: await readBeside(db, paymentId, eq(refundId, _id)),
    leftLAK,
    leftForeign: await leftForeignOf(db, row, leftLAK),
    creditLAK: (await freeMoneyOf(db, await mergedPayer(db, row))).reduce(
      (sum, one) => sum + one.freeLAK,
      0,
    ),
  };
}
