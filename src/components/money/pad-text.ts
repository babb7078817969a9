import { decimalsOf, type PriceCurrency } from '#contract/currencies.ts';
import { readAmount } from '#contract/typed-number.ts';

/** A key of the number pad; what is no digit is the decimal mark or takes the last digit back. */
export type PadKey =
  '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '000' | '.' | 'back';

/** 7 8 9 on top, as on a calculator. Kip has no decimals and many zeros. */
export function padKeys(currency: PriceCurrency): readonly PadKey[] {
  return [
    '7',
    '8',
    '9',
    '4',
    '5',
    '6',
    '1',
    '2',
    '3',
    decimalsOf(currency) === 0 ? '000' : '.',
    '0',
    'back',
  ];
}

/** The text after a key. A key that would make more of it than an amount can be changes nothing. */
export function pressed(text: string, key: PadKey, currency: PriceCurrency): string {
  const digits = text.replaceAll(',', '');
  if (key === 'back') return digits.slice(0, -1);
  const [, decimals] = digits.split('.');
  if (key === '.') return decimals === undefined ? `${digits === '' ? '0' : digits}.` : digits;
  if (decimals !== undefined && decimals.length >= decimalsOf(currency)) return digits;
  const next = digits === '0' ? key : digits + key;
  const shown = /^0+$/.test(next) ? '0' : next;
  return shown.endsWith('.') || 'value' in readAmount(shown, currency) ? shown : digits;
}

/** The same text with its thousands parted, also while a decimal mark stands at its end. */
export const grouped = (text: string): string =>
  text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
