import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { ReadCell, ReadRow } from './cells.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

export type Sheet = { headings: string[]; rows: ReadRow[] };

/** What neither a database text nor a person can do anything with. */
const UNSTORABLE = /[\0\p{Surrogate}\uFFFE\uFFFF]/gu;
const MAX_CELL = 2000;

const clean = (cell: ReadCell) => (cell === null ? null : cell.replace(UNSTORABLE, '').slice(0, MAX_CELL).normalize('NFC').trim());
const isFilled = (cell: ReadCell) => cell !== '';

/** A ZIP, and so maybe a workbook; an old or locked workbook begins with something else, which is not text either. */
const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

/**
 * The table in a file that somebody uploaded. Refused with a code of the contract: what is no table, is unpacked too
 * large, or has more rows or columns than can be worked on.
 */
export async function readSheet(file: Buffer): Promise<Sheet> {
  const found: ReadRow[] = [];
  for await (const { number, cells } of isZip(file) ? readXlsx(file) : readCsv(file)) {
    const row = { number, cells: cells.map(clean) };
    if (!row.cells.some(isFilled)) continue;
    if (row.cells.findLastIndex(isFilled) >= MAX_IMPORT_COLUMNS)
      throw new ApiError('sheetTooManyColumns', { n: MAX_IMPORT_COLUMNS });
    found.push(row);
    if (found.length > MAX_IMPORT_ROWS + 1) throw new ApiError('sheetTooManyRows', { n: MAX_IMPORT_ROWS });
  }
  const [first, ...rows] = found;
  if (!first || rows.length === 0) throw new ApiError('sheetEmpty');
  const width = Math.max(...found.map(({ cells }) => cells.findLastIndex(isFilled))) + 1;
  const fit = (cells: ReadCell[]) => Array.from({ length: width }, (_, at) => cells[at] ?? (cells[at] === null ? null : ''));
  return {
    headings: fit(first.cells).map((cell) => cell ?? ''),
    rows: rows.map(({ number, cells }) => ({ number, cells: fit(cells) })),
  };
}
