import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { withReductionsShared } from '#contract/desk/line-nets.ts';
import type { OrderSums } from '#contract/orders/order-changes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

export type StoredOrder = typeof orderTable.$inferSelect;

export type Payment = typeof paymentTable.$inferSelect;

/** The author of a change; undefined when the server itself lapses a hold. */
export type OrderWriter = { tx: Tx; user: SignedInUser | undefined };

/** An order that `user` may see. */
export async function readOrder({ tx, user }: OrderWriter, orderId: string): Promise<StoredOrder> {
  const [order] = await tx
    .select()
    .from(orderTable)
    .where(and(eq(orderTable._id, orderId), user && ownBranchOnly(user, orderTable.branchId)));
  if (!order) throw new ApiError('notFound');
  return order;
}

/** The current allocations of payments, without those that were taken back. */
export async function allocationsOf(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<(typeof allocationTable.$inferSelect)[]> {
  if (paymentIds.length === 0) return [];
  const isReversed = sql`exists (
    select from ${allocationTable} reversal
    where reversal.reverses_id = allocations.id)`;
  return tx
    .select()
    .from(allocationTable)
    .where(
      and(
        inArray(allocationTable.paymentId, [...paymentIds]),
        isNull(allocationTable.reversesId),
        sql`not ${isReversed}`,
      ),
    )
    .orderBy(allocationTable._id);
}

/**
 * Everything of an order that a change may touch. `allocations` and `payments` are without money
 * that was taken back from the order; `given` and `came` keep it. Each reduction names its line:
 * docs/money.md, "Reductions".
 */
export async function readParts(tx: Tx, orderId: string) {
  const lines = withReductionsShared(
    await tx
      .select()
      .from(orderLineTable)
      .where(eq(orderLineTable.orderId, orderId))
      .orderBy(orderLineTable.position),
  );
  /** Every allocation of money to the order, and every row that took one back. */
  const given = await tx
    .select()
    .from(allocationTable)
    .where(eq(allocationTable.orderId, orderId))
    .orderBy(allocationTable._id);
  const takenBack = new Set(given.flatMap(({ reversesId }) => reversesId ?? []));
  const allocations = given.filter(
    ({ _id, reversesId }) => reversesId === null && !takenBack.has(_id),
  );
  const ids = [...new Set(given.map(({ paymentId }) => paymentId))];
  const all =
    ids.length === 0
      ? []
      : await tx.select().from(paymentTable).where(inArray(paymentTable._id, ids));
  const payments = all.filter(({ _id }) => allocations.some(({ paymentId }) => paymentId === _id));
  const enrolmentIds = [...new Set(lines.flatMap(({ enrolmentId }) => enrolmentId ?? []))];
  const places =
    enrolmentIds.length === 0
      ? []
      : await tx.select().from(enrolmentTable).where(inArray(enrolmentTable._id, enrolmentIds));
  /** Money that came for this order, wherever it is now; not older money that was used. */
  const came = all.filter(({ _id }) =>
    given.some(({ paymentId, asCredit }) => paymentId === _id && !asCredit),
  );
  /** The part of `came` that still pays the order. */
  const own = payments.filter(({ _id }) =>
    allocations.some(({ paymentId, asCredit }) => paymentId === _id && !asCredit),
  );
  return { lines, given, allocations, payments, came, own, places };
}

export type OrderParts = Awaited<ReturnType<typeof readParts>>;

export const sumsOfOrder = ({
  _id,
  number,
  state,
  holdUntil,
  totalLAK,
  paidLAK,
  pendingLAK,
}: OrderSums): OrderSums => ({ _id, number, state, holdUntil, totalLAK, paidLAK, pendingLAK });

export type LockedOrder = { order: StoredOrder; parts: OrderParts };

/** Reads orders without locking them. */
export async function lookAtOrders(
  db: Db | Tx,
  user: SignedInUser | undefined,
  ids: readonly string[],
): Promise<LockedOrder[]> {
  const orders: LockedOrder[] = [];
  // The helpers only read.
  for (const id of ids)
    orders.push({
      order: await readOrder({ tx: db as Tx, user }, id),
      parts: await readParts(db as Tx, id),
    });
  return orders;
}
