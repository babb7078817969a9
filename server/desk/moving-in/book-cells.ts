import type { Language } from '#contract/language.ts';
import type { Needed, ProductOfCourse } from '#contract/stock/products.ts';
import { plainDigits } from '#contract/words/typed-number.ts';
import { choiceWord, type CellChoices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';

const neededWords: CellChoices<Needed> = {
  usual: { en: 'Usually', lo: 'ປົກກະຕິຕ້ອງໃຊ້', also: ['required', 'needed', 'ຕ້ອງໃຊ້'] },
  optional: { en: 'Optional', lo: 'ບໍ່ບັງຄັບ' },
};

const IN_BRACKETS = /^(.*?)\s*[(（]([^()（）]*)[)）]$/u;
/** A number before the SKU, or after it with a sign that no SKU has. */
const NUMBER_BEFORE = /^([\d໐-໙]{1,9})\s*[x×]\s+(.*)$/iu;
const NUMBER_AFTER = /^(.*?)(?:\s+[x×]|×)\s*([\d໐-໙]{1,9})$/iu;

type ReadBook = { name: string; quantity?: number; needed?: Needed };

/** A book as a cell says it: `BK-A1`, `BK-A1 x2`, `2 × BK-A1`, `EX-1 (optional)`. */
export function readCourseBook(text: string): ReadBook {
  const [, before = '', word = ''] = IN_BRACKETS.exec(text) ?? [];
  const read = parseChoice(word, neededWords, 'en');
  const needed = 'value' in read ? (read.value as Needed | null) : null;
  const rest = needed === null ? text : before;
  const [, first = '', named = ''] = NUMBER_BEFORE.exec(rest) ?? [];
  const [, name = named || rest, last = first] = NUMBER_AFTER.exec(rest) ?? [];
  return {
    name,
    ...(last !== '' && { quantity: Number(plainDigits(last)) }),
    ...(needed !== null && { needed }),
  };
}

/** Books as a cell says them; one that everybody usually needs once is its SKU alone. */
export const writtenBooks = (
  books: readonly (Omit<ProductOfCourse, 'productId'> & { sku: string })[],
  language: Language,
): string =>
  books
    .toSorted((one, other) => (one.sku < other.sku ? -1 : 1))
    .map(({ sku, quantity, needed }) => {
      const times = quantity === 1 ? '' : ` x${quantity}`;
      const word = needed === 'usual' ? '' : ` (${choiceWord(neededWords, needed, language)})`;
      return `${sku}${times}${word}`;
    })
    .join(', ');
