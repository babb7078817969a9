import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import { withReductionsShared } from '#contract/line-nets.ts';
import type { OrderSums } from '#contract/order-changes.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

export type Order = typeof orderTable.$inferSelect;

export type Payment = typeof paymentTable.$inferSelect;

/** The author of a change; undefined when the server itself lapses a hold. */
export type OrderWriter = { tx: Tx; user: SignedInUser | undefined };

/** An order that `user` may see. */
export async function readOrder({ tx, user }: OrderWriter, orderId: string): Promise<Order> {
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
 * Everything of an order that a change may touch, without allocations that were taken back. Each
 * reduction names its line: docs/money.md, "Reductions".
 */
export async function readParts(tx: Tx, orderId: string) {
  const lines = withReductionsShared(
    await tx
      .select()
      .from(orderLineTable)
      .where(eq(orderLineTable.orderId, orderId))
      .orderBy(orderLineTable.position),
  );
  const isReversed = sql`exists (
    select from ${allocationTable} reversal
    where reversal.reverses_id = allocations.id)`;
  const allocations = await tx
    .select()
    .from(allocationTable)
    .where(
      and(
        eq(allocationTable.orderId, orderId),
        isNull(allocationTable.reversesId),
        sql`not ${isReversed}`,
      ),
    )
    .orderBy(allocationTable._id);
  const ids = allocations.map(({ paymentId }) => paymentId);
  const payments =
    ids.length === 0
      ? []
      : await tx.select().from(paymentTable).where(inArray(paymentTable._id, ids));
  const enrolmentIds = [...new Set(lines.flatMap(({ enrolmentId }) => enrolmentId ?? []))];
  const places =
    enrolmentIds.length === 0
      ? []
      : await tx.select().from(enrolmentTable).where(inArray(enrolmentTable._id, enrolmentIds));
  /** Money that came for this order, not older money that was used. */
  const own = payments.filter(({ _id }) =>
    allocations.some(({ paymentId, asCredit }) => paymentId === _id && !asCredit),
  );
  return { lines, allocations, payments, own, places };
}

export type Parts = Awaited<ReturnType<typeof readParts>>;

export const sumsOf = ({
  _id,
  number,
  state,
  holdUntil,
  totalLAK,
  paidLAK,
  pendingLAK,
}: OrderSums): OrderSums => ({ _id, number, state, holdUntil, totalLAK, paidLAK, pendingLAK });

export type LockedOrder = { order: Order; parts: Parts };
