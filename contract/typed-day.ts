import type { FieldError } from './field-errors.ts';
import { monthNamed } from './month-names.ts';
import { plainDigits } from './typed-number.ts';
import { withoutTime } from './typed-time.ts';

/** A day that a text may mean, and how the text says it. */
export type DayReading = {
  /** `2026-12-31`. */
  value: string;
  /** The time beside the day, `08:30` or `08:30:15`; empty if there is none. */
  time: string;
  /** The year is a Buddhist one. */
  buddhist?: true;
  /** The text has two digits of the year only. */
  twoDigitYear?: true;
  /** The text proves the order of its file: a 25 cannot be a month. */
  proves?: DayOrder;
};

/**
 * The day that a text means; null for an empty text. `asked` has the days that a text may mean, if
 * it has several or if its day is absurd for its column. Nothing is stored until somebody answers.
 */
export type ReadDay =
  { value: null } | DayReading | { error: FieldError; asked?: readonly DayReading[] };

/** A day typed into a form. */
export type TypedDay = { value: string | null } | { error: FieldError };

export type DayOrder = 'dayFirst' | 'monthFirst';

/** The years before and after today in which a column's days lie. */
const SPANS = {
  statement: [2, 2],
  birthday: [100, 0],
  past: [60, 0],
  start: [60, 2],
  plan: [10, 10],
} as const;
/** The kind of days a column has. `start` is the first day of a person, `plan` a day of plans. */
export type DayColumn = keyof typeof SPANS;

export type DayOptions = {
  column: DayColumn;
  /** The day in Vientiane. */
  today: string;
  /** The order of the file. While a file contradicts itself, `asked`. */
  order?: DayOrder | 'asked';
  /** The answer to the question whether two-digit years are Buddhist. */
  era?: 'western' | 'buddhist';
};

/**
 * Buddhist years are this many ahead of Western ones; a year from 2400 on can only be a Buddhist
 * one.
 */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST_YEAR = 2400;
const FIRST_YEAR = 1800;
/** In a form, two-digit years up to this one belong to this century, later ones to the last. */
const LAST_SHORT_YEAR = 69;
/** Vientiane is seven hours ahead of UTC, all year. */
const AHEAD_MS = 7 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Day 0 of a spreadsheet's calendar. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

/** The written parts of a day, and the orders of day and month in which they can be read. */
type Written = { year: string; first: string; second: string; orders: readonly DayOrder[] };

const BUDDHIST_ERA = /พ\.? ?ศ\.?|ພ\.? ?ສ\.?|\bb\.?e\b\.?/i;
const WESTERN_ERA = /ค\.? ?ศ\.?|ຄ\.? ?ສ\.?|\b(?:a\.?d|c\.?e)\b\.?/i;
/** Words around a day that say nothing about it. */
const FILLERS = /^(?:ວັນທີ|วันที่|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ])|ປີ|ປີ|[T,]$/gi;
const NUMBERS = /^(\d{1,2})([/. -]) ?(\d{1,2})\2 ?(\d{4}|\d\d)$/;
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const RUN_TOGETHER = /^(?:(\d\d)(\d\d)(\d{4}|\d\d))$/;
const YEAR_RUN = /^(\d{4})(\d\d)(\d\d)$/;
const NAMED =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ ./,-]*(?<name>[^\d/,-]+?)[ ./,-]*'?(?<year>\d{4}|\d\d)$|^(?<name2>[^\d/,-]+?)[ .]*(?<day2>\d{1,2})(?:st|nd|rd|th)?[ ,]+(?<year2>\d{4})$|^(?<year3>\d{4})[ ./-]*(?<name3>[^\d/,-]+?)[ ./-]*(?<day3>\d{1,2})$/i;
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const ZONED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)$/i;

const iso = (ms: number) => new Date(ms).toISOString();

/** A moment with a zone as the clock of Vientiane shows it; other text as it is. */
function inLaos(text: string): string {
  const [, day = '', time = '', zone = ''] = ZONED.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}${zone.toUpperCase().replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(at) ? text : iso(at + AHEAD_MS).slice(0, 11 + time.length);
}

