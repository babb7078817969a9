/** What stands in one cell of a table that is written: text, a number, a day `yyyy-mm-dd`, or nothing. */
export type Cell = string | number | { day: string } | null;

/** Rows as they come from the database, some at a time, so that a long table is never held whole. */
export type CellRows = AsyncIterable<Cell[][]>;

/** A cell that was read: text, or null for a formula whose result is not in the file. Nothing is ever calculated here. */
export type ReadCell = string | null;
/** One row with its number in the file. */
export type ReadRow = { number: number; cells: ReadCell[] };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of a spreadsheet's calendar. Its day 60 never was, so the days before 1 March 1900 are off by one there. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The number a spreadsheet keeps for a day. */
export const serialOfDay = (day: string) => (Date.parse(day) - DAY_ZERO) / DAY_MS;

/** The day `yyyy-mm-dd` a spreadsheet means by a number; the time of day is left out. */
export function dayOfSerial(serial: number): string | undefined {
  const moment = new Date(DAY_ZERO + Math.floor(serial) * DAY_MS);
  return serial >= 1 && serial < 2_958_466 ? moment.toISOString().slice(0, 10) : undefined;
}

/** `dd/mm/yyyy` of a day `yyyy-mm-dd`. */
export const readableDay = (day: string) => day.split('-').toReversed().join('/');
