import type { DayTotals } from '#contract/money/days.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';

export type ReceivedRow = { method: TenderMethod; sums: CurrencySums; amountLAK: number };

/**
 * The income, one row for each method in use, with a sum for each currency. The screen and the
 * paper share these rows.
 */
export function receivedRows(received: DayTotals['received']): ReceivedRow[] {
  return tenderMethods.flatMap((method) => {
    const own = received.filter((row) => row.method === method);
    if (own.length === 0) return [];
    const sums = { LAK: 0, THB: 0, USD: 0 };
    for (const { currency, amount } of own) sums[currency] += amount;
    return [{ method, sums, amountLAK: own.reduce((sum, row) => sum + row.amountLAK, 0) }];
  });
}

export const allOf = (rows: readonly ReceivedRow[]): CurrencySums =>
  rows.reduce(
    (sum, { sums }) => ({
      LAK: sum.LAK + sums.LAK,
      THB: sum.THB + sums.THB,
      USD: sum.USD + sums.USD,
    }),
    { LAK: 0, THB: 0, USD: 0 },
  );
