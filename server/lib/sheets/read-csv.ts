import { Readable } from 'node:stream';
import { parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { withoutApostrophe } from '#contract/words/csv.ts';
import { MAX_IMPORT_COLUMNS } from '#contract/imports/imports.ts';
import type { ReadCell, ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { turnTaker } from '#server/lib/turns.ts';
import type { SheetPart } from './read-book.ts';

/** A longer line cannot be a row of a table of people. */
const MAX_LINE = 100_000;
const encodings: readonly [name: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** At least one letter in this many is a Latin one, a digit or a separator, with a zero byte. */
const LETTERS_TO_ZERO = 20;
/** Signs that no table has: controls, and code points without a letter. */
const NO_TEXT = /[^\P{C}\p{Cf}\t\r\n]/u;

/**
 * UTF-16 without a byte order mark, if the zero bytes show it: Latin letters, digits and separators
 * have one on the same side, and no letter has one on the other.
 */
function utf16Of(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  for (let at = file.indexOf(0); at >= 0; at = file.indexOf(0, at + 1))
    zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  const isEvident = Math.min(high, low) === 0 && (high + low) * 2 * LETTERS_TO_ZERO >= file.length;
  if (!isEvident || high === low || file.length % 2 > 0) return undefined;
  return high > 0 ? 'utf-16be' : 'utf-16le';
}

/**
 * The text of a file in UTF-8, or in UTF-16 with its byte order mark or with zero bytes that show
 * it. Other encodings are refused, because guessing spoils Lao letters.
 */
function textOf(file: Buffer): string {
  const [marked] =
    encodings.find(([, mark]) => file.subarray(0, mark.length).equals(Buffer.from(mark))) ?? [];
  const name = marked ?? utf16Of(file) ?? 'utf-8';
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(file);
    const isText = marked || name === 'utf-8' ? !text.includes('\0') : !NO_TEXT.test(text);
    if (isText) return text;
  } catch {
    // The error below covers this case too.
  }
  throw new ApiError('sheetEncoding');
}

/** Counts the known headings among the cells of a row. */
export type KnownWords = (cells: readonly string[]) => number;

const separators = [',', ';', '\t', '|'] as const;
const LINES_LOOKED_AT = 60;
const ROWS_LOOKED_AT = 20;

const optionsOf = (delimiter: string): Options => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_LINE,
});

/** The first rows of a text under one separator; a quote without its end gives none. */
function firstRows(text: string, delimiter: string): string[][] {
  try {
    return parseAtOnce(text, { ...optionsOf(delimiter), to: ROWS_LOOKED_AT }) as string[][];
  } catch {
    return [];
  }
}

/** The most rows of equal width, weighed by their separators: a table has many, a title has few. */
function evenness(rows: readonly string[][]): number {
  const widths = rows.map((cells) => cells.length);
  return Math.max(
    0,
    ...widths.map((width) => (width - 1) * widths.filter((other) => other === width).length),
  );
}

/**
 * The separator depends on the country settings of Excel. The one under which most headings are
 * known is right; where none is known, the one that gives most rows of the same width.
 */
async function separatorOf(text: string, known: KnownWords): Promise<string> {
  const first = text.split('\n', LINES_LOOKED_AT).join('\n');
  const takeTurn = turnTaker();
  const scores = [];
  for (const separator of separators) {
    const rows = firstRows(first, separator);
    let words = 0;
    for (const row of rows) {
      words = Math.max(words, known(row));
      await takeTurn();
    }
    scores.push({ separator, words, even: evenness(rows) });
  }
  return scores.reduce((best, next) =>
    next.words > best.words || (next.words === best.words && next.even > best.even) ? next : best,
  ).separator;
}

/** The line with which a file for Excel names its separator; Excel does not count it as a row. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^\r\n"]|\\t)"?[,;\t|]*\r?\n/i;

/** A text that is written as a formula, so that a spreadsheet keeps its zeros: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;

/** The text of a cell; null for a formula, which has no result beside it in CSV. */
function cellOf(text: string): ReadCell {
  const bare = text.trim();
  const kept = AS_TEXT.exec(bare)?.[1];
  if (kept !== undefined) return kept;
  return bare.startsWith('=') ? null : withoutApostrophe(text);
}

/** A stream takes the next part once the rows of the one before are read. */
const PART = 16_000;
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PART) yield text.slice(at, at + PART);
}

async function* rowsOf(text: string, delimiter: string): AsyncGenerator<ReadRow> {
  const parser = Readable.from(partsOf(text)).pipe(parse({ ...optionsOf(delimiter), info: true }));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { records: number };
    }>) {
      if (record.slice(MAX_IMPORT_COLUMNS).some((cell) => cell.trim() !== ''))
        throw new ApiError('sheetTooManyColumns', { n: MAX_IMPORT_COLUMNS });
      yield { number: info.records, cells: record.slice(0, MAX_IMPORT_COLUMNS).map(cellOf) };
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('sheetUnreadable');
  } finally {
    parser.destroy();
  }
}

/** A CSV file as one sheet without a name. */
export async function* readCsv(file: Buffer, known: KnownWords): AsyncGenerator<SheetPart> {
  const whole = textOf(file);
  const line = SEPARATOR_LINE.exec(whole);
  const text = line ? whole.slice(line[0].length) : whole;
  const named = line?.groups?.['separator']?.replace('\\t', '\t');
  const separator = named ?? (await separatorOf(text, known));
  yield { name: '', isHidden: false, rows: rowsOf(text, separator) };
}
