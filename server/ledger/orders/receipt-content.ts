import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import type { Payer } from './payer-account.ts';

/** The content of the cash receipt; only facts that cannot change later. */
export function receiptContent(
  { rows: { allocations } }: Posting,
  cash: readonly (PricedVisit['rows'][number] & { _id: string })[],
  priced: PricedVisit,
  payer: Payer,
) {
  return {
    payer,
    rows: cash.map(({ _id, method, currency, tendered, rate, amountLAK }) => ({
      paymentId: _id,
      method,
      currency,
      tendered,
      rate,
      amountLAK,
      allocations: allocations
        .filter(({ paymentId }) => paymentId === _id)
        .map(({ orderId, amountLAK: given }) => ({ orderId, amountLAK: given })),
    })),
    change: priced.change.map(({ currency, amount }) => ({ currency, amount })),
  };
}
