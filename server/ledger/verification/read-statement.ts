import { dayInLaos } from '#contract/people.ts';
import { readDay } from '#contract/typed-day.ts';
import { readSignedAmount } from '#contract/typed-number.ts';
import { readTime } from '#contract/typed-time.ts';
import type { PriceCurrency } from '#contract/currencies.ts';
import type { StatementColumns } from '#contract/statements.ts';
import type {
  NotIncomingRow,
  OtherSheet,
  SheetAnswers,
  SheetQuestion,
  UnreadRow,
} from '#contract/statement-reading.ts';
import { normalise } from '#contract/normalise.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Sheet } from '#server/lib/sheets/read-sheet.ts';

/** The headings that banks in Laos use for their columns. */
const words = {
  day: [
    'date',
    'transaction date',
    'txn date',
    'posting date',
    'value date',
    'date time',
    'datetime',
    'ວັນທີ',
    'ວັນທີເຮັດລາຍການ',
  ],
  time: ['time', 'transaction time', 'ເວລາ'],
  reference: [
    'reference',
    'reference no',
    'reference number',
    'ref',
    'ref no',
    'transaction id',
    'txn id',
    'ticket',
    'bill number',
    'ເລກອ້າງອີງ',
    'ເລກທີອ້າງອີງ',
  ],
  amount: ['credit', 'credit amount', 'deposit', 'money in', 'amount', 'ຈຳນວນເງິນ', 'ເງິນເຂົ້າ', 'ຝາກ'],
  description: [
    'description',
    'details',
    'detail',
    'remark',
    'remarks',
    'narration',
    'ລາຍລະອຽດ',
    'ເນື້ອໃນ',
    'ໝາຍເຫດ',
  ],
} as const;
type Column = keyof typeof words;

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
  sheet?: string | undefined;
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

const keyOf = (heading: string) =>
  normalise(
    heading
      .replace(/\([^)]*\)|[.:*]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** The columns of a row of headings; the more specific heading wins. */
function columnsIn(cells: readonly (string | null)[]): Partial<Record<Column, number>> {
  const keys = cells.map((cell) => keyOf(cell ?? ''));
  const found: Partial<Record<Column, number>> = {};
  for (const [column, names] of Object.entries(words) as [Column, readonly string[]][]) {
    const at = names.map((name) => keys.indexOf(normalise(name))).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

const MINUTES = 'HH:MM'.length;

/** Reads the day and time of a cell that may hold both. */
function momentOf(text: string, today: string): { day: string | null; time: string } {
  const read = readDay(text, { column: 'statement', today });
  return 'time' in read
    ? { day: read.value, time: read.time.slice(0, MINUTES) }
    : { day: null, time: '' };
}

/** The time of a column of its own; empty if it has none. */
function timeOf(text: string): string {
  const read = readTime(text);
  return 'value' in read ? (read.value ?? '').slice(0, MINUTES) : '';
}

function amountOf(text: string, currency: PriceCurrency): number | null {
  const read = readSignedAmount(text, currency);
  return 'value' in read ? read.value : null;
}

const allRows = ({ headings, rows }: Sheet): Sheet['rows'] => [
  { number: 1, cells: headings as (string | null)[] },
  ...rows,
];
/** Banks write their name above the table, so the headings are searched for. */
const headAmong = (rows: Sheet['rows']) =>
  rows.findIndex(({ cells }) => {
    const found = columnsIn(cells);
    return found.day !== undefined && found.amount !== undefined;
  });

const LOOKED_AT = 20;
const SAMPLES = 3;
const filled = (cells: readonly (string | null)[]) =>
  cells.filter((cell) => (cell ?? '').trim() !== '').length;

/**
 * The data for choosing the columns by hand: the headings, else the fullest row, and the rows
 * below.
 */
export function columnsOf(sheet: Sheet): StatementColumns {
  const rows = allRows(sheet);
  const first = rows.slice(0, LOOKED_AT);
  const most = Math.max(...first.map(({ cells }) => filled(cells)));
  const known = headAmong(rows);
  const head = known < 0 ? first.findIndex(({ cells }) => filled(cells) === most) : known;
  const cells = rows[head]?.cells ?? [];
  const { day = null, amount = null, reference = null } = columnsIn(cells);
  const samplesOf = (at: number) =>
    rows
      .slice(head + 1, head + LOOKED_AT)
      .map((row) => row.cells[at] ?? '')
      .filter(Boolean)
      .slice(0, SAMPLES);
  return {
    columns: cells.map((heading, at) => ({ heading: heading ?? '', samples: samplesOf(at) })),
    known: { day, amount, reference },
  };
}

/** Reads the rows of incoming money, by the columns that a person chose or that are recognised. */
export function readStatement(
  sheet: Sheet,
  currency: PriceCurrency,
  { day: dayAt, amount: amountAt, reference: referenceAt }: StatementChoice = {},
): StatementReading {
  const all = allRows(sheet);
  const head = headAmong(all);
  const isChosen = dayAt !== undefined && amountAt !== undefined;
  if (head < 0 && !isChosen) throw new ApiError('statementUnknown');
  const { reference: _known, ...others } = columnsIn(all[head]?.cells ?? []);
  const chosen = {
    ...others,
    day: dayAt,
    amount: amountAt,
    ...(referenceAt !== undefined && { reference: referenceAt }),
  };
  const at: Partial<Record<Column, number | undefined>> = isChosen
    ? chosen
    : columnsIn(all[head]?.cells ?? []);
  const body = all.slice(head + 1);
  const today = dayInLaos();
  const found = body.flatMap(({ number, cells }): StatementRow[] => {
    const cell = (column: Column) => (cells[at[column] ?? -1] ?? '').trim();
    const { day, time } = momentOf(cell('day'), today);
    const amount = amountOf(cell('amount'), currency);
    if (day === null || amount === null || amount <= 0) return [];
    return [
      {
        row: number,
        day,
        time: timeOf(cell('time')) || time,
        reference: cell('reference').slice(0, 60),
        description: cell('description').slice(0, 200),
        amount,
        cells: cells.map((text) => text ?? ''),
        referenceRuined: false,
      },
    ];
  });
  return {
    ...{ rows: found, notIncoming: [], unread: [], columns: at },
    ...{ headings: (all[head]?.cells ?? []).map((text) => text ?? '') },
    ...{ headingRow: all[head]?.number ?? null, sheetName: '', otherSheets: [], questions: [] },
    leftOut: body.length - found.length,
  };
}
