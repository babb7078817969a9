import type { PriceCurrency } from '#contract/money/currencies.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { OtherSheet, SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import type {
  NotIncomingReason,
  NotIncomingRow,
  UnreadReason,
  UnreadRow,
} from '#contract/money/statement-reading.ts';
import { readTime } from '#contract/words/typed-time.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { dayReader, type DayCell, type DayReader } from '#server/lib/sheets/day-column.ts';
import { tableIn, type FoundTable } from '#server/lib/sheets/find-table.ts';
import { readSheetTable } from '#server/lib/sheets/read-table.ts';
import { isOtherAccount, isOtherCell, isOtherSheet, sheetOfAccount } from './other-currency.ts';
import {
  isBalanceOf,
  readStatementSums,
  type RowOrder,
  type StatementSumCells,
  type SumOfRow,
} from './statement-sums.ts';
import {
  sectionsOf,
  type ColumnsTaken,
  type FoundSection,
  type Section,
} from './statement-sections.ts';
import { statementKind, type StatementName } from './statement-words.ts';
import { referenceOf, textOf, textReason } from './row-texts.ts';
import { repeatedRows, secondLineOf } from './rows-between.ts';
import { statusOf } from './status-words.ts';

export type { ColumnsTaken, StatementColumn } from './statement-sections.ts';

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
  /** The days of a file without money that came in. */
  otherDays: string[];
};

/** A statement's table as it was found in its file. */
export type StatementSheet = FoundTable<StatementName>;

/**
 * Finds the table of an account's statement in a file; `sheet` is the name of the sheet that a
 * person chose.
 */
export const readStatementFile = (
  file: Buffer,
  sheet?: string,
  account?: { currency: PriceCurrency; accountNo: string },
): Promise<StatementSheet> =>
  readSheetTable(file, statementKind, sheet, account && sheetOfAccount(account));

/** The table of a statement whose cells are known already, under these headings in row 1. */
export const statementOf = (headings: string[], ...rows: string[][]): StatementSheet =>
  tableIn(
    {
      name: '',
      isHidden: false,
      merged: [],
      hiddenRows: new Set(),
      rows: [headings, ...rows].map((cells, at) => ({ number: at + 1, cells })),
    },
    statementKind,
  );

const DESCRIPTION_LENGTH = 200;

/** A cell of one row by its column, trimmed; empty for a column that the file has not. */
type CellAt = (at: number | undefined) => string;
const cellsOf =
  ({ cells }: ReadRow): CellAt =>
  (at) =>
    at === undefined ? '' : (cells[at] ?? '').trim();

/** A time without seconds that say nothing. */
const shortTime = (time: string) => time.replace(/^(\d\d:\d\d):00$/, '$1');

type Placed = { in: StatementRow } | { out: NotIncomingReason } | { unread: UnreadReason };

const unreadDay = (days: ReturnType<DayReader['read']>): UnreadReason => {
  const waits = 'error' in days ? days.waitsFor : undefined;
  if (waits === 'farDay') return 'dayFar';
  return waits === undefined ? 'dayUnreadable' : 'dayUnclear';
};

const LIKE_TIME = /\d[:.]\d\d/;

/** The reason of a row whose status says that its money has not come, or cannot be read. */
function ofStatus(text: string): Exclude<Placed, { in: StatementRow }> | undefined {
  const status = statusOf(text);
  if (status === 'notDone') return { out: 'status' };
  return status === 'unknown' ? { unread: 'statusUnknown' } : undefined;
}

