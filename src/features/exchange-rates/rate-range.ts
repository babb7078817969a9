import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { DAY_MS } from '#src/lib/text/age.ts';

export const rateRanges = ['month', 'quarter', 'year', 'all'] as const;
export type RateRange = (typeof rateRanges)[number];
const days = { month: 30, quarter: 91, year: 365, all: Infinity } as const satisfies Record<
  RateRange,
  number
>;

/** The entries of the last days, newest first, with the one that was in force when they began. */
export function inRange(
  rows: readonly ExchangeRate[],
  range: RateRange,
  now = Date.now(),
): readonly ExchangeRate[] {
  const older = rows.findIndex(
    ({ createdAt }) => now - Date.parse(createdAt) > days[range] * DAY_MS,
  );
  return older === -1 ? rows : rows.slice(0, older + 1);
}
