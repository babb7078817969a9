import { decimalsOf } from './currencies.ts';

// Sums and rates in errors, alerts and the audit log: the same digits in both languages.

/** An amount of minor units as people write it: `2,000,000` kip, `90.00` dollars. */
export function shownAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** An exchange rate as people write it: `21,106.5`, without zeros at its end. */
export function shownRate(rate: string): string {
  const [whole = '', part = ''] = rate.split('.');
  const decimals = part.replace(/0+$/, '');
  const grouped = Number(whole).toLocaleString('en');
  return decimals === '' ? grouped : `${grouped}.${decimals}`;
}
