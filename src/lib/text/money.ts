import { decimalsOf } from '#contract/money/currencies.ts';
import { formatNumber, MINUS } from './format.ts';

/** `40,000 LAK`: the sum and its code, never broken. */
export const showSum = (amount: number, currency: string): string =>
  `${showMoney(amount, currency)}\u00A0${currency}`;

/**
 * `1250` cents as `12.50`, `60000` kip as `60,000`; a negative sum has a minus as wide as a plus.
 */
export function showMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  const size = Math.abs(amount);
  const whole = formatNumber(Math.floor(size / unit));
  return `${amount < 0 ? MINUS : ''}${whole}${decimals === 0 ? '' : `.${String(size % unit).padStart(decimals, '0')}`}`;
}
