/** A cell to write: text, a number, a day `yyyy-mm-dd`, or nothing. */
export type Cell = string | number | { day: string } | null;

/** Rows in batches from the database, so that a long table is never held whole. */
export type CellRows = AsyncIterable<Cell[][]>;

/** The longest text read from a cell; a spreadsheet's own limit is 32,767. */
export const MAX_CELL = 2000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Day 0 of a spreadsheet's calendar. Spreadsheets count a 29 February 1900 that never was, as day
 * 60, so earlier days are off by one.
 */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** A spreadsheet's number for a day. */
export const serialOfDay = (day: string) => (Date.parse(day) - DAY_ZERO) / DAY_MS;

/** The day `yyyy-mm-dd` for a spreadsheet's number; the time of day is left out. */
export function dayOfSerial(serial: number): string | undefined {
  const moment = new Date(DAY_ZERO + Math.floor(serial) * DAY_MS);
  return serial >= 1 && serial < 2_958_466 ? moment.toISOString().slice(0, 10) : undefined;
}

/** `dd/mm/yyyy` of a day `yyyy-mm-dd`. */
export const readableDay = (day: string) => day.split('-').toReversed().join('/');
