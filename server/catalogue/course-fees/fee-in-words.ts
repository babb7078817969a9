import type { CourseFee } from '#contract/course-fees.ts';

const DECIMALS = { LAK: 0, THB: 2, USD: 2 } as const;

const day = (date: string) => date.split('-').reverse().join('/');

/** The name of a price in an error message, the same in every language: name, amount, days. */
export function feeInWords({
  name,
  amount,
  currency,
  validFrom,
  validTo,
}: Pick<CourseFee, 'name' | 'amount' | 'currency' | 'validFrom' | 'validTo'>): string {
  const decimals = DECIMALS[currency];
  const number = (amount / 10 ** decimals).toLocaleString('en', {
    minimumFractionDigits: decimals,
  });
  return `${name}, ${number} ${currency}, ${day(validFrom)} – ${validTo === null ? '…' : day(validTo)}`;
}
