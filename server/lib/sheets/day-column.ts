import type { FieldError } from '#contract/field-errors.ts';
import type {
  SheetAnswers,
  SheetQuestion,
  SheetQuestionName,
} from '#contract/imports/sheet-questions.ts';
import { swapped, swappedIn } from './swapped-days.ts';
import {
  isAheadDayFirst,
  orderOf,
  provesDayFirst,
  readColumnDay,
  type DayColumn,
  type DayReading,
  type ReadDay,
} from '#contract/words/column-day.ts';

/** A cell of a column of days, with the row it stands in. */
export type DayCell = { row: number; text: string; from1904?: boolean | undefined };
/** The day of a cell with the time beside it, nothing, or the reason why it was not read. */
export type DayOfCell =
  | { day: string; time: string }
  | { day: null }
  | { error: FieldError; waitsFor?: SheetQuestionName };

export type DayReader = {
  read: (cell: DayCell) => DayOfCell;
  /** The questions about the cells read so far, each once. */
  questions: () => SheetQuestion[];
};

const SERIAL = /^\d{1,5}(?:\.\d+)?$/;
/** The days between the first day of this calendar and that of old Macintosh workbooks. */
const DAYS_TO_1904 = 1462;
/** A year from 2400 on can only be a Buddhist one. */
const BUDDHIST = /(?:^|\D)2[4-6]\d\d(?:\D|$)|พ\.?\s?ศ|ພ\.?\s?ສ/;

/** A moment as a browser writes it: `Thu Mar 05 2015 00:00:00 GMT+0700 (Indochina Time)`. */
const OF_BROWSER =
  /^[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} \d\d|\d\d [A-Z][a-z]{2}) \d{4} \d\d:\d\d:\d\d GMT(?:[+-]\d{4})?(?: \(.*\))?$/;
/** A mark for no day, as some lists have it. */
const NO_DAY = /^[-–—.]+$/;
const AROUND_MARKS = /(?<=\d)\s*([/.-])\s*(?=\d)/g;

/** The text of a cell; a plain number in a workbook of 1904 means a later day. */
function textOf({ text, from1904 }: DayCell): string {
  if (NO_DAY.test(text)) return '';
  const ofBrowser = OF_BROWSER.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ofBrowser)) return new Date(ofBrowser).toISOString();
  return from1904 && SERIAL.test(text)
    ? String(Number(text) + DAYS_TO_1904)
    : text.replace(AROUND_MARKS, '$1');
}

type Question = Omit<SheetQuestion, 'about'>;

/** Notes each question with its first cell and the count of its rows. */
function questionList() {
  const asked = new Map<SheetQuestionName, Question>();
  return {
    note: (about: SheetQuestionName, settled: boolean, cell: DayCell, day: string | null) => {
      const before = asked.get(about);
      if (!before) asked.set(about, { settled, row: cell.row, text: cell.text, day, rows: 1 });
      else
        asked.set(about, {
          // A row that waits is the better example.
          ...(before.settled && !settled
            ? { row: cell.row, text: cell.text, day, settled }
            : before),
          rows: before.rows + 1,
        });
    },
    all: () => [...asked].map(([about, question]) => ({ about, ...question })),
  };
}

type Options = {
  column: DayColumn;
  today: string;
  answers: SheetAnswers;
  /** True where a Buddhist year is read without a question, because another is impossible. */
  takesBuddhist: boolean;
};

/** True if a day of a statement is in the future with the day first only. */
const isDoubtful = (text: string, { column, today }: Options) =>
  column === 'statement' && isAheadDayFirst(text, { column, today });

/**
 * The order of day and month in a whole column: the answer of the person, or what the cells prove.
 * Buddhist years are written with the day first, so a proof of the month first beside them is a
 * contradiction. A day that would be in the future is none, unless another cell proves its order.
 */
