import { inArray } from 'drizzle-orm';
import type { VisitMoney } from '#contract/desk/visit-answers.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import type { Tx } from '#server/db/client.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { balanceOf } from './payer-account.ts';
import type { OrderMoney } from './receive-money.ts';

/**
 * The money of a visit or a later payment as the answer says it: the rows that came, and the sums
 * that older orders got. It is read after these orders were written.
 */
export async function receivedMoney(
  tx: Tx,
  { rows, shares, creditLAK, toCreditLAK }: PricedVisit,
  money: readonly OrderMoney[],
): Promise<VisitMoney> {
  const ids = shares.flatMap(({ orderId }) => orderId ?? []);
  const orders =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(orderTable)
          .where(inArray(orderTable._id, ids))
          .orderBy(orderTable._id);
  const paid = ids.flatMap((id) => {
    const order = orders.find(({ _id }) => _id === id);
    const given = money.find(({ orderId }) => orderId === id);
    if (!order || !given) return [];
    const { paidLAK, pendingLAK } = given;
    return { orderId: id, number: order.number, paidLAK, pendingLAK, restLAK: balanceOf(order) };
  });
  return {
    received: rows.map(({ method, currency, tendered, amountLAK }) => ({
      ...{ method, currency, amount: tendered, amountLAK },
    })),
    creditLAK,
    toCreditLAK,
    paid,
  };
}
