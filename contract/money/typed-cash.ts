import type { FieldError } from '#contract/field-errors.ts';
import { readAmount, type ReadNumber } from '#contract/words/typed-number.ts';
import { decimalsOf, type PriceCurrency } from './currencies.ts';
import { smallestCash } from './notes.ts';

/** The objection to an amount that no notes and coins of its currency give, as half a baht. */
export function cashError(currency: PriceCurrency, amount: number): FieldError | undefined {
  const least = smallestCash(currency);
  return amount % least === 0
    ? undefined
    : `noSuchCash:${least / 10 ** decimalsOf(currency)} ${currency}`;
}

/** Reads a typed amount of notes and coins. */
export function readCash(text: string, currency: PriceCurrency): ReadNumber<number> {
  const read = readAmount(text, currency);
  if ('error' in read || read.value === null) return read;
  const error = cashError(currency, read.value);
  return error === undefined ? read : { error };
}
