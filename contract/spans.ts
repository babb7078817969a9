import type { FieldError } from './field-errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
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
  return (Date.parse(to) - Date.parse(from)) / DAY_MS >= max ? `spanTooLong:${max}` : undefined;
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
