import type { PriceCurrency } from '#contract/money/currencies.ts';

/** Notes and usual sums of notes that people pay with, in minor units. */
const rounds: Record<PriceCurrency, readonly number[]> = {
  LAK: [5000, 10_000, 20_000, 50_000, 100_000, 500_000, 1_000_000],
  THB: [2000, 5000, 10_000, 50_000, 100_000],
  USD: [100, 500, 1000, 2000, 5000, 10_000],
};

const MOST_SUMS = 6;

/** The exact sum and the next round ones above it, in minor units: at most six, none twice. */
export function quickCash(exact: number, currency: PriceCurrency): number[] {
  if (exact <= 0) return [];
  const next = rounds[currency].map((round) => Math.ceil(exact / round) * round);
  return [...new Set([exact, ...next])].toSorted((a, b) => a - b).slice(0, MOST_SUMS);
}
