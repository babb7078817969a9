import { tenderFor, upToStep } from '#contract/money/cash.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { rateOf } from './visit-lines.ts';
import type { PricedVisit, VisitRates } from './visit-prices.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';

/** The amount of a row after a tap on each chip, in minor units of its currency. */
export type PayChips = { exact: number; half: number; deposit: number };

type Row = { method: TenderMethod; currency: PriceCurrency };

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * *Exact* pays the rest after the other rows, *50 %* half of the visit, and *Deposit* the amount
 * that confirms it together with the older orders it pays. In kip cash all are whole steps; a
 * deposit is rounded up but never above *Exact*. Undefined without a rate.
 */
export function payChips(
  priced: PricedVisit,
  row: Row,
  { rates, step }: { rates: VisitRates; step: number },
): PayChips | undefined {
  const found = rateOf(row, rates);
  if (found === undefined) return undefined;
  const inRow = (kip: number) => tenderFor(kip, { ...row, rate: found.rate, step });
  const isKipCash = row.method === 'cash' && row.currency === 'LAK';
  const rest = Math.max(0, priced.dueLAK - sumOf(priced.rows.map(({ amountLAK }) => amountLAK)));
  const olderOrders = priced.shares
    .filter(({ orderId }) => orderId !== null)
    .map(({ leftLAK }) => leftLAK);
  const confirms = Math.min(rest, priced.missingLAK + sumOf(olderOrders));
  const exact = inRow(rest);
  return {
    exact,
    half: Math.min(exact, inRow(Math.ceil(priced.dueLAK / 2))),
    deposit: isKipCash ? Math.min(exact, upToStep(confirms, step)) : inRow(confirms),
  };
}
