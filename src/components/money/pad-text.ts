import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { readAmount } from '#contract/words/typed-number.ts';

/** A key of the number pad: a digit, the decimal mark, or backspace. */
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

/** The text after a key press; a key that would exceed the form of an amount changes nothing. */
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

/** The key of the pad that makes the second text of the first one, if one does. */
export function addedKey(before: string, after: string): PadKey | undefined {
  if (after === before.slice(0, -1)) return 'back';
  const added = after.slice(before.length);
  return after.startsWith(before) && /^[\d.]$/.test(added) ? (added as PadKey) : undefined;
}

/** True if further digits could make the text an amount: then it is no error while it is typed. */
export const mayBecomeAmount = (text: string, currency: PriceCurrency): boolean =>
  ['', '0', '00', '000'].some((more) => 'value' in readAmount(text + more, currency));
