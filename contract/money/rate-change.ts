/** A change of a rate up to this is one person's, unless the centre has set another per cent. */
export const RATE_FREE_PERCENT = 5;
/** A larger change needs a superadmin among the two. */
export const RATE_SUPERADMIN_PERCENT = 20;

const DECIMALS = 6;

/** A rate in millionths, exactly. */
function millionths(rate: string): bigint {
  const [whole = '', part = ''] = rate.split('.');
  return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** The people that a change of a rate needs. */
export type RateSigners = 'one' | 'two' | 'superadmin';

/**
 * docs/money.md, "Exchange rates": one person up to `freePercent`, two, or two of whom one is a
 * superadmin.
 */
export function signersOfRate(before: string, after: string, freePercent: number): RateSigners {
  const [from, to] = [millionths(before), millionths(after)];
  const change = (to > from ? to - from : from - to) * 100n;
  if (change <= from * BigInt(freePercent)) return 'one';
  return change <= from * BigInt(RATE_SUPERADMIN_PERCENT) ? 'two' : 'superadmin';
}
