import { MAX_IMPORT_ROWS } from '#contract/imports/imports.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { findTable, type FoundTable, type SheetRank } from './find-table.ts';
import { readBook } from './read-book.ts';
import { columnsIn, type TableKind } from './table-kind.ts';

/** The count of columns of a kind among the cells of a row. */
export const wordsAmong =
  <Name extends string>(...kinds: readonly TableKind<Name>[]) =>
  (cells: readonly (string | null)[]): number =>
    Math.max(...kinds.map((kind) => columnsIn(cells, kind).filter((name) => name !== null).length));

/** The table of one kind in an uploaded file; `sheet` is the name of the sheet that was chosen. */
export async function readSheetTable<Name extends string>(
  file: Buffer,
  kind: TableKind<Name>,
  sheet?: string,
  rank?: SheetRank,
): Promise<FoundTable<Name>> {
  const table = findTable(await readBook(file, wordsAmong(kind)), kind, sheet, rank);
  if (table.rows.length > MAX_IMPORT_ROWS)
    throw new ApiError('sheetTooManyRows', { n: MAX_IMPORT_ROWS });
  return table;
}
