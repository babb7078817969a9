import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { replacedKey } from '#server/db/tables/desk/replaced-money.ts';
import { movedMoneyTable as moved } from '#server/db/tables/desk/moving-in.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/** Everything that a move has written for a row was made void since. */
export const isVoidedMoney = sql<boolean>`(
  not exists (select from ${orderTable} where ${orderTable.state} <> 'void'
    and ${orderTable._id} in (${moved.orderId}, ${moved.arrearsOrderId}))
  and not exists (select from ${paymentTable} where ${paymentTable.voidedAt} is null
    and ${paymentTable._id} = ${moved.paymentId}))`;

/** Money that was made void gives its key to what a corrected file writes in its place. */
export async function freeVoidedKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .update(moved)
    .set({ key: replacedKey })
    .where(and(inArray(moved.key, [...keys]), isVoidedMoney));
}
