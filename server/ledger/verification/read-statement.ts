import type { PriceCurrency } from '#contract/currencies.ts';
import { dayInLaos } from '#contract/people.ts';
import type { OtherSheet, SheetAnswers, SheetQuestion } from '#contract/sheet-questions.ts';
import type {
  NotIncomingReason,
  NotIncomingRow,
  UnreadReason,
  UnreadRow,
} from '#contract/statement-reading.ts';
import type { StatementColumns } from '#contract/statements.ts';
import { readCode } from '#contract/typed-code.ts';
import { readTime } from '#contract/typed-time.ts';
import type { ReadRow } from '#server/db/tables/desk/imports.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { dayReader, type DayReader } from '#server/lib/sheets/day-column.ts';
import { isFilled, tableIn, type Table } from '#server/lib/sheets/find-table.ts';
import { readTable } from '#server/lib/sheets/read-table.ts';
import { beginsAsBalance, sumText } from './balance-text.ts';
import { isBalanceOf, readSums, type SumCells, type SumOfRow } from './statement-sums.ts';
import { directionOf, statementKind, type StatementName } from './statement-words.ts';

export type StatementRow = {
  row: number;
  day: string;
  /** `HH:MM` or `HH:MM:SS`, as exact as the bank wrote it; empty without a time. */
  time: string;
  /** Empty where the bank gives none and where a spreadsheet has cut it. */
  reference: string;
  description: string;
  amount: number;
  /** The cells of the row as they stand in the file. */
  cells: string[];
  /** True where a reference stood that a spreadsheet has cut. */
  referenceRuined: boolean;
};

/** The columns of a statement, by their index; the person may choose each. */
export type StatementColumn =
  'day' | 'time' | 'valueDay' | 'reference' | 'description' | 'amount' | 'debit' | 'direction';
export type ColumnsTaken = { [Key in StatementColumn]?: number | undefined };
/** A person's choice: columns, and the words of the direction column for money in and out. */
export type StatementChoice = ColumnsTaken & {
  inWords?: readonly string[] | undefined;
  outWords?: readonly string[] | undefined;
  answers?: SheetAnswers | undefined;
};

/** A whole statement: every row of the file below the headings is in exactly one of the three. */
export type StatementReading = {
  rows: StatementRow[];
  notIncoming: NotIncomingRow[];
  unread: UnreadRow[];
  columns: ColumnsTaken;
  headings: string[];
  /** The number of the row with the headings; null if the person chose the columns. */
  headingRow: number | null;
  sheetName: string;
  otherSheets: OtherSheet[];
  questions: SheetQuestion[];
  /** The count of rows that are not in; kept for the answer of the route. */
  leftOut: number;
};

/** A statement's table as it was found in its file. */
export type StatementSheet = Table<StatementName>;

/** Finds the table of a statement in a file; `sheet` is the name of the sheet that was chosen. */
export const readStatementFile = (file: Buffer, sheet?: string): Promise<StatementSheet> =>
  readTable(file, statementKind, sheet);

/** The table of a statement whose cells are known already, under these headings in row 1. */
export const statementOf = (headings: string[], ...rows: string[][]): StatementSheet =>
  tableIn(
    {
      ...{ name: '', isHidden: false, merged: [], hiddenRows: new Set() },
      rows: [headings, ...rows].map((cells, at) => ({ number: at + 1, cells })),
    },
    statementKind,
  );

const SAMPLED_ROWS = 20;
const SAMPLES = 3;
const REFERENCE_LENGTH = 60;
const DESCRIPTION_LENGTH = 200;

type Found = Partial<Record<StatementName, number>>;

const foundIn = ({ columns }: StatementSheet): Found =>
  Object.fromEntries(columns.flatMap((name, at) => (name === null ? [] : [[name, at]]))) as Found;

/** The columns that are recognised; the day of the transaction comes before its value date. */
function takenFrom({ day, valueDay, credit, amount, ...others }: Found): ColumnsTaken {
  return {
    ...{ day: day ?? valueDay, valueDay: day === undefined ? undefined : valueDay },
    ...{ amount: credit ?? amount, time: others.time, reference: others.reference },
    ...{ description: others.description, debit: others.debit, direction: others.direction },
  };
}

