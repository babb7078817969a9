import type { ForeignCurrency } from '#contract/money/currencies.ts';

const DAY_MS = 24 * 3600 * 1000;
const WEEKS = 26;

/**
 * The rate at the end of the history in kip, how far it swings, and the number of quoted decimals.
 */
const currencies: readonly {
  currency: ForeignCurrency;
  last: number;
  swing: number;
  decimals: number;
}[] = [
  { currency: 'USD', last: 21_640.5, swing: 0.006, decimals: 1 },
  { currency: 'THB', last: 662.35, swing: 0.012, decimals: 2 },
  { currency: 'CNY', last: 3021.4, swing: 0.008, decimals: 1 },
];

/**
 * Half a year of weekly rates up to the morning of `now`, oldest first; the same every time except
 * for the dates.
 */
export function demoRates(now: Date) {
  const morning = Math.floor(now.getTime() / DAY_MS) * DAY_MS + 1.5 * 3600 * 1000;
  const newest = Math.min(morning, now.getTime());
  return Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index).flatMap((weeksAgo) =>
    currencies.map(({ currency, last, swing, decimals }) => {
      const drift = 1 - 0.0011 * weeksAgo;
      const wave = 1 + swing * Math.sin(weeksAgo * 0.9) * Math.cos(weeksAgo * 0.37);
      const createdAt = new Date(newest - weeksAgo * 7 * DAY_MS).toISOString();
      return {
        currency,
        rateToLAK: (last * drift * wave).toFixed(decimals),
        note: weeksAgo === 0 ? 'BCEL' : '',
        createdAt,
      };
    }),
  );
}