/** Puts one row in its place: money in, no money in, or not read. */
function place(
  row: ReadRow,
  { found: { status }, taken, texts: textColumns }: Section,
  sum: SumOfRow,
  { days, isBalance, hasTimes }: { days: DayReader; isBalance: boolean; hasTimes: boolean },
): Placed {
  const cell = cellsOf(row);
  const cells = row.cells.map((text) => text ?? '=');
  const reference = referenceOf(cell(taken.reference));
  const dayText = cell(taken.day);
  const description = textOf(textColumns.map(cell));
  const texts = { cells, reference: reference.reference, description, isBalance };
  const reason = textReason({ ...texts, hasDay: /\d/.test(dayText) }, sum);
  if (reason) return { out: reason };
  const byStatus = 'out' in sum ? undefined : ofStatus(cell(status));
  if (byStatus) return byStatus;
  if (!('amount' in sum)) return sum;
  const found = days.read({ row: row.number, text: dayText, from1904: row.from1904 });
  if (!('day' in found) || found.day === null) return { unread: unreadDay(found) };
  const timeText = cell(taken.time);
  const time = readTime(timeText);
  // A row without its time could be taken for another one.
  const isTime = LIKE_TIME.test(timeText) || (hasTimes && /\d/.test(timeText));
  if ('error' in time && isTime) return { unread: 'timeUnreadable' };
  const own = 'value' in time && time.value !== null ? time.value : found.time;
  return {
    in: {
      row: row.number,
      day: found.day,
      time: shortTime(own),
      ...reference,
      amount: sum.amount,
      cells,
      description: description.slice(0, DESCRIPTION_LENGTH),
    },
  };
}

const textsOf = ({ number, cells }: ReadRow) => ({
  row: number,
  cells: cells.map((text) => text ?? '='),
});

const sumCells = (row: ReadRow, found: FoundSection, taken: ColumnsTaken): StatementSumCells => {
  // A formula without a stored result is no empty cell.
  const cell: CellAt = (at) =>
    at !== undefined && row.cells[at] === null ? '=' : cellsOf(row)(at);
  const isCredit = found.credit !== undefined && found.credit === taken.amount;
  return {
    ...(isCredit ? { credit: cell(taken.amount) } : { amount: cell(taken.amount) }),
    debit: cell(taken.debit),
    direction: cell(taken.direction),
    balance: cell(found.balance),
  };
};

const daysIn = (cells: readonly DayCell[], days: DayReader): string[] =>
  cells.flatMap((cell) => {
    const found = days.read(cell);
    return 'day' in found && found.day !== null ? [found.day] : [];
  });

/** The order of the rows by the first and the last day; undefined where both are the same. */
function orderOf(section: Section, days: DayReader): RowOrder {
  const [first = '', last = ''] = [section.rows[0], section.rows.at(-1)].map((row) => {
    if (!row) return '';
    const cell = cellsOf(row);
    const found = days.read({
      row: row.number,
      text: cell(section.taken.day),
      from1904: row.from1904,
    });
    if (!('day' in found) || found.day === null) return '';
    const time = readTime(cell(section.taken.time));
    return `${found.day} ${'value' in time && time.value !== null ? time.value : found.time}`;
  });
  if (first === '' || last === '' || first === last) return undefined;
  return first > last ? 'newestFirst' : 'oldestFirst';
}

const hasTimesIn = ({ rows, taken }: Section): boolean =>
  rows.some((row) => {
    const time = readTime(cellsOf(row)(taken.time));
    return 'value' in time && time.value !== null;
  });

/** Adds a line of text to the description of the row that it stands below. */
const withLine = (row: StatementRow, line: string): StatementRow => ({
  ...row,
  description: textOf([row.description, line]).slice(0, DESCRIPTION_LENGTH),
});

type SectionRules = Pick<StatementChoice, 'inWords' | 'outWords'> & {
  currency: PriceCurrency;
  isOtherFile: boolean;
};

