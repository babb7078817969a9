import { formatRate } from '#src/lib/text/format.ts';

/**
 * By how many per cent a rate differs from the one before; only to compare and to show, never to
 * calculate money.
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

/** A rate in a column: two decimals at least, so that the decimal points line up. */
export function formatColumnRate(rate: string): string {
  return formatRate(rate.includes('.') ? rate : `${rate}.00`);
}