/** The day and time of a spreadsheet's number; other text as it is. */
function ofSerial(text: string): string {
  if (!SERIAL.test(text)) return text;
  const at = SERIAL_ZERO + Math.round((Number(text) * DAY_MS) / 1000) * 1000;
  return iso(at).slice(0, text.includes('.') ? 19 : 10);
}

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
type Era = 'western' | 'buddhist' | undefined;

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
const provenBy = (first: string, second: string): DayOrder | undefined =>
  Number(first) > 12 ? 'dayFirst' : Number(second) > 12 ? 'monthFirst' : undefined;

function readingsOf(
  { year, first, second, orders }: Written,
  wanted: DayOptions['order'],
  years: readonly Year[],
): Omit<DayReading, 'time'>[] {
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

const shown = (day: string) => day.split('-').toReversed().join('/');

/** True if a day lies within the years around today that its column has. */
function isLikely(day: string, { column, today }: DayOptions): boolean {
  const [back, ahead] = SPANS[column];
  const away = (years: number) => `${Number(today.slice(0, 4)) + years}${today.slice(4)}`;
  return day >= away(-back) && day <= away(ahead);
}

/** Chooses the day of a column among the readings, or asks. */
function chosen(readings: readonly DayReading[], options: DayOptions): ReadDay {
  const likely = readings.filter(({ value }) => isLikely(value, options));
  // Two digits mean this century wherever that is possible.
  const thisCentury = likely.filter(
    ({ value, twoDigitYear, buddhist }) => twoDigitYear && !buddhist && value >= '2000',
  );
  const left = thisCentury.length > 0 ? thisCentury : likely;
  const days = [...new Set(left.map(({ value }) => value))];
  if (left[0] && days.length === 1) return left[0];
  if (days.length === 0) {
    const unlikely: FieldError = `dayUnlikely:${shown(readings[0]?.value ?? '')}`;
    return { error: options.column === 'birthday' ? 'birthdayInvalid' : unlikely, asked: readings };
  }
  return { error: `dayUnclear:${days.map(shown).join(' / ')}`, asked: left };
}

/**
 * A day as people and programs write it, the day before the month: `1/12/26`, `01.12.2026`,
 * `01122026`, `20261201`, `1 Dec 2026`, `2026-12-01`, in Lao digits too, with or without a time.
 * Without `options` it is a day typed into a form, which refuses Buddhist years with a hint. With
 * them it is the day of a column in a file: docs/domain.md, "Days and times".
 */
export function readDay(text: string): TypedDay;
export function readDay(text: string, options: DayOptions): ReadDay;
export function readDay(text: string, options?: DayOptions): ReadDay | TypedDay {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const isForm = options === undefined;
  const { rest, time } = withoutTime(inLaos(isForm ? typed : ofSerial(typed)));
  const era = BUDDHIST_ERA.test(rest) ? 'buddhist' : WESTERN_ERA.test(rest) ? 'western' : undefined;
  const bare = [BUDDHIST_ERA, WESTERN_ERA, FILLERS]
    .reduce((left, pattern) => left.replace(pattern, ' '), rest)
    .replace(/ +/g, ' ')
    .trim();
  const written = partsOf(bare, isForm);
  const [one] = written;
  const yearsOf = (year: string) =>
    year.length > 2
      ? longYears(Number(year), era)
      : shortYears(Number(year), era ?? options?.era, isForm);
  if (!one || time === undefined) return { error: 'dateUnreadable' };
  const readings = written.flatMap((parts) =>
    readingsOf(parts, options?.order ?? 'dayFirst', yearsOf(parts.year)).map((reading) => ({
      ...reading,
      time,
    })),
  );
  const [first] = readings;
  if (!first) {
    const year = yearsOf(one.year)[0]?.year ?? one.year;
    return { error: `noSuchDay:${Number(one.first)}/${Number(one.second)}/${year}` };
  }
  if (options) return chosen(readings, options);
  return first.buddhist
    ? { error: `buddhistYear:${first.value.slice(0, 4)}` }
    : { value: first.value };
}

/**
 * The order of day and month in a column, from all its texts: month first if a row proves it and
 * none proves the opposite, `asked` if two rows contradict each other.
 */
export function orderOf(texts: Iterable<string>): DayOrder | 'asked' {
  const proven = new Set<DayOrder | undefined>();
  for (const text of texts) {
    const [, first = '', , second = ''] = NUMBERS.exec(withoutTime(plainDigits(text)).rest) ?? [];
    proven.add(provenBy(first, second));
  }
  if (!proven.has('monthFirst')) return 'dayFirst';
  return proven.has('dayFirst') ? 'asked' : 'monthFirst';
}
