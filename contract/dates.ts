import type { FieldError } from './field-errors.ts';

// Days are `yyyy-mm-dd`, by the centre's clock; text of this form sorts as time does.

const DAY_MS = 24 * 60 * 60 * 1000;

/** True if a text is a day that exists, `2026-11-21`. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date would turn 31/02 into a day in March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Today's date in Laos, `yyyy-mm-dd`; Laos has no summer time. */
export const dayInLaos = (now = Date.now()) =>
  new Date(now + 7 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The day `count` days after `day`, or before it. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The days from `from` to `to`; below zero if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The same day of a later month, or its last day where the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())),
  )
    .toISOString()
    .slice(0, 10);
}

/** The Monday of the week of `day`. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/**
 * Whole years from `birthday` until `day`, both `yyyy-mm-dd`. Of a birthday in a copy on a device
 * only the year is known: then the years that somebody reaches in the year of `day`.
 */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** A date beyond these days is a typing mistake, and would make a loop over days endless. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'];

/** The longest term, and so the longest class and plan: two years, one of them a leap year. */
export const MAX_TERM_DAYS = 731;
/** The longest span of days in one request for sessions. */
export const MAX_MEETING_DAYS = 400;

export const isPlannable = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;

type Days = { from: string | null | undefined; to: string | null | undefined };

/**
 * The error in the length of a span, which counts both its ends; a span that ends before it begins
 * is not judged here.
 */
export function lengthProblem({ from, to }: Days, max: number): FieldError | undefined {
  if (!from || !to) return undefined;
  return daysBetween(from, to) >= max ? `spanTooLong:${max}` : undefined;
}

type Range = { from: string; to: string };

/**
 * Checks a requested range of days: not reversed, and at most `max` days including both its ends.
 */
export const rangeUpTo =
  (max: number) =>
  ({ value, issues }: { value: Range; issues: unknown[] }): void => {
    const error: FieldError | undefined =
      value.from > value.to ? 'datesTurned' : lengthProblem(value, max);
    if (error)
      (issues as Issues).push({ code: 'custom', input: value, path: ['to'], message: error });
  };

type Issues = { code: 'custom'; input: unknown; path: string[]; message: string }[];

/** Checks two days of an object: both in a plausible year, and at most `max` days apart. */
export const spanUpTo =
  <From extends string, To extends string>(max: number, from: From, to: To) =>
  ({
    value,
    issues,
  }: {
    value: Partial<Record<From | To, string | null | undefined>>;
    issues: unknown[];
  }): void => {
    const found = issues as Issues;
    const add = (field: string, message: FieldError) =>
      found.push({ code: 'custom', input: value, path: [field], message });
    for (const field of [from, to])
      if (value[field] && !isPlannable(value[field])) add(field, 'yearUnlikely');
    const tooLong = lengthProblem({ from: value[from], to: value[to] }, max);
    if (tooLong) add(to, tooLong);
  };