/** The data for choosing the columns by hand: the headings with samples of the rows below. */
export function columnsOf(sheet: StatementSheet): StatementColumns {
  const { day = null, amount = null, reference = null } = takenFrom(foundIn(sheet));
  const samplesOf = (at: number) =>
    sheet.rows
      .slice(0, SAMPLED_ROWS)
      .map((row) => row.cells[at] ?? '')
      .filter(Boolean)
      .slice(0, SAMPLES);
  return {
    columns: sheet.headings.map((heading, at) => ({ heading, samples: samplesOf(at) })),
    known: { day, amount, reference },
  };
}

/**
 * A column without a known heading tells the direction if all its cells are words for it and both
 * directions occur, as under `รายการ` of a Thai bank.
 */
function directionAmong(sheet: StatementSheet, taken: ColumnsTaken): number | undefined {
  const used = new Set([taken.day, taken.amount, taken.debit, taken.reference]);
  const at = sheet.headings.findIndex((_heading, index) => {
    if (used.has(index)) return false;
    const words = sheet.rows.map(({ cells }) => cells[index] ?? '').filter(isFilled);
    const found = new Set(words.map((word) => directionOf(word)));
    return found.has('in') && found.has('out') && !found.has(undefined);
  });
  return at < 0 ? undefined : at;
}

const defined = (choice: ColumnsTaken): ColumnsTaken =>
  Object.fromEntries(Object.entries(choice).filter(([, at]) => at !== undefined));

/** A cell of one row by its column, trimmed; empty for a column that the file has not. */
type CellAt = (at: number | undefined) => string;
const cellsOf =
  ({ cells }: ReadRow): CellAt =>
  (at) =>
    at === undefined ? '' : (cells[at] ?? '').trim();

/** A time without seconds that say nothing. */
const shortTime = (time: string) => time.replace(/^(\d\d:\d\d):00$/, '$1');

const DASHES = /^[-–—.\s]*$/;

