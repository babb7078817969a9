import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { FieldError } from '#contract/field-errors.ts';

/** Something that stands beside the digits of an amount. */
type Mark =
  '+' | '-' | '(' | ')' | 'CR' | 'DR' | 'noDecimals' | 'thousand' | 'million' | PriceCurrency;

const BESIDE: readonly (readonly [RegExp, Mark])[] = [
  [/^[.,]-+/, 'noDecimals'],
  [/^\+/, '+'],
  [/^-/, '-'],
  [/^\(/, '('],
  [/^\)/, ')'],
  [/^c(?:r|redit)?(?!\p{L})\.?/u, 'CR'],
  [/^d(?:r|ebit)?(?!\p{L})\.?/u, 'DR'],
  [/^(?:₭|ກີບ|(?:kips?|lak)(?!\p{L})\.?)/u, 'LAK'],
  [/^(?:฿|ບາດ|บาท|(?:bahts?|thb)(?!\p{L})\.?)/u, 'THB'],
  [/^(?:us\$|\$|ໂດລາ(?:ສະຫະລັດ)?|(?:dollars?|usd)(?!\p{L})\.?)/u, 'USD'],
  [/^ພັນ/, 'thousand'],
  [/^ລ້ານ/, 'million'],
];

/** A word or a currency in brackets of its own, as in `1,200.00 (CR)`; it is no minus. */
const WORD_IN_BRACKETS = /[([]([^()[\]]*[\p{L}\p{Sc}][^()[\]]*)[)\]]/gu;

/** The marks of a text without digits; undefined if it says something else. */
function marksIn(text: string): Mark[] | undefined {
  const marks: Mark[] = [];
  let rest = text.normalize('NFKC').replace(WORD_IN_BRACKETS, ' $1 ').trim().toLowerCase();
  while (rest !== '') {
    const [pattern, mark] = BESIDE.find(([known]) => known.test(rest)) ?? [];
    if (!pattern || !mark) return undefined;
    marks.push(mark);
    rest = rest.replace(pattern, '').trim();
  }
  return marks;
}

/** `zeros` is the number of zeros that a word such as million adds. */
type Around = { isNegative: boolean; side: 'CR' | 'DR' | undefined; zeros: number };

/**
 * Reads the marks before and after the digits of an amount. Undefined if something else stands
 * there, an error if the marks contradict each other or the currency.
 */
export function marksAround(
  head: string,
  tail: string,
  currency: PriceCurrency,
): Around | { error: FieldError } | undefined {
  const [before, after] = [marksIn(head), marksIn(tail)];
  if (!before || !after) return undefined;
  const all = [...before, ...after];
  const count = (...wanted: Mark[]) => all.filter((mark) => wanted.includes(mark)).length;
  const hasBrackets = before.includes('(') && after.includes(')');
  if (count('(', ')') !== (hasBrackets ? 2 : 0)) return undefined;
  const words = after.filter((mark) => mark === 'thousand' || mark === 'million');
  if (words.length > 1 || count('thousand', 'million') > words.length) return undefined;
  if (before.includes('noDecimals') || count('noDecimals') > 1) return undefined;
  const other = priceCurrencies.find((code) => code !== currency && all.includes(code));
  if (other) return { error: `otherCurrency:${other}` };
  const [minus, plus] = [count('-', '(', 'DR'), count('+', 'CR')];
  if (minus > 1 || (minus > 0 && plus > 0)) return { error: 'signUnclear' };
  return {
    isNegative: minus > 0,
    side: (['CR', 'DR'] as const).find((side) => all.includes(side)),
    zeros: words.map((word) => (word === 'million' ? 6 : 3))[0] ?? 0,
  };
}
