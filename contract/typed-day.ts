import type { FieldError } from './field-errors.ts';
import { plainDigits } from './typed-number.ts';

/** The day that a text means, as `2026-12-31`; null for an empty text. */
export type ReadDay = { value: string | null } | { error: FieldError };

/**
 * Buddhist years are this many ahead of Western ones; a year from 2400 on can only be a Buddhist
 * one.
 */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST_YEAR = 2400;
/** Two-digit years up to this one belong to this century, later ones to the last. */
const LAST_SHORT_YEAR = 69;

const DAY_FIRST = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d\d)$/;
const RUN_TOGETHER = /^(\d\d)(\d\d)(\d{4}|\d\d)$/;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;

function fullYear(typed: string): number {
  if (typed.length > 2) return Number(typed);
  return Number(typed) + (Number(typed) <= LAST_SHORT_YEAR ? 2000 : 1900);
}

function dayOf(typedYear: string, month: string, day: string): ReadDay {
  const year = fullYear(typedYear);
  if (year >= FIRST_BUDDHIST_YEAR) return { error: `buddhistYear:${year - BUDDHIST_YEARS}` };
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${written}T00:00:00Z`);
  // Date would turn 31/02 into a day in March.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
  return exists
    ? { value: written }
    : { error: `noSuchDay:${Number(day)}/${Number(month)}/${year}` };
}

/**
 * A day as people write it, the day before the month: `1/12/26`, `01.12.2026`, `01122026`,
 * `2026-12-01`, in Lao digits too.
 */
export function readDay(text: string): ReadDay {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(typed) ?? [];
  if (isoYear && isoMonth && isoDay) return dayOf(isoYear, isoMonth, isoDay);
  const [, day, month, year] = DAY_FIRST.exec(typed) ?? RUN_TOGETHER.exec(typed) ?? [];
  return day && month && year ? dayOf(year, month, day) : { error: 'dateUnreadable' };
}
