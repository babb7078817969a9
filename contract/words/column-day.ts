import type { FieldError } from '#contract/field-errors.ts';
import {
  NUMBERS,
  provenBy,
  readingsIn,
  type DayOrder,
  type Era,
  type TypedReading,
} from './typed-day.ts';
import { plainDigits } from './typed-number.ts';
import { withoutTime } from './typed-time.ts';

/** A day that a cell may mean, and how its text says it. */
export type DayReading = TypedReading & {
  /** The time beside the day, `08:30` or `08:30:15`; empty if there is none. */
  time: string;
};

/**
 * The day that a text means; null for an empty text. `asked` has the days that a text may mean, if
 * it has several or if its day is absurd for its column. Nothing is stored until somebody answers.
 */
export type ReadDay =
  { value: null } | DayReading | { error: FieldError; asked?: readonly DayReading[] };

/** The years before and after today in which a column's days lie. */
const SPANS = {
  // A bank lists no money of tomorrow.
  statement: [2, 0],
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
  era?: Era;
};

/** Vientiane is seven hours ahead of UTC, all year. */
const AHEAD_MS = 7 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Day 0 of a spreadsheet's calendar. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

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
 * The day of a column in a file, as people and programs write it, with or without a time:
 * docs/domain.md, "Days and times".
 */
export function readColumnDay(text: string, options: DayOptions): ReadDay {
  const typed = plainDigits(text);
  if (typed === '') return { value: null };
  const { rest, time } = withoutTime(inLaos(ofSerial(typed)));
  if (time === undefined) return { error: 'dateUnreadable' };
  const read = readingsIn(rest, { order: options.order ?? 'dayFirst', era: options.era });
  if ('error' in read) return read;
  return chosen(
    read.readings.map((reading) => ({ ...reading, time })),
    options,
  );
}

/**
 * True if a text is a day after today with the day first, and a likely day with the month first. A
 * statement of today cannot hold the first, so the order of its column is doubtful.
 */
export function isAheadDayFirst(text: string, options: DayOptions): boolean {
  const dayFirst = readColumnDay(text, { ...options, order: 'dayFirst' });
  const monthFirst = readColumnDay(text, { ...options, order: 'monthFirst' });
  const [first] = 'asked' in dayFirst ? (dayFirst.asked ?? []) : [];
  return (
    first !== undefined &&
    first.value > options.today &&
    'value' in monthFirst &&
    monthFirst.value !== null
  );
}

/** True if a text proves the day first, because its first number can be no month. */
export function provesDayFirst(text: string): boolean {
  const [, first = '', , second = ''] = NUMBERS.exec(withoutTime(plainDigits(text)).rest) ?? [];
  return provenBy(first, second) === 'dayFirst';
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
