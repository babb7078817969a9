import { and, eq, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { inOrder } from '#contract/orders/payment-sums.ts';
import type { PaymentChoices, PaymentFilters, PaymentSums } from '#contract/orders/payment-rows.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { sumColumn } from '#server/lib/safe-sum.ts';
import { drawerMovementTable as movement } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { paymentFilter, receiptOrPaymentId } from './payment-rows.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';

const isReceived = sql`(${table.state} = 'confirmed' and ${table.method} <> 'opening')`;
const count = (which: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${which}))::int`;

/**
 * The sums of all payments of a list: cash as it moved in the drawers, bank money as it was sent.
 */
export async function sumPayments(
  db: Db,
  user: SignedInUser,
  filters: PaymentFilters,
): Promise<PaymentSums> {
  const where = paymentFilter(user, filters);
  const { method, currency, tendered, amountLAK, state } = table;
  const [all] = await db
    .select({
      payments: sql<number>`count(*)::int`,
      receipts: sql<number>`count(distinct ${table.receiptId})::int`,
      units: sql<number>`count(distinct ${receiptOrPaymentId})::int`,
      receivedLAK: sumColumn(sql`case when ${isReceived} then ${amountLAK} else 0 end`),
      pending: count(sql`${state} = 'pending'`),
      pendingLAK: sumColumn(sql`case when ${state} = 'pending' then ${amountLAK} else 0 end`),
      voided: count(sql`${state} = 'void'`),
    })
    .from(table)
    .where(where);
  const bank = await db
    .select({ method, currency, amount: sumColumn(tendered) })
    .from(table)
    .where(and(where, isReceived, sql`${method} <> 'cash'`))
    .groupBy(method, currency);
  const cash = await db
    .select({ method, currency: movement.currency, amount: sumColumn(movement.amount) })
    .from(table)
    .innerJoin(movement, eq(movement.paymentId, table._id))
    .where(and(where, isReceived, eq(method, 'cash')))
    .groupBy(method, movement.currency);
  const {
    pending = 0,
    pendingLAK = 0,
    ...sums
  } = all ?? { payments: 0, receipts: 0, units: 0, receivedLAK: 0, voided: 0 };
  return {
    ...sums,
    pending: { count: pending, amountLAK: pendingLAK },
    byMethod: inOrder([...cash, ...bank]),
  };
}

/** The drawers and cashiers of the branches that the user sees. */
export async function readChoices(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PaymentChoices> {
  const of = (column: typeof drawerTable.branchId | typeof userTable.branchId) =>
    and(ownBranchOnly(user, column), branchId === undefined ? undefined : eq(column, branchId));
  const drawers = await db
    .select({ _id: drawerTable._id, name: drawerTable.name })
    .from(drawerTable)
    .where(of(drawerTable.branchId))
    .orderBy(drawerTable.name);
  const cashiers = await db
    .select({
      _id: userTable._id,
      name: sql<string>`${userTable.firstName} || ' ' || ${userTable.lastName}`,
    })
    .from(userTable)
    .where(of(userTable.branchId))
    .orderBy(userTable.firstName, userTable.lastName);
  return { drawers, cashiers };
}
