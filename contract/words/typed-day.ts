import type { FieldError } from '#contract/field-errors.ts';
import { monthNamed } from './month-names.ts';
import { plainDigits } from './typed-number.ts';

/** A day typed into a form. */
export type TypedDay = { value: string | null } | { error: FieldError };

export type DayOrder = 'dayFirst' | 'monthFirst';

/**
 * Buddhist years are this many ahead of Western ones; a year from 2400 on can only be a Buddhist
 * one.
 */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST_YEAR = 2400;
const FIRST_YEAR = 1800;
/** In a form, two-digit years up to this one belong to this century, later ones to the last. */
const LAST_SHORT_YEAR = 69;
/** The written parts of a day, and the orders of day and month in which they can be read. */
type Written = { year: string; first: string; second: string; orders: readonly DayOrder[] };

const BUDDHIST_ERA = /พ\.? ?ศ\.?|ພ\.? ?ສ\.?|\bb\.?e\b\.?/i;
const WESTERN_ERA = /ค\.? ?ศ\.?|ຄ\.? ?ສ\.?|\b(?:a\.?d|c\.?e)\b\.?/i;
/** Words around a day that say nothing about it. */
const FILLERS = /^(?:ວັນທີ|วันที่|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ])|ປີ|ປີ|[T,]$/gi;
export const NUMBERS = /^(\d{1,2})([/. -]) ?(\d{1,2})\2 ?(\d{4}|\d\d)$/;
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const RUN_TOGETHER = /^(?:(\d\d)(\d\d)(\d{4}|\d\d))$/;
const YEAR_RUN = /^(\d{4})(\d\d)(\d\d)$/;
const NAMED =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ ./,-]*(?<name>[^\d/,-]+?)[ ./,-]*'?(?<year>\d{4}|\d\d)$|^(?<name2>[^\d/,-]+?)[ .]*(?<day2>\d{1,2})(?:st|nd|rd|th)?[ ,]+(?<year2>\d{4})$|^(?<year3>\d{4})[ ./-]*(?<name3>[^\d/,-]+?)[ ./-]*(?<day3>\d{1,2})$/i;
const iso = (ms: number) => new Date(ms).toISOString();

const dayMonthYear = (day = '', month = '', year = ''): Written => {
  const orders: readonly DayOrder[] = ['dayFirst'];
  return { year, first: day, second: month, orders };
};

/** Digits without a mark between them. A form reads six of them with the day first. */
function runTogether(text: string, isForm: boolean): Written[] {
  const [, day = '', month, year = ''] = RUN_TOGETHER.exec(text) ?? [];
  if (day === '') return [];
  if (year.length === 2)
    return [dayMonthYear(day, month, year), ...(isForm ? [] : [dayMonthYear(year, month, day)])];
  const [, runYear = '', runMonth, runDay] = YEAR_RUN.exec(text) ?? [];
  return Number(year) < FIRST_YEAR && Number(runYear) >= FIRST_YEAR
    ? [dayMonthYear(runDay, runMonth, runYear)]
    : [dayMonthYear(day, month, year)];
}

/** The parts of a day in a text without a time; several if it can be parted otherwise. */
function partsOf(text: string, isForm: boolean): Written[] {
  const [, first = '', , second = '', year = ''] = NUMBERS.exec(text) ?? [];
  if (first !== '') return [{ year, first, second, orders: ['dayFirst', 'monthFirst'] }];
  const [, longYear, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (longYear) return [dayMonthYear(day, month, longYear)];
  const named = NAMED.exec(text)?.groups;
  if (!named) return runTogether(text, isForm);
  const found = monthNamed(named['name'] ?? named['name2'] ?? named['name3'] ?? '');
  return found === undefined
    ? []
    : [
        dayMonthYear(
          named['day'] ?? named['day2'] ?? named['day3'],
          String(found),
          named['year'] ?? named['year2'] ?? named['year3'],
        ),
      ];
}

type Year = { year: number; buddhist?: true; twoDigitYear?: true };
export type Era = 'western' | 'buddhist' | undefined;

/** The years that four typed digits may mean. */
function longYears(typed: number, era: Era): Year[] {
  const isBuddhist = typed >= FIRST_BUDDHIST_YEAR;
  if (typed < FIRST_YEAR || (era !== undefined && (era === 'buddhist') !== isBuddhist)) return [];
  return [isBuddhist ? { year: typed - BUDDHIST_YEARS, buddhist: true } : { year: typed }];
}

/** The years that two typed digits may mean, the likeliest first. */
function shortYears(typed: number, era: Era, isForm: boolean): Year[] {
  const short = { twoDigitYear: true } as const;
  const buddhist: Year = { ...short, year: 2500 - BUDDHIST_YEARS + typed, buddhist: true };
  if (era === 'buddhist') return [buddhist];
  const western = [2000 + typed, 1900 + typed].map((year): Year => ({ ...short, year }));
  if (isForm) return western.slice(typed <= LAST_SHORT_YEAR ? 0 : 1).slice(0, 1);
  return era === 'western' ? western : [...western, buddhist];
}

/** The day of a year, a month and a day of the month, if it exists. */
function existing(year: number, month: string, day: string): string | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const ms = Date.parse(`${written}T00:00:00Z`);
  // Date would turn 31/02 into a day in March.
  return !Number.isNaN(ms) && iso(ms).startsWith(written) ? written : undefined;
}