/** The bank's own reference; none where a spreadsheet has cut it. */
function referenceOf(text: string): Pick<StatementRow, 'reference' | 'referenceRuined'> {
  const written = DASHES.test(text) ? '' : text.replace(/^'/, '');
  const read = readCode(written);
  return 'error' in read
    ? { reference: '', referenceRuined: true }
    : { reference: read.value.slice(0, REFERENCE_LENGTH), referenceRuined: false };
}

type RowTexts = {
  cells: readonly string[];
  reference: string;
  description: string;
  hasDay: boolean;
  /** True where the sum of the row is the balance beside it. */
  isBalance: boolean;
};

const NO_REFERENCE = /^0*$/;

/**
 * Rows that tell a balance or a sum, and rows of text alone. A reference marks a real payment,
 * unless it is such a text itself or the sum is the balance.
 */
function textReason(
  { cells, reference, description, hasDay, isBalance }: RowTexts,
  sum: SumOfRow,
): NotIncomingReason | undefined {
  const texts = cells.filter((text) => /\p{L}/u.test(text));
  const named = texts.map(sumText).find((found) => found !== undefined);
  const isOwn = description === '' && sumText(reference) !== undefined;
  const isMarked = !NO_REFERENCE.test(reference) && !isOwn;
  if (named && (!isMarked || isBalance)) return named;
  if (isBalance && !isMarked && texts.some(beginsAsBalance)) return 'balance';
  if (hasDay || 'amount' in sum) return undefined;
  return 'out' in sum && sum.out === 'moneyOut' ? undefined : 'text';
}

type Placed = { in: StatementRow } | { out: NotIncomingReason } | { unread: UnreadReason };

const unreadDay = (days: ReturnType<DayReader['read']>): UnreadReason => {
  const waits = 'error' in days ? days.waitsFor : undefined;
  if (waits === 'farDay') return 'dayFar';
  return waits === undefined ? 'dayUnreadable' : 'dayUnclear';
};

/** Puts one row in its place: money in, no money in, or not read. */
function place(
  row: ReadRow,
  taken: ColumnsTaken,
  sum: SumOfRow,
  { days, isBalance }: { days: DayReader; isBalance: boolean },
): Placed {
  const cell = cellsOf(row);
  const cells = row.cells.map((text) => text ?? '=');
  const reference = referenceOf(cell(taken.reference));
  const dayText = cell(taken.day);
  const description = cell(taken.description);
  const texts = { cells, reference: reference.reference, description, isBalance };
  const reason = textReason({ ...texts, hasDay: /\d/.test(dayText) }, sum);
  if (reason) return { out: reason };
  if (!('amount' in sum)) return sum;
  const found = days.read({ row: row.number, text: dayText, from1904: row.from1904 });
  if (!('day' in found) || found.day === null) return { unread: unreadDay(found) };
  const time = readTime(cell(taken.time));
  const own = 'value' in time && time.value !== null ? time.value : found.time;
  return {
    in: {
      ...{
        row: row.number,
        day: found.day,
        time: shortTime(own),
        ...reference,
        amount: sum.amount,
        cells,
      },
      description: description.slice(0, DESCRIPTION_LENGTH),
    },
  };
}

/** The rows to read: without known headings, the row taken for them may be a row of money. */
function bodyOf(sheet: StatementSheet): ReadRow[] {
  const head = { number: sheet.headingRow, cells: sheet.headings };
  return sheet.isKnown ? sheet.rows : [head, ...sheet.rows];
}

const sumCells = (row: ReadRow, found: Found, taken: ColumnsTaken): SumCells => {
  const cell = cellsOf(row);
  const isCredit = found.credit !== undefined && found.credit === taken.amount;
  return {
    ...(isCredit ? { credit: cell(taken.amount) } : { amount: cell(taken.amount) }),
    ...{ debit: cell(taken.debit), direction: cell(taken.direction), balance: cell(found.balance) },
  };
};

/**
 * Reads a statement by the columns that a person chose or that are recognised. Every row is money
 * that came in, is no such money, or is unread, each with the reason.
 */
export function readStatement(
  sheet: StatementSheet,
  currency: PriceCurrency,
  { inWords, outWords, answers = {}, ...chosen }: StatementChoice = {},
  today: string = dayInLaos(),
): StatementReading {
  const found = foundIn(sheet);
  const known = { ...takenFrom(found), ...defined(chosen) };
  const taken = { ...known, direction: known.direction ?? directionAmong(sheet, known) };
  if (taken.day === undefined || taken.amount === undefined) throw new ApiError('statementUnknown');
  const body = bodyOf(sheet);
  const dayCells = body.map((row) => ({ row: row.number, text: cellsOf(row)(taken.day) }));
  const days = dayReader(dayCells, { column: 'statement', today, answers, takesBuddhist: true });
  const cells = body.map((row) => sumCells(row, found, taken));
  const sums = readSums(cells, currency, { inWords, outWords });
  const rows: StatementRow[] = [];
  const notIncoming: NotIncomingRow[] = sheet.leftOut
    .filter(({ reason }) => reason !== 'title')
    .map(({ row, cells, reason }) => ({
      ...{ row, cells },
      reason: reason === 'total' ? 'total' : 'text',
    }));
  const unread: UnreadRow[] = [];
  body.forEach((row, at) => {
    const sum = sums[at] ?? { out: 'noMoney' };
    const isBalance = isBalanceOf(sum, cells[at]?.balance, currency);
    const placed = place(row, taken, sum, { days, isBalance });
    const base = { row: row.number, cells: row.cells.map((text) => text ?? '=') };
    if ('in' in placed) rows.push(placed.in);
    else if (row.number === sheet.headingRow) return;
    else if ('out' in placed) notIncoming.push({ ...base, reason: placed.out });
    else unread.push({ ...base, reason: placed.unread });
  });
  const { headings, sheetName, otherSheets, headingRow, isKnown } = sheet;
  return {
    ...{ rows, notIncoming: notIncoming.sort((one, other) => one.row - other.row), unread },
    ...{
      columns: taken,
      headings,
      headingRow: isKnown ? headingRow : null,
      sheetName,
      otherSheets,
    },
    ...{ questions: days.questions(), leftOut: notIncoming.length + unread.length },
  };
}
