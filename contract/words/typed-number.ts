import { marksAround } from './amount-marks.ts';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import type { FieldError } from '#contract/field-errors.ts';

/**
 * The number that a text means. Empty text is null; a text that could mean two numbers is an error,
 * because a guess may be wrong.
 */
export type ReadNumber<Value> = { value: Value | null } | { error: FieldError };

/** A JavaScript number with more digits is not exact. */
const MAX_DIGITS = 15;
/** The zeros of the digits that are read besides Latin ones: Lao, Thai and full width. */
const FOREIGN_ZEROS = [0x0ed0, 0x0e50, 0xff10];
const FOREIGN_DIGITS = /[\u0ED0-\u0ED9\u0E50-\u0E59\uFF10-\uFF19]/g;
const FOREIGN_LETTER = /[^\d ,.']/;
const PLAIN = /^\d+$/;
/** Thousands, all separated by the same mark. */
const GROUPED = /^[1-9]\d{0,2}([ ,.'])\d{3}(?:\1\d{3})*$/;
/** Marks that may separate thousands. */
const GROUP_MARKS = " ,.'";

const latinDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  return String(code - (FOREIGN_ZEROS.find((zero) => code >= zero && code <= zero + 9) ?? code));
};

/**
 * Foreign digits become Latin ones, all kinds of space, apostrophe and dash one kind each;
 * invisible letters and spaces at the ends go.
 */
export const plainDigits = (text: string) =>
  text
    .replace(/\p{Cf}|[\uFE00-\uFE0F]/gu, '')
    .replace(FOREIGN_DIGITS, latinDigit)
    .replace(/\s/g, ' ')
    .replace(/[\u2018\u2019\u02BC\u2032\u00B4`]/g, "'")
    .replace(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-')
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
  const digits = wholeDigits(typed, GROUP_MARKS);
  if (digits === undefined)
    return parts(typed, AMOUNT_DECIMALS, GROUP_MARKS)
      ? { error: 'wholeOnly' }
      : unclear(typed, '1,500');
  return digits.length > MAX_DIGITS ? { error: 'numberTooLarge' } : { value: Number(digits) };
}

const KIP_EXAMPLE = '1,500,000';
const FOREIGN_EXAMPLE = '1,250.50';

/** The digits of an amount, and the marks before and behind them. */
const CORE = /^(?<head>\D*?)(?<core>[.,]?\d(?:.*\d)?)(?<tail>\D*)$/;
/** A kip amount written with two zeros behind the mark, as banks do: `350,000.00`, `350.000,00`. */
const KIP_ZEROS = /^(?:(?<dot>[^.]*)\.0{1,2}|(?<comma>.{4,}),0{1,2})$/;
/** A number as a spreadsheet keeps it, with the noise of its arithmetic: `12.100000000000001`. */
const FLOAT = /^\d+\.\d{9,}$/;
const NOISE = 1e-9;

type Digits = { digits: string } | { error: FieldError };

/** Minor units of a number that spreadsheets keep as a float; its noise goes, decimals stay. */
function floatDigits(core: string, places: number): Digits | undefined {
  const minor = Number(core) * 10 ** places;
  const whole = Math.round(minor);
  const isWhole = Math.abs(minor - whole) <= NOISE * Math.max(1, minor);
  return isWhole ? { digits: String(whole) } : undefined;
}

/** The digits of an amount in minor units. `zeros` says how many a word such as million adds. */
function digitsOf(core: string, currency: PriceCurrency, zeros: number): Digits {
  const places = decimalsOf(currency);
  const example = places === 0 ? KIP_EXAMPLE : FOREIGN_EXAMPLE;
  const float = FLOAT.test(core) ? floatDigits(core, places) : undefined;
  if (float) return float;
  const zeroed = places === 0 && zeros === 0 ? KIP_ZEROS.exec(core)?.groups : undefined;
  const bare = zeroed?.['dot'] ?? zeroed?.['comma'] ?? core;
  const marks = zeroed
    ? GROUP_MARKS.replace(zeroed['dot'] === undefined ? ',' : '.', '')
    : GROUP_MARKS;
  const found = parts(bare, AMOUNT_DECIMALS, zeros > 0 ? '' : marks);
  if (!found) return unclear(core, example);
  if (found.decimals.length > places + zeros) return { error: `kipDecimals:${KIP_EXAMPLE}` };
  return { digits: found.whole + found.decimals.padEnd(places + zeros, '0') };
}

/** An amount with its sign in minor units, and `CR` or `DR` where the text says so. */
export type ReadSigned =
  { value: number | null; side?: 'CR' | 'DR' | undefined } | { error: FieldError };

/**
 * An amount that may be below zero, in the minor units of its currency: `-350`, `350-`, `(350)` and
 * `350 DR` are all minus 350. Two signs at once are an error. A lone dash is an empty cell.
 */
export function readSignedAmount(text: string, currency: PriceCurrency): ReadSigned {
  const typed = plainDigits(text);
  if (typed === '' || typed === '-') return { value: null };
  const { head = '', core = '', tail = '' } = CORE.exec(typed)?.groups ?? {};
  const around = core === '' ? undefined : marksAround(head, tail, currency);
  if (!around) return unclear(typed, decimalsOf(currency) === 0 ? KIP_EXAMPLE : FOREIGN_EXAMPLE);
  if ('error' in around) return around;
  const found = digitsOf(core, currency, around.zeros);
  if ('error' in found) return found;
  if (found.digits.length > MAX_DIGITS) return { error: 'numberTooLarge' };
  const value = Number(found.digits);
  return { value: around.isNegative && value > 0 ? -value : value, side: around.side };
}

/**
 * An amount in the minor units of its currency. Kip has no decimals. In baht and dollars, one or
 * two digits after a single dot or comma are decimals, and groups of three are thousands. The name
 * or the sign of the currency may stand beside it, a minus not.
 */
export function readAmount(text: string, currency: PriceCurrency): ReadNumber<number> {
  const read =
    plainDigits(text) === '-' ? unclear('-', KIP_EXAMPLE) : readSignedAmount(text, currency);
  if ('error' in read) return read;
  if (read.side === 'DR' || (read.value ?? 0) < 0) return { error: 'noMinus' };
  return { value: read.value };
}

/**
 * A rate or a score, as text and never as a float. The dot is always the decimal mark, the comma
 * only if one or two digits follow it: `12,5` and `12.5` are `12.5`, `66,235` is `66235`.
 */
export function readDecimal(text: string, places: number): ReadNumber<string> {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const found = parts(typed, DOT_DECIMALS.test(typed) ? DOT_DECIMALS : COMMA_DECIMALS, " ,'");
  if (!found) return unclear(typed, FOREIGN_EXAMPLE);
  if (found.decimals.length > places) return { error: `tooManyDecimals:${places}` };
  const whole = found.whole.replace(/^0+(?=\d)/, '');
  return { value: found.decimals === '' ? whole : `${whole}.${found.decimals}` };
}

export const RATE_DECIMALS = 6;
export const SCORE_DECIMALS = 2;