/** The order that two numbers prove, because one of them can be no month. */
export const provenBy = (first: string, second: string): DayOrder | undefined =>
  Number(first) > 12 ? 'dayFirst' : Number(second) > 12 ? 'monthFirst' : undefined;

/** A day that a text may mean, and how the text says it. */
export type TypedReading = {
  /** `2026-12-31`. */
  value: string;
  /** The year is a Buddhist one. */
  buddhist?: true;
  /** The text has two digits of the year only. */
  twoDigitYear?: true;
  /** The text proves the order of its file: a 25 cannot be a month. */
  proves?: DayOrder;
};

function readingsOf(
  { year, first, second, orders }: Written,
  wanted: DayOrder | 'asked',
  years: readonly Year[],
): TypedReading[] {
  const isNumbers = orders.length > 1;
  const tried = isNumbers
    ? orders.filter((order) => wanted === 'asked' || order === wanted)
    : orders;
  const proves = isNumbers ? provenBy(first, second) : undefined;
  return years.flatMap(({ year: full, ...flags }) =>
    tried.flatMap((order) => {
      const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
      const value = existing(full, month, day);
      return value === undefined || year === ''
        ? []
        : [{ value, ...flags, ...(proves && { proves }) }];
    }),
  );
}

/** The order of a column of a file, and the answer about its two-digit years. */
export type InColumn = { order: DayOrder | 'asked'; era: Era };

/**
 * The days that a text without a time may mean, or why it is no day. Without `column` it is a day
 * typed into a form.
 */
export function readingsIn(
  text: string,
  column?: InColumn,
): { readings: [TypedReading, ...TypedReading[]] } | { error: FieldError } {
  const era = BUDDHIST_ERA.test(text) ? 'buddhist' : WESTERN_ERA.test(text) ? 'western' : undefined;
  const bare = [BUDDHIST_ERA, WESTERN_ERA, FILLERS]
    .reduce((left, pattern) => left.replace(pattern, ' '), text)
    .replace(/ +/g, ' ')
    .trim();
  const isForm = column === undefined;
  const written = partsOf(bare, isForm);
  const [one] = written;
  if (!one) return { error: 'dateUnreadable' };
  const yearsOf = (year: string) =>
    year.length > 2
      ? longYears(Number(year), era)
      : shortYears(Number(year), era ?? column?.era, isForm);
  const [first, ...others] = written.flatMap((parts) =>
    readingsOf(parts, column?.order ?? 'dayFirst', yearsOf(parts.year)),
  );
  if (first) return { readings: [first, ...others] };
  const year = yearsOf(one.year)[0]?.year ?? one.year;
  return { error: `noSuchDay:${Number(one.first)}/${Number(one.second)}/${year}` };
}

/**
 * A day typed into a form, the day before the month: `1/12/26`, `01.12.2026`, `01122026`,
 * `20261201`, `1 Dec 2026`, `2026-12-01`, in Lao digits too. A Buddhist year is refused, and the
 * Western one is named. `readColumnDay` reads the days of files: docs/domain.md, "Days and times".
 */
export function readDay(text: string): TypedDay {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const read = readingsIn(typed);
  if ('error' in read) return read;
  const [{ value, buddhist }] = read.readings;
  return buddhist ? { error: `buddhistYear:${value.slice(0, 4)}` } : { value };
}
