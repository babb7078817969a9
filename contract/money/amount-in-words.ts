import { decimalsOf, MOST_IN_WORDS, type PriceCurrency } from './currencies.ts';
import type { Language } from '#contract/language.ts';

// The rules of the Lao words are in docs/money.md, "Amounts in words"; those of ICU mix in Thai
// letters.

const laoDigits = ['', 'ໜຶ່ງ', 'ສອງ', 'ສາມ', 'ສີ່', 'ຫ້າ', 'ຫົກ', 'ເຈັດ', 'ແປດ', 'ເກົ້າ'];
const laoUnits: readonly (readonly [number, string])[] = [
  [1_000_000_000, 'ຕື້'],
  [1_000_000, 'ລ້ານ'],
  [100_000, 'ແສນ'],
  [1000, 'ພັນ'],
  [100, 'ຮ້ອຍ'],
];

/** `isFirst` is true at the head of a number, where 1 is not yet the last of anything. */
function laoWords(n: number, isFirst = true): string {
  const unit = laoUnits.find(([size]) => n >= size);
  if (unit !== undefined) {
    const [size, word] = unit;
    return `${laoWords(Math.floor(n / size))}${word}${laoWords(n % size, false)}`;
  }
  const [tens, one] = [Math.floor(n / 10), n % 10];
  const ten = tens === 0 ? '' : tens === 1 ? 'ສິບ' : tens === 2 ? 'ຊາວ' : `${laoDigits[tens]}ສິບ`;
  const isLast = tens > 0 || !isFirst;
  return `${ten}${one === 1 && isLast ? 'ເອັດ' : laoDigits[one]}`;
}

const small = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tensWords = [
  '',
  '',
  'twenty',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'seventy',
  'eighty',
  'ninety',
];
const englishUnits: readonly (readonly [number, string])[] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
];

function englishWords(n: number): string {
  const unit = englishUnits.find(([size]) => n >= size);
  if (unit !== undefined) {
    const [size, word] = unit;
    return `${englishWords(Math.floor(n / size))} ${word} ${englishWords(n % size)}`.trim();
  }
  if (n < 20) return small[n] ?? '';
  return [tensWords[Math.floor(n / 10)], small[n % 10]].filter(Boolean).join('-');
}

const names: Record<PriceCurrency, Record<Language, { whole: string; part: string }>> = {
  LAK: { lo: { whole: 'ກີບ', part: '' }, en: { whole: 'kip', part: '' } },
  THB: { lo: { whole: 'ບາດ', part: 'ສະຕາງ' }, en: { whole: 'baht', part: 'satang' } },
  USD: { lo: { whole: 'ໂດລາ', part: 'ເຊັນ' }, en: { whole: 'dollars', part: 'cents' } },
};

/** One is `one dollar` and `one cent`; baht, satang and kip have no plural. */
const englishName = (count: number, name: string) => (count === 1 ? name.replace(/s$/, '') : name);

/**
 * A sum in words, as it is printed on a paper: `minor` are minor units of the currency. A sum below
 * zero is a refund; the words have no minus.
 */
export function amountInWords(minor: number, currency: PriceCurrency, language: Language): string {
  const perUnit = 10 ** decimalsOf(currency);
  const size = Math.abs(minor);
  const [whole, part] = [Math.floor(size / perUnit), size % perUnit];
  if (!Number.isSafeInteger(minor) || whole > MOST_IN_WORDS)
    throw new RangeError(`No words for ${minor}`);
  const name = names[currency][language];
  if (language === 'lo') {
    const units = whole > 0 || part === 0 ? `${laoWords(whole) || 'ສູນ'}${name.whole}` : '';
    const rest = part > 0 ? `${laoWords(part)}${name.part}` : size > 0 ? 'ຖ້ວນ' : '';
    return `${minor < 0 ? 'ຄືນເງິນ' : ''}${units}${rest}`;
  }
  const units =
    whole > 0 || part === 0
      ? `${englishWords(whole) || 'zero'} ${englishName(whole, name.whole)}`
      : '';
  const rest = part > 0 ? `${englishWords(part)} ${englishName(part, name.part)}` : 'only';
  return `${minor < 0 ? 'Refund: ' : ''}${[units, rest].filter(Boolean).join(' ')}`;
}
