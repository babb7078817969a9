import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { inOrder } from '#contract/orders/payment-sums.ts';
import type { PaymentChoices, PaymentFilters, PaymentSums } from '#contract/orders/payment-rows.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fold } from '#contract/words/normalise.ts';
import { listedBranch, ownBranchOnly } from '#server/lib/branch-scope.ts';
import { sumColumn } from '#server/lib/safe-sum.ts';
import { drawerMovementTable as movement } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { worksIn } from '#server/centre/users/account-grants.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { addSums, readKeptSums } from './kept-sums.ts';
import { paymentFilter } from './payment-filter.ts';
import { receiptOrPaymentId } from './payment-moment.ts';
import { paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';

const isReceived = sql`(${table.state} = 'confirmed' and ${table.method} <> 'opening')`;
const nothing = {
  payments: 0,
  receipts: 0,
  units: 0,
  receivedLAK: 0,
  pending: 0,
  pendingLAK: 0,
  rejected: 0,
  voided: 0,
  openings: 0,
};
const count = (which: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${which}))::int`;

/** The sums of some payments: cash as it moved in the drawers, bank money as it was sent. */
export async function sumsWhere(db: Db | Tx, where: SQL | undefined): Promise<PaymentSums> {
  const { method, currency, tendered, amountLAK, state } = table;
  const [all] = await db
    .select({
      payments: count(isReceived),
      receipts: sql<number>`(count(distinct ${table.receiptId}) filter (where ${isReceived}))::int`,
      units: sql<number>`count(distinct ${receiptOrPaymentId})::int`,
      receivedLAK: sumColumn(sql`case when ${isReceived} then ${amountLAK} else 0 end`),
      pending: count(sql`${state} = 'pending'`),
      pendingLAK: sumColumn(sql`case when ${state} = 'pending' then ${amountLAK} else 0 end`),
      rejected: count(sql`${state} = 'rejected'`),
      voided: count(sql`${state} = 'void'`),
      openings: count(sql`${state} = 'confirmed' and ${method} = 'opening'`),
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
  const { pending, pendingLAK, ...sums } = all ?? nothing;
  return {
    ...sums,
    pending: { count: pending, amountLAK: pendingLAK },
    byMethod: inOrder([...cash, ...bank]),
  };
}

/**
 * The sums of all payments of a list. Without other filters than the branch and the days, past days
 * have theirs kept, and only the other days and what is pending are read: docs/figures.md, "Kept
 * days".
 */
export async function sumPayments(
  db: Db,
  user: SignedInUser,
  filters: PaymentFilters,
): Promise<PaymentSums> {
  const where = await paymentFilter(db, user, filters);
  const { branchId, from, to, search, ...others } = filters;
  if (fold(search) !== '' || Object.values(others).some((one) => one !== undefined))
    return sumsWhere(db, where);
  const { sums, otherDays } = await readKeptSums(db, {
    branchId: listedBranch(user, branchId),
    from,
    to,
  });
  const isPending = sql`${table.state} = 'pending'`;
  return addSums(sums, await sumsWhere(db, and(where, or(isPending, ...otherDays))));
}

/** The drawers and cashiers of the branches that the user sees. */
export async function readChoices(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PaymentChoices> {
  const { branchId: ofDrawer } = drawerTable;
  const drawers = await db
    .select({ _id: drawerTable._id, name: drawerTable.name })
    .from(drawerTable)
    .where(
      and(
        ownBranchOnly(user, ofDrawer),
        branchId === undefined ? undefined : eq(ofDrawer, branchId),
      ),
    )
    .orderBy(drawerTable.name);
  const cashiers = await db
    .select({
      _id: userTable._id,
      name: sql<string>`${userTable.firstName} || ' ' || ${userTable.lastName}`,
    })
    .from(userTable)
    .where(
      and(
        ownBranchOnly(user, (reader) => worksIn(reader.branchId)),
        branchId === undefined ? undefined : worksIn(branchId),
      ),
    )
    .orderBy(userTable.firstName, userTable.lastName);
  return { drawers, cashiers };
}