function orderFor(texts: readonly string[], options: Options) {
  if (options.answers.dayOrder) return options.answers.dayOrder;
  const proven = orderOf(texts);
  if (proven === 'monthFirst') return texts.some((text) => BUDDHIST.test(text)) ? 'asked' : proven;
  if (proven === 'asked' || texts.some(provesDayFirst)) return proven;
  return texts.some((text) => isDoubtful(text, options)) ? 'asked' : proven;
}

/**
 * Reads the days of one column. The order of day and month is settled for the whole column, and
 * what one cell cannot tell is asked once.
 */
export function dayReader(cells: readonly DayCell[], options: Options): DayReader {
  const { column, today, answers, takesBuddhist } = options;
  const texts = [...new Set(cells.map(textOf))];
  const order = orderFor(texts, options);
  const { note, all } = questionList();
  const era = answers.buddhistYear ? 'buddhist' : 'western';
  const base = { column, today, order };
  /** The readings of texts, because many rows have the same day. */
  const readings = new Map<string, ReadDay>();
  const readingOf = (text: string): ReadDay => {
    const before = readings.get(text);
    if (before) return before;
    const reading = readColumnDay(text, base);
    readings.set(text, reading);
    return reading;
  };

  const accept = (cell: DayCell, { value, time, buddhist }: DayReading): DayOfCell => {
    const isTaken = answers.buddhistYear ?? takesBuddhist;
    if (buddhist && !isTaken) {
      // No other year is possible, so after a no the cell waits, and the question stays.
      note('buddhistYear', false, cell, value);
      return { error: `buddhistYear:${value.slice(0, 4)}`, waitsFor: 'buddhistYear' };
    }
    if (buddhist) note('buddhistYear', true, cell, value);
    if (order === 'monthFirst' && /^\d{1,2}[/. -]/.test(cell.text))
      note('dayOrder', true, cell, value);
    return { day: value, time };
  };
  const suspects = swappedIn(texts, options);
  /** A day that a spreadsheet may have swapped waits for the answer, and is read by it. */
  const readSwapped = (cell: DayCell): DayOfCell => {
    const text = textOf(cell);
    const day = readingOf(swapped(text));
    const right = 'value' in day ? day.value : null;
    note('swappedDays', answers.swappedDays !== undefined, cell, right);
    if (answers.swappedDays === undefined)
      return { error: `dayUnclear:${text}`, waitsFor: 'swappedDays' };
    return readOne(cell, answers.swappedDays ? swapped(text) : text);
  };
  const read = (cell: DayCell): DayOfCell =>
    suspects.has(textOf(cell)) ? readSwapped(cell) : readOne(cell, textOf(cell));
  const readOne = (cell: DayCell, text: string): DayOfCell => {
    const found = readingOf(text);
    if (!('error' in found)) {
      if (found.value === null) return { day: null };
      if (order !== 'asked' || !isDoubtful(text, options)) return accept(cell, found);
      note('dayOrder', false, cell, found.value);
      return { error: `dayUnclear:${text}`, waitsFor: 'dayOrder' };
    }
    const { error, asked = [] } = found;
    const [first] = asked;
    if (!first) return { error };
    if (asked.some(({ twoDigitYear }) => twoDigitYear) && asked.some(({ buddhist }) => buddhist)) {
      const again =
        answers.buddhistYear === undefined ? undefined : readColumnDay(text, { ...base, era });
      if (again && !('error' in again) && again.value !== null) return accept(cell, again);
      const day = asked.find(({ buddhist }) => buddhist)?.value ?? null;
      if (!error.startsWith('dayUnlikely')) {
        note('buddhistYear', false, cell, day);
        return { error, waitsFor: 'buddhistYear' };
      }
    }
    if (error.startsWith('dayUnclear')) {
      note('dayOrder', false, cell, first.value);
      return { error, waitsFor: 'dayOrder' };
    }
    note('farDay', answers.farDay !== undefined, cell, first.value);
    return answers.farDay ? accept(cell, first) : { error, waitsFor: 'farDay' };
  };
  return { read, questions: all };
}
