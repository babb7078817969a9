import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { withoutApostrophe } from '#contract/csv.ts';
import { MAX_IMPORT_COLUMNS } from '#contract/imports.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { ReadCell } from '#server/db/tables/desk/imports.table.ts';
import type { ReadRow } from '#server/db/tables/desk/imports.table.ts';

/** A longer line cannot be a row of a table of people. */
const MAX_LINE = 100_000;
const encodings: readonly [name: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a file. UTF-16 is accepted only with its byte order mark; any other file must be
 * UTF-8, because guessing spoils Lao letters.
 */
function textOf(file: Buffer): string {
  const [name] = encodings.find(([, mark]) =>
    file.subarray(0, mark.length).equals(Buffer.from(mark)),
  ) ?? ['utf-8'];
  try {
    const text = new TextDecoder(name, { fatal: true }).decode(file);
    if (!text.includes('\0')) return text;
  } catch {
    // The error below covers this case too.
  }
  throw new ApiError('sheetEncoding');
}

/** The separator depends on the country settings of Excel: a comma, a semicolon or a tab. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** A formula, which has no result beside it in CSV. */
const cellOf = (text: string): ReadCell =>
  text.trimStart().startsWith('=') ? null : withoutApostrophe(text);

/** The rows of a CSV file. */
export async function* readCsv(file: Buffer): AsyncGenerator<ReadRow> {
  const text = textOf(file);
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
    info: true,
  };
  const parser = Readable.from([text]).pipe(parse(options));
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
