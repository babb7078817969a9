/** A cell to write: text, a number, a day `yyyy-mm-dd`, a point in time in UTC, or nothing. */
export type Cell = string | number | { day: string } | { at: string } | null;

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

/** Vientiane is seven hours ahead of UTC, all year. */
const OFFSET = '+07:00';
const OFFSET_MS = 7 * 60 * 60 * 1000;
const SECONDS = 19;

/** A point in time on the clock of Vientiane, in milliseconds as if that clock were UTC. */
const clockOf = (at: string) => Date.parse(at) + OFFSET_MS;

/** `2026-11-27T00:05:12+07:00`: the time in Vientiane. */
export const timeText = (at: string) =>
  `${new Date(clockOf(at)).toISOString().slice(0, SECONDS)}${OFFSET}`;

/** A spreadsheet's number for the time in Vientiane, to the second. */
export const serialOfTime = (at: string) => {
  const seconds = Math.floor((clockOf(at) - DAY_ZERO) / 1000);
  return seconds / (DAY_MS / 1000);
};

/** `dd/mm/yyyy` of a day `yyyy-mm-dd`. */
export const readableDay = (day: string) => day.split('-').toReversed().join('/');
