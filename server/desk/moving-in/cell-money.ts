import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import { readAmount } from '#contract/words/typed-number.ts';
import { currencyWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { isBelowZero, type MovingRowCheck } from './row-check.ts';

/** The currency that a sum says itself; a sum without one, or one that fits several, is kip. */
function currencyIn(text: string): PriceCurrency {
  const fits = priceCurrencies.filter((currency) => 'value' in readAmount(text, currency));
  const [only, other] = fits;
  return fits.includes('LAK') || !only || other ? 'LAK' : only;
}

/** The currency of a row: that of its column, else the one that the first filled sum says. */
export function currencyOf(
  row: MovingRowCheck,
  field: string,
  sums: readonly string[],
): PriceCurrency | undefined {
  const read = parseChoice(row.text(field), currencyWords, 'en');
  if ('error' in read) return row.fail(field, read.error, priceCurrencies);
  const written = priceCurrencies.find((currency) => currency === read.value);
  const first = sums.map((sum) => row.text(sum)).find((text) => text !== '');
  return written ?? currencyIn(first ?? '');
}

/** A sum in minor units; null for an empty cell, undefined with a problem. */
export function sumIn(
  row: MovingRowCheck,
  field: string,
  currency: PriceCurrency,
): number | null | undefined {
  if (isBelowZero(row.text(field))) return row.fail(field, 'belowZero' as FieldError);
  const read = readAmount(row.text(field), currency);
  return 'error' in read ? row.fail(field, read.error) : read.value;
}
