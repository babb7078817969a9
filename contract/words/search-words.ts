import { fold } from './normalise.ts';
import { formatPhone, toE164 } from '#contract/people/phone.ts';

/** A part of a phone number as people write it: `5551-2345`, `(020)`, `00856`. */
const PHONE_PART = /^[\d+().,/-]+$/;
/**
 * The sign `00` before the number of a country, which never begins with 0. Six digits are the end
 * of a code: `001234` must not find what contains 1234.
 */
const ABROAD = /^00(?=[1-9])(?!\d{4}$)/;

/**
 * The folded text by which a stored value is found. A phone is found by its stored form, by its
 * usual written form, and by that form without spaces.
 */
export function searchableText(value: string): string {
  const local = formatPhone(value);
  return local === value ? fold(value) : `${value} ${local} ${local.replaceAll(' ', '')}`;
}

/**
 * The words of a search. Each is a list of spellings, and a row must have one spelling of every
 * word. A whole phone number, however it is written, is one word: its digits inside the country,
 * which every form of `searchableText` contains.
 */
export function searchWords(search: string): readonly (readonly string[])[] {
  const phone = toE164(search);
  if (phone !== undefined) return [[phone.replace(/^\+(856)?/, '')]];
  return fold(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const digits = PHONE_PART.test(word) && word.replace(/\D/g, '').replace(ABROAD, '');
      return digits && digits !== word ? [word, digits] : [word];
    });
}

/** True if a folded text has every word of a search. */
export const hasWords = (text: string, words: ReturnType<typeof searchWords>): boolean =>
  words.every((spellings) => spellings.some((spelling) => text.includes(spelling)));

/** True if every word of a search begins a word of a folded text. */
export const beginsWords = (text: string, words: ReturnType<typeof searchWords>): boolean =>
  words.every((spellings) =>
    spellings.some((spelling) => ` ${text.replaceAll('\n', ' ')}`.includes(` ${spelling}`)),
  );
