import type { PriceCurrency } from './currencies.ts';

/** What sums of a currency are rounded to, in its minor units: what the branch hands out in kip, satang and cents as they are. */
export const cashStepOf = (currency: PriceCurrency, branchStep: number): number => (currency === 'LAK' ? branchStep : 1);

/**
 * The part of a price that the remaining of all sessions cost: price × remaining ÷ total, rounded half up to the step,
 * and never more than the price itself. Minor units in, minor units out; no float comes in between. With nothing
 * remaining it is 0, with everything the price as it stands, even where that is no whole step.
 */
export function proRata(price: number, remaining: number, total: number, step: number): number {
  if (remaining >= total) return price;
  if (remaining <= 0) return 0;
  const whole = BigInt(total) * BigInt(step);
  const rounded = Number((2n * BigInt(price) * BigInt(remaining) + whole) / (2n * whole)) * step;
  return Math.min(rounded, price);
}

/** A price split by these counts of sessions: the parts are its pro-rata sums one after the other, and make the price exactly. */
export function shares(price: number, counts: readonly number[], step: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let counted = 0;
  let given = 0;
  return counts.map((count) => {
    counted += count;
    const upTo = proRata(price, counted, total, step);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
