import type { FieldError } from '#contract/field-errors.ts';
import { readAmount, type ReadNumber } from '#contract/words/typed-number.ts';
import { decimalsOf, type PriceCurrency } from './currencies.ts';
import type { CurrencySums } from './drawers.ts';
import { smallestCash } from './notes.ts';

/** The objection to an amount that no notes and coins of its currency give, as half a baht. */
export function cashError(currency: PriceCurrency, amount: number): FieldError | undefined {
  const least = smallestCash(currency);
  return amount % least === 0
    ? undefined
    : `noSuchCash:${least / 10 ** decimalsOf(currency)} ${currency}`;
}

/** The part of an amount that notes and coins give; older sums may have half a baht. */
export const wholeCash = (currency: PriceCurrency, amount: number): number =>
  amount - (amount % smallestCash(currency));

/** The same of each currency. */
export const wholeSums = (sums: CurrencySums): CurrencySums => ({
  LAK: wholeCash('LAK', sums.LAK),
  THB: wholeCash('THB', sums.THB),
  USD: wholeCash('USD', sums.USD),
});

/** Reads a typed amount of notes and coins. */
export function readCash(text: string, currency: PriceCurrency): ReadNumber<number> {
  const read = readAmount(text, currency);
  if ('error' in read || read.value === null) return read;
  const error = cashError(currency, read.value);
  return error === undefined ? read : { error };
}
