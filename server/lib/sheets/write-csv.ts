import { Readable } from 'node:stream';
import { harmless, readableDay, type Cell, type CellRows } from './cells.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function field(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell === null ? '' : typeof cell === 'string' ? harmless(cell) : readableDay(cell.day);
  return `"${text.replaceAll('"', '""')}"`;
}

const line = (cells: Cell[]) => `${cells.map(field).join(',')}\r\n`;

async function* lines(headings: string[], rows: CellRows) {
  yield Buffer.from(BYTE_ORDER_MARK + line(headings));
  for await (const some of rows) yield Buffer.from(some.map(line).join(''));
}

/** A table as CSV that Excel opens with Lao letters intact: UTF-8 with its mark, every text in quotes, lines end in CRLF. */
export const csvStream = (headings: string[], rows: CellRows): Readable =>
  Readable.from(lines(headings, rows), { objectMode: false });
