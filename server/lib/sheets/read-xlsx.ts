import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { dayOfSerial, MAX_CELL } from './cells.ts';
import type { ReadCell } from '#server/db/tables/desk/imports.table.ts';
import type { ReadRow } from '#server/db/tables/desk/imports.table.ts';
import { unzip, type Parts } from './unzip.ts';
import { readXml, type Attributes } from './xml.ts';

const MAX_SHARED_STRINGS = 500_000;
/** The last row of the largest possible sheet. */
const MAX_ROW_NUMBER = 1_048_576;
/**
 * Built-in date formats have fixed ids; a custom format is one of dates if it has the letter d or
 * y.
 */
const isDayFormat = (id: number, own: Map<number, string>) =>
  (id >= 14 && id <= 22) ||
  (id >= 45 && id <= 47) ||
  /[dy]/i.test((own.get(id) ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
/** The days between day 0 of this calendar and that of old Macintosh workbooks. */
const DAYS_TO_1904 = 1462;

/** The part of a text that still fits into a cell. */
const roomFor = (text: string, part: string) => part.slice(0, MAX_CELL - text.length);

type Workbook = { sheet: string; from1904: boolean };

async function readWorkbook(parts: Parts): Promise<Workbook> {
  let relation = '';
  let from1904 = false;
  await readXml(parts.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet' && relation === '') relation = attributes['r:id'] ?? '';
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    },
  });
  let target = '';
  await readXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === relation) target = Target ?? '';
    },
  });
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 };
}

async function readSharedStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = [];
  if (!parts.has('xl/sharedStrings.xml')) return strings;
  let text = '';
  let reads = false;
  await readXml(parts.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = '';
      reads = name === 't';
    },
    text: (part) => {
      if (reads) text += roomFor(text, part);
    },
    close: (name) => {
      if (name === 't') reads = false;
      if (name === 'si' && strings.push(text) > MAX_SHARED_STRINGS) throw new ApiError('tooLarge');
    },
  });
  return strings;
}

/** The cell formats that show a number as a day. */
async function readDayStyles(parts: Parts): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (!parts.has('xl/styles.xml')) return styles;
  const own = new Map<number, string>();
  let inCells = false;
  await readXml(parts.read('xl/styles.xml'), {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') inCells = true;
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode ?? '');
      if (name === 'xf' && inCells) styles.push(isDayFormat(Number(numFmtId ?? 0), own));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** `C7` is in column 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Meaning = { strings: string[]; dayStyles: boolean[]; from1904: boolean };

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
  meaning: Meaning,
): ReadCell {
  if (t === 'e' || (isFormula && value === '')) return null;
  if (t === 's' && value !== '') return sharedText(meaning.strings, value);
  if (t !== 'n' || value === '') return value;
  const number = Number(value);
  const day =
    meaning.dayStyles[Number(s)] && dayOfSerial(number + (meaning.from1904 ? DAYS_TO_1904 : 0));
  return day || (Number.isFinite(number) ? String(number) : value);
}

/** Collects the rows of a sheet while its XML is read. */
function rowCollector(meaning: Meaning) {
  const rows: ReadRow[] = [];
  let row: ReadRow = { number: 0, cells: [] };
  let cell: { at: number; attributes: Attributes; value: string; isFormula: boolean } | undefined;
  let reads = false;
  const begin = (attributes: Attributes) => {
    const at = attributes['r'] === undefined ? row.cells.length : columnOf(attributes['r']);
    cell = { at, attributes, value: '', isFormula: false };
  };
  const keep = ({ at, attributes, value, isFormula }: NonNullable<typeof cell>) => {
    const text = cellText(attributes, value, isFormula, meaning);
    if (at < MAX_IMPORT_COLUMNS) {
      while (row.cells.length < at) row.cells.push('');
      row.cells[at] = text;
    } else if (text !== '') throw new ApiError('sheetTooManyColumns', { n: MAX_IMPORT_COLUMNS });
  };
  const open = (name: string, attributes: Attributes) => {
    if (name === 'row') row = { number: rowNumber(attributes['r'], row.number), cells: [] };
    if (name === 'c') begin(attributes);
    if (name === 'f' && cell) cell.isFormula = true;
    if (name === 'mergeCell') throw new ApiError('sheetMerged');
    reads = name === 'v' || name === 't';
  };
  const close = (name: string) => {
    reads = false;
    if (name === 'c' && cell) keep(cell);
    if (name === 'c') cell = undefined;
    if (name !== 'row' || !row.cells.some((text) => text !== '')) return;
    if (rows.push(row) > MAX_IMPORT_ROWS + 1)
      throw new ApiError('sheetTooManyRows', { n: MAX_IMPORT_ROWS });
  };
  const text = (part: string) => {
    if (reads && cell) cell.value += roomFor(cell.value, part);
  };
  return { rows, handler: { open, close, text } };
}

async function readFirstSheet(parts: Parts): Promise<ReadRow[]> {
  const { sheet, from1904 } = await readWorkbook(parts);
  const [strings, dayStyles] = await Promise.all([readSharedStrings(parts), readDayStyles(parts)]);
  const { rows, handler } = rowCollector({ strings, dayStyles, from1904 });
  await readXml(parts.read(sheet), handler);
  return rows;
}

/** The rows of the first sheet of a workbook. */
export async function* readXlsx(file: Buffer): AsyncGenerator<ReadRow> {
  let parts: Parts | undefined;
  try {
    parts = await unzip(file);
    yield* await readFirstSheet(parts);
  } catch (error) {
    // A broken or forged file can make the readers fail in any way.
    throw error instanceof ApiError ? error : new ApiError('sheetUnreadable');
  } finally {
    parts?.close();
  }
}
