import { MAX_IMPORT_CHARACTERS, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { MAX_CELL } from './cells.ts';
import type { ReadCell } from '#server/db/tables/desk/imports.table.ts';
import type { ReadRow } from '#server/db/tables/desk/imports.table.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

export type Sheet = { headings: string[]; rows: ReadRow[] };

/** Control characters, which neither a database text nor a person can use. */
const UNSTORABLE = /[\0\p{Surrogate}\uFFFE\uFFFF]/gu;

const clean = (cell: ReadCell) =>
  cell === null ? null : cell.slice(0, MAX_CELL).replace(UNSTORABLE, '').normalize('NFC').trim();
const isFilled = (cell: ReadCell) => cell !== '';

/**
 * A ZIP, and so maybe a workbook; an old or encrypted workbook begins with other bytes, which are
 * not text either.
 */
const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

/**
 * The table in an uploaded file. A code of the contract refuses a file that is no table, is too
 * large when unpacked, or has too many rows, columns or characters.
 */
export async function readSheet(file: Buffer): Promise<Sheet> {
  const found: ReadRow[] = [];
  let characters = 0;
  for await (const { number, cells } of isZip(file) ? readXlsx(file) : readCsv(file)) {
    const row = { number, cells: cells.map(clean) };
    if (!row.cells.some(isFilled)) continue;
    if (row.cells.findLastIndex(isFilled) >= MAX_IMPORT_COLUMNS)
      throw new ApiError('sheetTooManyColumns', { n: MAX_IMPORT_COLUMNS });
    characters += row.cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    // Characters are counted cell by cell, because one text that thousands of cells share is short
    // in the file.
    if (characters > MAX_IMPORT_CHARACTERS)
      throw new ApiError('sheetTooMuchText', { n: MAX_IMPORT_CHARACTERS.toLocaleString('en') });
    found.push(row);
    if (found.length > MAX_IMPORT_ROWS + 1)
      throw new ApiError('sheetTooManyRows', { n: MAX_IMPORT_ROWS });
  }
  const [first, ...rows] = found;
  if (!first || rows.length === 0) throw new ApiError('sheetEmpty');
  const width = Math.max(...found.map(({ cells }) => cells.findLastIndex(isFilled))) + 1;
  const fit = (cells: ReadCell[]) =>
    Array.from({ length: width }, (_, at) => cells[at] ?? (cells[at] === null ? null : ''));
  return {
    headings: fit(first.cells).map((cell) => cell ?? ''),
    rows: rows.map(({ number, cells }) => ({ number, cells: fit(cells) })),
  };
}
