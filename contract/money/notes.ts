import type { PriceCurrency } from './currencies.ts';

/** Notes and coins of a drawer, in minor units, the largest first. */
export const notes: Readonly<Record<PriceCurrency, readonly number[]>> = {
  LAK: [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500],
  THB: [100_000, 50_000, 10_000, 5000, 2000, 1000, 500, 200, 100],
  USD: [10_000, 5000, 2000, 1000, 500, 200, 100],
};

/** The smallest note or coin, in minor units, of which every sum of cash is a multiple. */
export const smallestCash = (currency: PriceCurrency): number => notes[currency].at(-1) ?? 1;
