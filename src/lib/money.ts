import { formatNumber } from './format.ts';

/** Kip has no smaller unit in use; baht and dollars have a hundred. */
const decimalsOf = (currency: string) => (currency === 'LAK' ? 0 : 2);

/** `1250` cents as `12.50`, `60000` kip as `60,000`. */
export function showMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  const whole = formatNumber(Math.floor(amount / unit));
  return decimals === 0 ? whole : `${whole}.${String(amount % unit).padStart(decimals, '0')}`;
}

/** What was typed, in minor units; nothing is null. Digits alone count, so a float never comes in between. */
export function minorUnits(text: string, currency: string): number | null {
  const [whole = '', decimals = ''] = text.replace(/[^\d.]/g, '').split('.');
  if (whole === '' && decimals === '') return null;
  const places = decimalsOf(currency);
  return Number(whole + decimals.slice(0, places).padEnd(places, '0'));
}
