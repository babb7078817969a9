import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { fold } from '#contract/normalise.ts';
import { readDay } from '#contract/typed-day.ts';
import type { Choices } from './choice-words.ts';
import { dayOfSerial } from './cells.ts';

/** The value of a cell, or its error. */
export type Parsed = { value: string | null } | { error: FieldError };

/** A day as people type it, or as spreadsheets keep it: the number of days since 1900. */
export function parseDay(text: string): Parsed {
  const serial = /^\d{4,5}(\.\d+)?$/.test(text) ? dayOfSerial(Number(text)) : undefined;
  return serial === undefined ? readDay(text) : { value: serial };
}

/** A value of a list, by its word in either language or by one of its other words. */
export function parseChoice<Value extends string>(
  text: string,
  choices: Choices<Value>,
  language: Language,
): Parsed {
  if (text === '') return { value: null };
  const wanted = fold(text);
  const entries = Object.entries<Choices<Value>[Value]>(choices);
  const found = entries.find(([value, { en, lo, also = [] }]) =>
    [value, en, lo, ...also].some((word) => fold(word) === wanted),
  );
  if (found) return { value: found[0] };
  return { error: `oneOf:${entries.map(([, words]) => words[language]).join(', ')}` };
}
