import { fold } from '#contract/words/normalise.ts';

/** Letters, marks and digits count; stars, colons, dots, dashes and spaces of a heading do not. */
const BESIDE_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const IN_BRACKETS = /[([（][^)\]）]*[)\]）]/gu;
const CURRENCY = /\b(?:lak|kip|thb|baht|usd)\b|ກີບ|ບາດ|ໂດລາ|บาท|[₭฿$]/giu;
/** Between two languages in one cell: a mark, a line break, or a change of script. */
const BETWEEN_LANGUAGES =
  /[/|\n\r()[\]（）,;]|(?<=[\u0E80-\u0EFF\u0E00-\u0E7F])\s*(?=[A-Za-z])|(?<=[A-Za-z.])\s*(?=[\u0E80-\u0EFF\u0E00-\u0E7F])/u;

/** A heading of both signs, which has no letter. */
const BOTH_SIGNS = /^\s*(?:\+\s*\/\s*[-−–]|[-−–]\s*\/\s*\+|±)\s*$/;

/** The form in which headings are compared: `Date  of Birth:` and `date-of-birth` are the same. */
export const headingKey = (text: string): string =>
  BOTH_SIGNS.test(text) ? 'plusminus' : fold(text.replace(INVISIBLE, '')).replace(BESIDE_WORDS, '');

/**
 * The keys of one heading from the most to the least specific: the whole text, the text without
 * brackets, the text without its currency, its lines, and the parts of a heading in two languages.
 */
export function headingKeys(text: string): string[] {
  const whole = text.replace(INVISIBLE, '');
  const parts = whole.split(BETWEEN_LANGUAGES);
  const lines = whole.split(/[\n\r]+/);
  const forms = [
    whole,
    whole.replace(IN_BRACKETS, ' '),
    whole.replace(IN_BRACKETS, ' ').replace(CURRENCY, ' '),
    ...(lines.length > 1 ? lines : []),
    ...(parts.length > 1 ? parts : []),
  ];
  return [...new Set(forms.map(headingKey))].filter((key) => key !== '');
}
