import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { PaymentRow, PaymentSums } from './payment-rows.ts';
import { paymentMethods, type PaymentMethod } from './payments.ts';

/** True for money that was received or refunded; openings existed before. */
const counts = ({ state, method }: Pick<PaymentRow, 'state' | 'method'>) =>
  state === 'confirmed' && method !== 'opening';

const order = (method: PaymentMethod, currency: PriceCurrency) =>
  paymentMethods.indexOf(method) * 10 + priceCurrencies.indexOf(currency);
/** Cash first, kip first. */
export const inOrder = (sums: PaymentSums['byMethod']): PaymentSums['byMethod'] =>
  sums
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => order(a.method, a.currency) - order(b.method, b.currency));

/** The sums of the rows on a screen, computed like those of the server. */
export function sumRows(rows: readonly PaymentRow[]): PaymentSums {
  const received = rows.filter(counts);
  const byMethod = new Map<string, PaymentSums['byMethod'][number]>();
  for (const { method, currency, tendered, inDrawer } of received) {
    for (const part of method === 'cash' ? inDrawer : [{ currency, amount: tendered }]) {
      const key = `${method} ${part.currency}`;
      byMethod.set(key, {
        method,
        currency: part.currency,
        amount: (byMethod.get(key)?.amount ?? 0) + part.amount,
      });
    }
  }
  const sum = (some: readonly PaymentRow[]) =>
    some.reduce((total, { amountLAK }) => total + amountLAK, 0);
  const inState = (wanted: PaymentRow['state']) =>
    rows.filter(({ state }) => state === wanted).length;
  const pending = rows.filter(({ state }) => state === 'pending');
  return {
    payments: received.length,
    receipts: new Set(received.flatMap(({ receiptId }) => receiptId ?? [])).size,
    units: new Set(rows.map(({ receiptId, _id }) => receiptId ?? _id)).size,
    receivedLAK: sum(received),
    byMethod: inOrder([...byMethod.values()]),
    pending: { count: pending.length, amountLAK: sum(pending) },
    rejected: inState('rejected'),
    voided: inState('void'),
    openings: rows.filter((row) => row.state === 'confirmed' && !counts(row)).length,
  };
}
