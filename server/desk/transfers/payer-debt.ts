import type { Db, Tx } from '#server/db/client.ts';
import { sumOf } from '#server/ledger/orders/order-lines.ts';
import { balanceOf, ordersOfPayer, type Payer } from '#server/ledger/orders/payer-account.ts';

/** The sum of a payer's debts in all branches. */
export async function debtOf(db: Db | Tx, payer: Payer): Promise<number> {
  const orders = await ordersOfPayer(db, payer);
  return sumOf(orders.filter(({ state }) => state === 'confirmed').map(balanceOf));
}
