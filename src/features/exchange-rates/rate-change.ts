import { formatRate } from '#src/lib/text/format.ts';

/**
 * The difference between two rates in per cent. It is only for comparing and showing, never for
 * calculating money.
 */
export function rateChange(before: string, after: string): number {
  return (Number(after) / Number(before) - 1) * 100;
}

/** `+1.25%`, `−0.40%`; empty without a change. */
export function formatRateChange(percent: number): string {
  const rounded = Math.abs(percent).toFixed(2);
  if (rounded === '0.00') return '';
  return `${percent < 0 ? '\u2212' : '+'}${rounded}%`;
}

/** A rate in a column, with at least two decimals so that the decimal points line up. */
export function formatColumnRate(rate: string): string {
  return formatRate(rate.includes('.') ? rate : `${rate}.00`);
}
