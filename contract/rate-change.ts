import { RATE_JUMP_PERCENT, RATE_SUPERADMIN_PERCENT } from './exchange-rates.ts';

const DECIMALS = 6;

/** A rate in millionths, exactly. */
function millionths(rate: string): bigint {
  const [whole = '', part = ''] = rate.split('.');
  return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** The people that a change of a rate needs. */
export type RateSigners = 'one' | 'two' | 'superadmin';

/** docs/money.md, "Exchange rates": one person, two, or two of whom one is a superadmin. */
export function signersOfRate(before: string, after: string): RateSigners {
  const [from, to] = [millionths(before), millionths(after)];
  const change = (to > from ? to - from : from - to) * 100n;
  if (change <= from * BigInt(RATE_JUMP_PERCENT)) return 'one';
  return change <= from * BigInt(RATE_SUPERADMIN_PERCENT) ? 'two' : 'superadmin';
}
