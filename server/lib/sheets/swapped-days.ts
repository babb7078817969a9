import { provesDayFirst, type DayColumn } from '#contract/words/column-day.ts';
import { plainDigits } from '#contract/words/typed-number.ts';
import { dayOfSerial } from './cells.ts';

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?=$|[T ])/;
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?=$|[T ])/;
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const LAST_MONTH = 12;
const MONTH_MS = 31 * 24 * 3_600_000;

type Parts = { isDate: boolean; year: string; first: number; second: number };

/** The numbers of a cell: a real date, or a text with the day or the month first. */
function partsOf(written: string): Parts | undefined {
  const typed = plainDigits(written);
  const text = SERIAL.test(typed) ? (dayOfSerial(Number(typed)) ?? typed) : typed;
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  if (year !== '') return { isDate: true, year, first: Number(day), second: Number(month) };
  const [, first = '', , second = '', short = ''] = NUMBERS.exec(text) ?? [];
  if (first === '') return undefined;
  return { isDate: false, year: short, first: Number(first), second: Number(second) };
}

const isEither = ({ first, second }: Parts) => first <= LAST_MONTH && second <= LAST_MONTH;
const momentOf = (year: string, month: number, day: number) =>
  Date.UTC(Number(year.length > 2 ? year : `20${year}`), month - 1, day);

/**
 * True for a day that lies outside the months of the rows whose days are sure, and within them if
 * swapped.
 */
function fitsSwapped(sure: readonly Parts[]): (parts: Parts) => boolean {
  const moments = sure.map(({ year, first, second }) => momentOf(year, second, first));
  const [from, to] = [Math.min(...moments) - MONTH_MS, Math.max(...moments) + MONTH_MS];
  const isIn = (moment: number) => moment >= from && moment <= to;
  return ({ year, first, second }) =>
    isIn(momentOf(year, first, second)) && !isIn(momentOf(year, second, first));
}

/**
 * The cells of a column whose day and month a spreadsheet may have swapped, by their texts. Excel
 * under another country's settings turns `05/11/2026` into 11 May and leaves `13/11/2026` a text.
 * A column of both kinds, where no date is after the 12th and no text before the 13th, is such a
 * one. So is a statement whose dates are in the future or far from its other rows, and not if
 * swapped.
 */
export function swappedIn(
  texts: readonly string[],
  { column, today }: { column: DayColumn; today: string },
): ReadonlySet<string> {
  const found = texts.flatMap((text) => {
    const parts = partsOf(text);
    return parts ? [{ text, ...parts }] : [];
  });
  const dates = found.filter(({ isDate }) => isDate);
  const written = found.filter(({ isDate }) => !isDate);
  const of = (cells: readonly { text: string; first: number; second: number }[]) =>
    new Set(cells.filter(({ first, second }) => first !== second).map(({ text }) => text));
  const isPossible = dates.length > 0 && dates.every(isEither);
  const isMixed =
    written.length > 0 &&
    written.every((parts) => !isEither(parts)) &&
    new Set(written.map(({ text }) => provesDayFirst(text))).size === 1;
  if (isPossible && isMixed) return of(dates);
  if (column !== 'statement') return new Set();
  const now = Date.parse(today);
  const isAhead = (moment: number) => moment > now;
  if (
    isPossible &&
    dates.some(({ year, first, second }) => isAhead(momentOf(year, second, first))) &&
    !dates.some(({ year, first, second }) => isAhead(momentOf(year, first, second)))
  )
    return of(dates);
  const sure = written.filter((parts) => !isEither(parts));
  const isDayFirst = sure.every(({ first }) => first > LAST_MONTH);
  if (sure.length === 0 || !isDayFirst || !dates.every(isEither)) return new Set();
  return of(found.filter(isEither).filter(fitsSwapped(sure)));
}

/** The text of a day with its day and month swapped. */
export function swapped(written: string): string {
  const typed = plainDigits(written);
  const text = SERIAL.test(typed) ? (dayOfSerial(Number(typed)) ?? typed) : typed;
  return text.replace(ISO, '$1-$3-$2').replace(NUMBERS, '$3$2$1$2$4');
}
