import type { CourseFee } from '#contract/courses/course-fees.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';

const day = (date: string) => date.split('-').reverse().join('/');

/** The name of a price in an error message, the same in every language: name, amount, days. */
export function feeInWords({
  name,
  amount,
  currency,
  validFrom,
  validTo,
}: Pick<CourseFee, 'name' | 'amount' | 'currency' | 'validFrom' | 'validTo'>): string {
  const sum = `${shownAmount(amount, currency)} ${currency}`;
  return `${name}, ${sum}, ${day(validFrom)} – ${validTo === null ? '…' : day(validTo)}`;
}
