import type { FieldError } from '#contract/field-errors.ts';

/** A number that a spreadsheet shows shortened: `9.7802E+12`, `9.78E12`. */
const SHORTENED = /^-?\d+(?:(?:[.,]\d+)?E\+|[.,]\d+E)\d+$/i;
/** A code of digits that a program has taken for a number and written with decimals. */
const WITH_DECIMALS = /^(?<digits>\d{5,})\.0{1,2}$/;
/** A number with more digits has lost some. */
const EXACT_DIGITS = 15;
/** The same in the file, or a number of which a spreadsheet keeps the first fifteen digits only. */
const CUT_NUMBER = /^\d+(?:\.\d+)?E\+?\d+$|^\d{16}/i;
const ZEROS = /^0+$/;
const DIGITS = /^\d+$/;
/** The sign with which a spreadsheet marks a number as text, in all its shapes. */
const TEXT_MARK = /^\s*['`´‘’′＇]+\s*/;

/** A code without the apostrophe before it, which marks a number as text and is no part of it. */
export const withoutTextMark = (text: string) => text.replace(TEXT_MARK, '');

/**
 * A barcode, a SKU or a reference: the text itself, or an error if a spreadsheet has cut it.
 * `numberFormat` is the format of a cell that holds a number, such as `General`; a format of zeros
 * puts zeros before the digits, as the sheet shows them.
 */
export function readCode(
  written: string,
  numberFormat?: string,
): { value: string } | { error: FieldError } {
  const text = withoutTextMark(written);
  if (SHORTENED.test(text) || (numberFormat !== undefined && CUT_NUMBER.test(text)))
    return { error: 'codeCut' };
  const whole = WITH_DECIMALS.exec(text)?.groups?.['digits'];
  if (whole !== undefined)
    return whole.length > EXACT_DIGITS ? { error: 'codeCut' } : { value: whole };
  const [positive = ''] = (numberFormat ?? '').split(';');
  const format = positive.replace(/\[[^\]]*\]|[@\\"]/g, '');
  const isPadded = ZEROS.test(format) && DIGITS.test(text);
  return { value: isPadded ? text.padStart(format.length, '0') : text };
}