/** The sums of a section, each beside the cells that it was read from. */
function sumsOf(section: Section, rules: SectionRules, order: RowOrder) {
  const { found, taken, rows, isOther } = section;
  const { currency, isOtherFile } = rules;
  const cells = rows.map((row) => sumCells(row, found, taken));
  const isCombined = found.isCombined === true && found.amount === taken.amount;
  const sums = readStatementSums(cells, currency, { ...rules, order, isCombined });
  return rows.map((row, at) => {
    const sum: SumOfRow = sums[at] ?? { out: 'noMoney' };
    const isOtherRow =
      isOther || isOtherFile || isOtherCell(cellsOf(row)(found.currency), currency);
    const isBalance = isBalanceOf(sum, cells[at]?.balance, currency);
    if (taken.amount === undefined)
      return { row, isBalance, sum: { unread: 'amountUnreadable' } as const };
    const hasMoney = 'amount' in sum || 'unread' in sum;
    return {
      row,
      isBalance,
      sum: isOtherRow && hasMoney ? ({ unread: 'otherCurrency' } as const) : sum,
    };
  });
}

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
  const { sections, heads } = sectionsOf(sheet, currency, chosen);
  const taken = sections[0]?.taken ?? {};
  if (taken.day === undefined || taken.amount === undefined) throw new ApiError('statementUnknown');
  const dayCells = sections.flatMap((section) =>
    section.rows.map((row) => ({ row: row.number, text: cellsOf(row)(section.taken.day) })),
  );
  const readerOfDays = () =>
    dayReader(dayCells, { column: 'statement', today, answers, takesBuddhist: true });
  const days = readerOfDays();
  const titles = sheet.leftOut.filter(({ reason }) => reason === 'title');
  const isOtherFile =
    isOtherSheet(sheet.sheetName, currency) ||
    titles.some(({ cells }) => isOtherAccount(cells, currency));
  const rules = { currency, inWords, outWords, isOtherFile };
  const rows: StatementRow[] = [];
  const notIncoming: NotIncomingRow[] = [
    ...heads.map((row) => ({ ...textsOf(row), reason: 'text' as const })),
    ...sheet.leftOut
      .filter(({ reason }) => reason !== 'title')
      .map(({ row, cells, reason }) => ({
        row,
        cells,
        reason: reason === 'total' ? ('total' as const) : ('text' as const),
      })),
  ];
  const unread: UnreadRow[] = [];
  let nextLine = 0;
  for (const section of sections) {
    const hasTimes = hasTimesIn(section);
    for (const { row, sum, isBalance } of sumsOf(
      section,
      rules,
      orderOf(section, readerOfDays()),
    )) {
      const placed = place(row, section, sum, { days, isBalance, hasTimes });
      const isText = 'out' in placed && placed.out === 'text' && row.number === nextLine;
      const line = isText ? secondLineOf(textsOf(row).cells, section.texts) : '';
      const above = line === '' ? undefined : rows.pop();
      if (above) rows.push(withLine(above, line));
      if ('in' in placed || above) nextLine = row.number + 1;
      if ('in' in placed) rows.push(placed.in);
      else if (row.number === sheet.headingRow) continue;
      else if ('out' in placed) notIncoming.push({ ...textsOf(row), reason: placed.out });
      else unread.push({ ...textsOf(row), reason: placed.unread });
    }
  }
  const repeated = repeatedRows(rows, notIncoming, [
    ...heads.map(({ number }) => number),
    ...sheet.leftOut.filter(({ reason }) => reason === 'heading').map(({ row }) => row),
  ]);
  const own = rows.filter(({ row }) => !repeated.has(row));
  for (const { row, cells } of rows)
    if (repeated.has(row)) notIncoming.push({ row, cells, reason: 'repeated' });
  const { headings, sheetName, otherSheets, headingRow, isKnown } = sheet;
  return {
    rows: own,
    notIncoming: notIncoming.sort((one, other) => one.row - other.row),
    unread,
    columns: taken,
    headings,
    headingRow: isKnown ? headingRow : null,
    sheetName,
    otherSheets,
    questions: days.questions(),
    leftOut: notIncoming.length + unread.length,
    otherDays: rows.length > 0 ? [] : daysIn(dayCells, readerOfDays()),
  };
}
