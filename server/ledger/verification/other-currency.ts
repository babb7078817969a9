import type { PriceCurrency } from '#contract/money/currencies.ts';

/** The names of currencies in headings, in cells and above a table. */
const names: readonly (readonly [PriceCurrency | 'other', RegExp])[] = [
  ['LAK', /\b(?:lak|kips?|418)\b|ກີບ|กีบ|₭/i],
  ['THB', /\b(?:thb|bahts?|764)\b|ບາດ|บาท|฿/i],
  ['USD', /\b(?:usd|dollars?|840)\b|ໂດລາ|ดอลลาร์|\$/i],
  ['other', /\b(?:cny|rmb|yuan|eur|euros?|vnd|jpy|gbp|aud|sgd|krw)\b|ຢວນ|ເອີໂຣ|€|¥/i],
];

/** True for a text that names a currency, but not this one. */
export function namesOther(text: string, currency: PriceCurrency): boolean {
  const named = names.filter(([, pattern]) => pattern.test(text)).map(([code]) => code);
  return named.length > 0 && !named.includes(currency);
}

/** True for the cell of a currency column that holds anything but this currency. */
export const isOtherCell = (text: string, currency: PriceCurrency): boolean =>
  /[\p{L}\p{N}\p{Sc}]/u.test(text) &&
  !names.some(([code, pattern]) => code === currency && pattern.test(text));

const LABEL = /currency|\bccy\b|account|a\/c|statement|ສະກຸນ|ບັນຊີ|ໃບແຈ້ງ|สกุล|บัญชี/i;
const ALONE = /^\(?(?:LAK|THB|USD|CNY|EUR|VND)\)?$/;

/** True for a line above the table that says that it is an account of another currency. */
export function isOtherAccount(cells: readonly string[], currency: PriceCurrency): boolean {
  const text = cells
    .join(' ')
    .replace(/\d{5,}/g, ' ')
    .trim();
  return (LABEL.test(text) || ALONE.test(text)) && namesOther(text.replace(/\d+/g, ' '), currency);
}
