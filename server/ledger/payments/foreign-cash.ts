import { and, eq, inArray, sql } from 'drizzle-orm';
import { mostForeign } from '#contract/orders/refunds.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { drawerMovementTable as movement } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { allocationTable, type paymentTable } from '#server/db/tables/ledger/payments.table.ts';

type Paid = Pick<typeof paymentTable.$inferSelect, '_id' | 'method' | 'currency' | 'rate'>;

/**
 * The amount of a payment's foreign cash that can go back in its own currency: the amount that
 * entered a drawer, less change and earlier refunds.
 */
export async function leftForeignOf(
  db: Db | Tx,
  { _id, method, currency, rate }: Paid,
  leftLAK: number,
): Promise<number> {
  if (method !== 'cash' || currency === 'LAK' || leftLAK <= 0) return 0;
  const refunds = db
    .select({ id: allocationTable.refundId })
    .from(allocationTable)
    .where(and(eq(allocationTable.paymentId, _id), sql`${allocationTable.refundId} is not null`));
  const ofIt = sql`(${movement.paymentId} = ${_id} or ${inArray(movement.paymentId, refunds)})`;
  const [sum] = await db
    .select({ amount: sql<number>`coalesce(sum(${movement.amount}), 0)::float8` })
    .from(movement)
    .where(and(ofIt, eq(movement.currency, currency)));
  return mostForeign(Math.max(0, sum?.amount ?? 0), leftLAK, { currency, rate });
}
