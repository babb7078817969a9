import { MAX_IMPORT_COLUMNS } from '#contract/imports/imports.ts';
import type { ReadCell, ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { shownNumber } from './number-formats.ts';
import type { Merged, SheetPart } from './read-book.ts';
import { unzip, type ZipParts } from './unzip.ts';
import { readWorkbook, roomFor, type Workbook } from './xlsx-workbook.ts';
import { readXml, type Attributes } from './xml.ts';

/** The last row of the largest possible sheet. */
const MAX_ROW_NUMBER = 1_048_576;
/** Each row is compared with every one of them. */
const MAX_MERGED = 1000;
/** Rows above the headings and below the table, and one that tells that there are too many. */
const ROWS_BESIDE = 51;

/** `C7` is in column 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function sharedText(strings: readonly string[], index: string): string {
  const text = strings[Number(index)];
  if (text === undefined) throw new ApiError('sheetUnreadable');
  return text;
}

/**
 * The number of a row in the file, or the next number if it has none. Error messages name it, so it
 * must be a whole number.
 */
function rowNumber(written: string | undefined, before: number): number {
  if (written === undefined) return before + 1;
  const number = /^\d{1,7}$/.test(written) ? Number(written) : 0;
  if (number <= before || number > MAX_ROW_NUMBER) throw new ApiError('sheetUnreadable');
  return number;
}

/** The shown text of a cell; for a formula its stored result, which is never calculated here. */
function cellText(
  { t = 'n', s = '0' }: Attributes,
  value: string,
  isFormula: boolean,
  { strings, formats, from1904 }: Workbook,
): ReadCell {
  if (t === 'e' || (isFormula && value === '')) return null;
  if (t === 's' && value !== '') return sharedText(strings, value);
  if (t !== 'n' || value === '') return value;
  return shownNumber(value, formats[Number(s)] ?? { shows: 'number' }, from1904);
}

/** A number that would be read as thousands if somebody had typed it. */
const LIKE_THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;
const isNumber = ({ t = 'n' }: Attributes) => t === 'n';

/** `A1:C2` by the numbers of its rows and columns. */
function mergedOf(reference: string): Merged | undefined {
  const [, first, top, last, bottom] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? [];
  if (!first || !last) return undefined;
  return { top: Number(top), bottom: Number(bottom), left: columnOf(first), right: columnOf(last) };
}

/** Collects the rows of a sheet while its XML is read. */
function rowCollector(book: Workbook, maxRows: number) {
  const rows: ReadRow[] = [];
  const merged: Merged[] = [];
  const hiddenRows = new Set<number>();
  const base = book.from1904 ? { from1904: true as const } : {};
  let row: ReadRow = { number: 0, cells: [] };
  let cell: { at: number; attributes: Attributes; value: string; isFormula: boolean } | undefined;
  let reads = false;
  let isBeside = false;
  const begin = (attributes: Attributes) => {
    const at = attributes['r'] === undefined ? row.cells.length : columnOf(attributes['r']);
    cell = { at, attributes, value: '', isFormula: false };
  };
  const keep = ({ at, attributes, value, isFormula }: NonNullable<typeof cell>) => {
    const text = cellText(attributes, value, isFormula, book);
    // A cell beyond the limit is kept as the sign that it is there.
    if (at >= MAX_IMPORT_COLUMNS && text === '') return;
    const place = Math.min(at, MAX_IMPORT_COLUMNS);
    while (row.cells.length < place) row.cells.push('');
    row.cells[place] = text;
    if (text !== null && isNumber(attributes) && LIKE_THOUSANDS.test(text))
      row.decimals = [...(row.decimals ?? []), place];
  };
  const open = (name: string, attributes: Attributes) => {
    if (name === 'row') {
      row = { number: rowNumber(attributes['r'], row.number), cells: [], ...base };
      if (['1', 'true'].includes(attributes['hidden'] ?? '')) hiddenRows.add(row.number);
    }
    if (name === 'c') begin(attributes);
    if (name === 'f' && cell) cell.isFormula = true;
    if (name === 'rPh') isBeside = true;
    const found = name === 'mergeCell' ? mergedOf(attributes['ref'] ?? '') : undefined;
    if (found && merged.length < MAX_MERGED) merged.push(found);
    reads = (name === 'v' || name === 't') && !isBeside;
  };
  const close = (name: string) => {
    reads = false;
    if (name === 'rPh') isBeside = false;
    if (name === 'c' && cell) keep(cell);
    if (name === 'c') cell = undefined;
    const isKept = name === 'row' && row.cells.some((text) => text !== '');
    if (isKept && rows.length <= maxRows + ROWS_BESIDE) rows.push(row);
  };
  const text = (part: string) => {
    if (reads && cell) cell.value += roomFor(cell.value, part);
  };
  return { rows, merged, hiddenRows, handler: { open, close, text } };
}

async function readOneSheet(
  parts: ZipParts,
  book: Workbook,
  { name, isHidden, path }: Workbook['sheets'][number],
  maxRows: number,
): Promise<SheetPart> {
  const { handler, ...found } = rowCollector(book, maxRows);
  await readXml(parts.read(path), handler);
  return { name, isHidden, ...found };
}

/** The sheets of a workbook, one after the other. */
export async function* readXlsx(file: Buffer, maxRows: number): AsyncGenerator<SheetPart> {
  let parts: ZipParts | undefined;
  try {
    parts = await unzip(file);
    const book = await readWorkbook(parts);
    for (const sheet of book.sheets) yield await readOneSheet(parts, book, sheet, maxRows);
  } catch (error) {
    // A broken or forged file can make the readers fail in any way.
    throw error instanceof ApiError ? error : new ApiError('sheetUnreadable');
  } finally {
    parts?.close();
  }
}
