import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import type { SheetToWrite } from '#server/lib/sheets/write-xlsx.ts';
import { fieldNamesOf, labelOf } from './columns.ts';
import { sheetTitle } from './sheet-names.ts';
import { stockField } from './stock-columns.ts';

/** The cells of a row by the fields of its kind; a field that is not there is an empty cell. */
export type MovingCells = Record<string, Cell>;

/** Columns that stand for others, of which a written sheet has one form only. */
const leftOut: Partial<Record<MovingSheetKind, readonly string[]>> = {
  teachers: ['fullName'],
  accounts: ['fullName'],
  students: ['fullName'],
};

/** Cells that a program would turn into numbers, with their zeros lost. */
const IS_TEXT = /code|phone|sku|barcode|rowId|oldPaper|^student$|^teacher$|^payer$|^books$/i;

/** The columns of a written sheet, the row id first. */
function columnsOf(
  kind: MovingSheetKind,
  branchCodes: readonly string[],
  isList: boolean,
): string[] {
  const stock = kind === 'products' ? branchCodes.map(stockField) : [];
  const out = ['rowId', ...(leftOut[kind] ?? [])];
  return ['rowId', ...fieldNamesOf(kind, stock, isList).filter((field) => !out.includes(field))];
}

async function* cellsOf(fields: readonly string[], rows: AsyncIterable<MovingCells[]>) {
  for await (const some of rows) yield some.map((row) => fields.map((field) => row[field] ?? null));
}

/**
 * A sheet of a move with its headings in both languages. The templates and the export write it with
 * the columns that the import reads.
 */
export function movingSheet(
  kind: MovingSheetKind,
  branchCodes: readonly string[],
  rows: AsyncIterable<MovingCells[]>,
  isList = false,
): SheetToWrite {
  const fields = columnsOf(kind, branchCodes, isList);
  return {
    title: sheetTitle(kind),
    headings: fields.map((field) => `${labelOf(field, 'en')}\n${labelOf(field, 'lo')}`),
    rows: cellsOf(fields, rows),
    textColumns: new Set(fields.flatMap((field, at) => (IS_TEXT.test(field) ? [at] : []))),
  };
}
