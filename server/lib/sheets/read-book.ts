import {
  MAX_IMPORT_CHARACTERS,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
} from '#contract/imports/imports.ts';
import type { ReadCell, ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { turnTaker } from '#server/lib/turns.ts';
import { MAX_CELL } from './cells.ts';
import { refuseOtherFiles } from './other-files.ts';
import { readCsv, type KnownWords } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** Merged cells of a sheet, by their rows as numbered in the file and their columns from 0. */
export type Merged = { top: number; bottom: number; left: number; right: number };

/** A sheet as it was read: its filled rows, in no shape yet. */
export type RawSheet = {
  name: string;
  isHidden: boolean;
  rows: ReadRow[];
  merged: Merged[];
  hiddenRows: ReadonlySet<number>;
  /** The limit that this sheet breaks. It refuses the file only if the sheet is wanted. */
  refused?: ApiError;
};

/** A file of tables: a workbook with its sheets, or a CSV file as one sheet without a name. */
export type Book = { sheets: RawSheet[] };

/** A sheet as a reader of one format yields it. */
export type SheetPart = Omit<RawSheet, 'rows' | 'refused' | 'merged' | 'hiddenRows'> & {
  rows: AsyncIterable<ReadRow> | Iterable<ReadRow>;
  merged?: Merged[];
  hiddenRows?: ReadonlySet<number>;
};

/** Control characters, which neither a database text nor a person can use. */
const UNSTORABLE = /[\0\p{Surrogate}\uFFFE\uFFFF]/gu;

/** An equals sign alone stands for a formula, as in a workbook with remarks. */
const clean = (cell: ReadCell) => {
  const text = cell?.slice(0, MAX_CELL).replace(UNSTORABLE, '').normalize('NFC').trim();
  return text === undefined || text === '=' ? null : text;
};
const isFilled = (cell: ReadCell) => cell !== '';

/** A ZIP, and so maybe a workbook. */
const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

/** Rows above the headings and below the table are beside the rows of the table. */
const ROWS_BESIDE = 50;

async function collect(
  { rows, merged = [], hiddenRows = new Set(), ...sheet }: SheetPart,
  maxRows: number,
  countCharacters: (count: number) => void,
): Promise<RawSheet> {
  const found: ReadRow[] = [];
  const raw = { ...sheet, rows: found, merged, hiddenRows };
  const takeTurn = turnTaker();
  for await (const { cells, ...row } of rows) {
    const turn = takeTurn();
    if (turn) await turn;
    const read = { ...row, cells: cells.map(clean) };
    if (!read.cells.some(isFilled)) continue;
    if (read.cells.findLastIndex(isFilled) >= MAX_IMPORT_COLUMNS)
      return { ...raw, refused: new ApiError('sheetTooManyColumns', { n: MAX_IMPORT_COLUMNS }) };
    countCharacters(read.cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0));
    found.push(read);
    if (found.length > maxRows + ROWS_BESIDE)
      return { ...raw, refused: new ApiError('sheetTooManyRows', { n: maxRows }) };
  }
  return raw;
}

/**
 * The sheets of an uploaded file. A code of the contract refuses a file that is no table, or is too
 * large when unpacked. `known` counts the headings among cells, which tells the separator of a CSV
 * file; `maxRows` are the most rows of a sheet.
 */
export async function readBook(
  file: Buffer,
  known: KnownWords = () => 0,
  maxRows: number = MAX_IMPORT_ROWS,
): Promise<Book> {
  refuseOtherFiles(file);
  let characters = 0;
  const countCharacters = (count: number) => {
    characters += count;
    // Characters are counted cell by cell, because one text that thousands of cells share is short
    // in the file.
    if (characters > MAX_IMPORT_CHARACTERS)
      throw new ApiError('sheetTooMuchText', { n: MAX_IMPORT_CHARACTERS.toLocaleString('en') });
  };
  const sheets: RawSheet[] = [];
  for await (const part of isZip(file) ? readXlsx(file, maxRows) : readCsv(file, known))
    sheets.push(await collect(part, maxRows, countCharacters));
  return { sheets };
}
