import { decimalsOf, type PriceCurrency } from './currencies.ts';
import type { FieldError } from './field-errors.ts';

/**
 * The number that a text means. Empty text is null; a text that could mean two numbers is an error,
 * because a guess may be wrong.
 */
export type ReadNumber<Value> = { value: Value | null } | { error: FieldError };

/** A JavaScript number with more digits is not exact. */
const MAX_DIGITS = 15;
const LAO_DIGITS = /[\u0ED0-\u0ED9]/g;
const FOREIGN_LETTER = /[^\d ,.]/;
const PLAIN = /^\d+$/;
/** Thousands, all separated by the same mark. */
const GROUPED = /^[1-9]\d{0,2}([ ,.])\d{3}(?:\1\d{3})*$/;

/** Lao digits become Latin ones, all kinds of space become one, and spaces at the ends go. */
export const plainDigits = (text: string) =>
  text
    .replaceAll('\u200B', '')
    .replace(LAO_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0ed0))
    .replace(/\s/g, ' ')
    .trim();

/** The digits before the decimal mark; `marks` may separate thousands. */
function wholeDigits(text: string, marks: string): string | undefined {
  if (PLAIN.test(text)) return text;
  const mark = GROUPED.exec(text)?.[1];
  return mark !== undefined && marks.includes(mark) ? text.replaceAll(mark, '') : undefined;
}

type Parts = { whole: string; decimals: string };

/**
 * Splits at the decimal mark that `pattern` finds; the decimal mark cannot also separate thousands.
 */
function parts(text: string, pattern: RegExp, marks: string): Parts | undefined {
  const { before, mark = '', decimals = '' } = pattern.exec(text)?.groups ?? {};
  if (before === '') return { whole: '0', decimals };
  const whole = wholeDigits(before ?? text, mark === '' ? marks : marks.replace(mark, ''));
  return whole === undefined ? undefined : { whole, decimals };
}

const AMOUNT_DECIMALS = /^(?<before>.*)(?<mark>[.,])(?<decimals>\d{1,2})$/;
const DOT_DECIMALS = /^(?<before>.*)(?<mark>\.)(?<decimals>\d+)$/;
const COMMA_DECIMALS = /^(?<before>.*)(?<mark>,)(?<decimals>\d{1,2})$/;

function unclear(text: string, example: string): { error: FieldError } {
  return {
    error: FOREIGN_LETTER.test(text) ? `digitsOnly:${example}` : `numberUnclear:${example}`,
  };
}

/** A whole number: `1500`, `1,500`, `1.500`, `1 500`. */
export function readWhole(text: string): ReadNumber<number> {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const digits = wholeDigits(typed, ' ,.');
  if (digits === undefined)
    return parts(typed, AMOUNT_DECIMALS, ' ,.') ? { error: 'wholeOnly' } : unclear(typed, '1,500');
  return digits.length > MAX_DIGITS ? { error: 'numberTooLarge' } : { value: Number(digits) };
}

const KIP_EXAMPLE = '1,500,000';
const FOREIGN_EXAMPLE = '1,250.50';

/**
 * An amount in the minor units of its currency. Kip has no decimals. In baht and dollars, one or
 * two digits after a single dot or comma are decimals, and groups of three are thousands.
 */
export function readAmount(text: string, currency: PriceCurrency): ReadNumber<number> {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const places = decimalsOf(currency);
  const found = parts(typed, AMOUNT_DECIMALS, ' ,.');
  if (!found) return unclear(typed, places === 0 ? KIP_EXAMPLE : FOREIGN_EXAMPLE);
  if (places === 0 && found.decimals !== '') return { error: `kipDecimals:${KIP_EXAMPLE}` };
  const digits = found.whole + found.decimals.padEnd(places, '0');
  return digits.length > MAX_DIGITS ? { error: 'numberTooLarge' } : { value: Number(digits) };
}

/**
 * A rate or a score, as text and never as a float. The dot is always the decimal mark, the comma
 * only if one or two digits follow it: `12,5` and `12.5` are `12.5`, `66,235` is `66235`.
 */
export function readDecimal(text: string, places: number): ReadNumber<string> {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const found = parts(typed, DOT_DECIMALS.test(typed) ? DOT_DECIMALS : COMMA_DECIMALS, ' ,');
  if (!found) return unclear(typed, FOREIGN_EXAMPLE);
  if (found.decimals.length > places) return { error: `tooManyDecimals:${places}` };
  const whole = found.whole.replace(/^0+(?=\d)/, '');
  return { value: found.decimals === '' ? whole : `${whole}.${found.decimals}` };
}

export const RATE_DECIMALS = 6;
export const SCORE_DECIMALS = 2;
