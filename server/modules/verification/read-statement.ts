import { readAmount } from '#contract/typed-number.ts';
import type { PriceCurrency } from '#contract/currencies.ts';
import { normalise } from '#contract/normalise.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { parseDay } from '#server/lib/sheets/parse-values.ts';
import type { Sheet } from '#server/lib/sheets/read-sheet.ts';

/** What banks of the country call their columns. */
const words = {
  day: ['date', 'transaction date', 'txn date', 'posting date', 'value date', 'date time', 'datetime', 'ວັນທີ', 'ວັນທີເຮັດລາຍການ'],
  time: ['time', 'transaction time', 'ເວລາ'],
  reference: ['reference', 'reference no', 'reference number', 'ref', 'ref no', 'transaction id', 'txn id', 'ticket', 'bill number', 'ເລກອ້າງອີງ', 'ເລກທີອ້າງອີງ'],
  amount: ['credit', 'credit amount', 'deposit', 'money in', 'amount', 'ຈຳນວນເງິນ', 'ເງິນເຂົ້າ', 'ຝາກ'],
  description: ['description', 'details', 'detail', 'remark', 'remarks', 'narration', 'ລາຍລະອຽດ', 'ເນື້ອໃນ', 'ໝາຍເຫດ'],
} as const;
type Column = keyof typeof words;

export type StatementRow = { row: number; day: string; time: string; reference: string; description: string; amount: number };

const keyOf = (heading: string) => normalise(heading.replace(/\([^)]*\)|[.:*]/g, ' ').replace(/\s+/g, ' ').trim());

/** The columns of a row of headings; the more telling word first. */
function columnsIn(cells: readonly (string | null)[]): Partial<Record<Column, number>> {
  const keys = cells.map((cell) => keyOf(cell ?? ''));
  const found: Partial<Record<Column, number>> = {};
  for (const [column, names] of Object.entries(words) as [Column, readonly string[]][]) {
    const at = names.map((name) => keys.indexOf(normalise(name))).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

const TIME = /(?:^|[T\s])(\d{1,2}):(\d\d)(?::\d\d)?(?:\.\d+)?\s*(?:Z)?$/;

/** Day and time of a cell that may hold both. */
function momentOf(text: string): { day: string | null; time: string } {
  const found = TIME.exec(text);
  const serial = /^\d{5}\.\d+$/.test(text) ? Math.round((Number(text) % 1) * 24 * 60) : undefined;
  const parsed = parseDay(found ? text.slice(0, found.index).trim() : text);
  const time = found ? `${(found[1] ?? '').padStart(2, '0')}:${found[2]}` : serial === undefined ? '' : `${String(Math.floor(serial / 60)).padStart(2, '0')}:${String(serial % 60).padStart(2, '0')}`;
  return { day: 'value' in parsed ? parsed.value : null, time };
}

/** `231,500.00` of a kip account is whole kip. */
function amountOf(text: string, currency: PriceCurrency): number | null {
  const read = readAmount(currency === 'LAK' ? text.replace(/[.,]0{1,2}$/, '') : text, currency);
  return 'value' in read ? read.value : null;
}

/** The rows of money that came in; banks write their name above the table, so the headings are looked for. */
export function readStatement({ headings, rows }: Sheet, currency: PriceCurrency): { rows: StatementRow[]; leftOut: number } {
  const all = [{ number: 1, cells: headings as (string | null)[] }, ...rows];
  const head = all.findIndex(({ cells }) => {
    const found = columnsIn(cells);
    return found.day !== undefined && found.amount !== undefined;
  });
  const at = columnsIn(all[head]?.cells ?? []);
  if (head < 0) throw new ApiError('statementUnknown');
  const body = all.slice(head + 1);
  const found = body.flatMap(({ number, cells }): StatementRow[] => {
    const cell = (column: Column) => (at[column] === undefined ? '' : (cells[at[column]] ?? '').trim());
    const { day, time } = momentOf(cell('day'));
    const amount = amountOf(cell('amount'), currency);
    if (day === null || amount === null || amount <= 0) return [];
    return [{ row: number, day, time: momentOf(`2000-01-01 ${cell('time')}`).time || time, reference: cell('reference').slice(0, 60), description: cell('description').slice(0, 200), amount }];
  });
  return { rows: found, leftOut: body.length - found.length };
}
