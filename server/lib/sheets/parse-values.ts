import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { normalise } from '#contract/normalise.ts';
import type { Choices } from './choice-words.ts';
import { dayOfSerial } from './cells.ts';

/** What a cell means, or what is wrong with it. */
export type Parsed = { value: string | null } | { error: FieldError };

/** The Buddhist era is this much ahead; nobody alive was born in a year that only it has. */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST_YEAR = 2400;

const isDay = (day: string) => {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
};

function dayOf(year: string, month: string, day: string): Parsed {
  if (Number(year) >= FIRST_BUDDHIST_YEAR) return { error: `buddhistYear:${Number(year) - BUDDHIST_YEARS}` };
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? { value: written } : { error: 'dateUnreadable' };
}

/** A day as people and spreadsheets write it: 31/12/2015, 2015-12-31, or the number of days since 1900. */
export function parseDay(text: string): Parsed {
  if (text === '') return { value: null };
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (day && month && year) return dayOf(year, month, day);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  if (isoYear && isoMonth && isoDay) return dayOf(isoYear, isoMonth, isoDay);
  const serial = /^\d{4,5}(\.\d+)?$/.test(text) ? dayOfSerial(Number(text)) : undefined;
  return serial === undefined ? { error: 'dateUnreadable' } : { value: serial };
}

/** A value of a list, by its word in either language or one of the others people use for it. */
export function parseChoice<Value extends string>(text: string, choices: Choices<Value>, language: Language): Parsed {
  if (text === '') return { value: null };
  const wanted = normalise(text);
  const entries = Object.entries<Choices<Value>[Value]>(choices);
  const found = entries.find(([value, { en, lo, also = [] }]) =>
    [value, en, lo, ...also].some((word) => normalise(word) === wanted),
  );
  if (found) return { value: found[0] };
  return { error: `oneOf:${entries.map(([, words]) => words[language]).join(', ')}` };
}
