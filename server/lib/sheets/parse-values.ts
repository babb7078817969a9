import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { readColumnDay, type DayOptions } from '#contract/words/column-day.ts';
import { fold } from '#contract/words/normalise.ts';
import type { CellChoices } from './choice-words.ts';

/** The value of a cell, or its error. */
export type Parsed = { value: string | null } | { error: FieldError };

/** The day of a column. A Buddhist year is refused with a hint, unless `era` allows it. */
export function parseDay(text: string, options: DayOptions): Parsed {
  const read = readColumnDay(text, options);
  if ('error' in read) return { error: read.error };
  return 'buddhist' in read && options.era !== 'buddhist'
    ? { error: `buddhistYear:${read.value.slice(0, 4)}` }
    : { value: read.value };
}

/** The values of lists by the folded forms of their words, because files repeat the same words. */
const foldedWords = new WeakMap<object, ReadonlyMap<string, string>>();

function wordsOf<Value extends string>(choices: CellChoices<Value>): ReadonlyMap<string, string> {
  const before = foldedWords.get(choices);
  if (before) return before;
  const words = new Map<string, string>();
  for (const [value, { en, lo, also = [] }] of Object.entries<CellChoices<Value>[Value]>(choices))
    for (const word of [value, en, lo, ...also].map(fold))
      if (!words.has(word)) words.set(word, value);
  foldedWords.set(choices, words);
  return words;
}

/** A value of a list, by its word in either language or by one of its other words. */
export function parseChoice<Value extends string>(
  text: string,
  choices: CellChoices<Value>,
  language: Language,
): Parsed {
  if (text === '') return { value: null };
  const value = wordsOf(choices).get(fold(text));
  if (value !== undefined) return { value };
  const entries = Object.entries<CellChoices<Value>[Value]>(choices);
  return { error: `oneOf:${entries.map(([, words]) => words[language]).join(', ')}` };
}
