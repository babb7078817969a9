import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { SheetRank } from '#server/lib/sheets/find-table.ts';

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

/** True for a text that names this currency. */
export const namesOwn = (text: string, currency: PriceCurrency): boolean =>
  names.some(([code, pattern]) => code === currency && pattern.test(text));

/** Numbers beside the words of a sheet's name are no codes of currencies. */
const wordsOfSheet = (name: string) => name.replace(/[\d_]+/g, ' ');

/** True for a sheet named by another currency, such as `THB` or `010-12-USD`. */
export const isOtherSheet = (name: string, currency: PriceCurrency) =>
  namesOther(wordsOfSheet(name), currency);

/** True for the cell of a currency column that holds anything but this currency. */
export const isOtherCell = (text: string, currency: PriceCurrency): boolean =>
  /[\p{L}\p{N}\p{Sc}]/u.test(text) && !namesOwn(text, currency);

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

/** Rows of letterhead above the headings of a statement. */
const LETTERHEAD = 20;
const OWN_DIGITS = 4;

/** The sheet of an account: named by its number, then by its currency, then by no other one. */
export const sheetOfAccount =
  ({ currency, accountNo }: { currency: PriceCurrency; accountNo: string }): SheetRank =>
  ({ name, rows }) => {
    const digits = name.replace(/\D+/g, '');
    if (digits.length >= OWN_DIGITS && accountNo.replace(/\D+/g, '').endsWith(digits)) return 3;
    if (isOtherSheet(name, currency)) return 0;
    if (namesOwn(wordsOfSheet(name), currency)) return 2;
    const above = rows.slice(0, LETTERHEAD).map(({ cells }) => cells.map((cell) => cell ?? ''));
    return above.some((cells) => isOtherAccount(cells, currency)) ? 0 : 1;
  };
