import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '#contract/words/csv.ts';
import { readableDay, timeText, type Cell, type CellRows } from './cells.ts';

function textOf(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell !== 'object') return cell;
  return 'day' in cell ? readableDay(cell.day) : timeText(cell.at);
}

const line = (cells: Cell[]) => csvLine(cells.map(textOf));

async function* lines(headings: string[], rows: CellRows) {
  yield Buffer.from(BYTE_ORDER_MARK + line(headings));
  for await (const some of rows) yield Buffer.from(some.map(line).join(''));
}

/**
 * A table as CSV that Excel opens with Lao letters intact: UTF-8 with a byte order mark, every text
 * in quotes, lines end in CRLF.
 */
export const csvStream = (headings: string[], rows: CellRows): Readable =>
  Readable.from(lines(headings, rows), { objectMode: false });
