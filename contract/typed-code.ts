import type { FieldError } from './field-errors.ts';

/** A number that a spreadsheet shows shortened: `9.7802E+12`. */
const SHORTENED = /^-?\d+(?:[.,]\d+)?E\+\d+$/i;
/** The same in the file, or a number of which a spreadsheet keeps the first fifteen digits only. */
const CUT_NUMBER = /^\d+(?:\.\d+)?E\+?\d+$|^\d{16}/i;
const ZEROS = /^0+$/;
const DIGITS = /^\d+$/;

/**
 * A barcode, a SKU or a reference: the text itself, or an error if a spreadsheet has cut it.
 * `numberFormat` is the format of a cell that holds a number, such as `General`; a format of zeros
 * puts zeros before the digits, as the sheet shows them.
 */
export function readCode(
  text: string,
  numberFormat?: string,
): { value: string } | { error: FieldError } {
  if (SHORTENED.test(text) || (numberFormat !== undefined && CUT_NUMBER.test(text)))
    return { error: 'codeCut' };
  const [positive = ''] = (numberFormat ?? '').split(';');
  const format = positive.replace(/\[[^\]]*\]|[@\\"]/g, '');
  const isPadded = ZEROS.test(format) && DIGITS.test(text);
  return { value: isPadded ? text.padStart(format.length, '0') : text };
}
