import type { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { columnUses, isColumnUse, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { SheetQuestion } from '#contract/imports/sheet-questions.ts';
import type { FieldError } from '#contract/field-errors.ts';
import {
  columnReader,
  type KeptReading,
  type RowTitle,
  type SplitName,
} from '#server/desk/imports/read-columns.ts';
import { asTaught, isLater, type CellWords } from './cell-words.ts';
import { askedFields, fieldNamesOf } from './columns.ts';
import type { KnownNames } from './known-names.ts';
import { NO_COLUMN } from './no-column.ts';
import { PhoneOwners } from './phone-owners.ts';
import { shortNames } from './short-names.ts';
import { whosePhone } from './whose-phone.ts';

export type SheetRecord = typeof movingSheetTable.$inferSelect;
export type RowRecord = typeof movingRowTable.$inferSelect;

/** The texts of a row by field; null is a formula without its result. */
export type Cells = Record<string, string | null | undefined>;

/** A row with the values as its columns are read, and the cells that could not be. */
export type ReadMovingRow = {
  record: CellsOfRow;
  written: Cells;
  values: Cells;
  problems: Partial<Record<string, FieldError>>;
  /** The column in which a value stands that is read as that of another one. */
  columns?: Partial<Record<string, string>>;
};

/** All rows of a sheet, what is asked about it, and what was taken out of its names. */
export type ReadSheet = {
  rows: ReadMovingRow[];
  questions: SheetQuestion[];
  names: SplitName[];
  titles: RowTitle[];
};

/** Marks the rows of the template that show how to fill it. */
const EXAMPLE = /^(?:EXAMPLE|ຕົວຢ່າງ)/i;

/** An empty cell, or a mark for nothing. */
const NOTHING = /^[-–—]*$/;

/** True for a cell that takes the value for empty ones. */
export const isNothing = (cell: string): boolean => NOTHING.test(cell);

/** True for an example of the template, which is never imported. */
export const isExample = (rowId: string | null | undefined) => EXAMPLE.test(rowId ?? '');

/** The cells of columns that go into the note, each with its heading. */
function notesOf(row: Pick<RowRecord, 'cells'>, { headings, matching }: SheetRecord): string[] {
  return matching.flatMap((field, at) => {
    const cell = field === columnUses.note ? (row.cells[at] ?? '') : '';
    const [heading = ''] = (headings[at] ?? '').split('\n');
    return NOTHING.test(cell) ? [] : [`${heading.trim()}: ${cell}`];
  });
}

/** The text of one cell: what a person typed, else the file, else the value for empty cells. */
function textOf(
  row: Pick<RowRecord, 'cells' | 'edits'>,
  sheet: SheetRecord,
  field: string,
): string | null {
  const edit = row.edits[field];
  if (edit !== undefined) return edit;
  const at = sheet.matching.indexOf(field);
  const cell = at < 0 ? '' : row.cells[at];
  if (cell === null) return null;
  const text = cell === undefined || NOTHING.test(cell) ? (sheet.defaults[field] ?? '') : cell;
  return field === 'note' ? [text, ...notesOf(row, sheet)].filter(Boolean).join(' · ') : text;
}

/** The texts of a row by field, without empty ones. */
export function textsOf(
  row: Pick<RowRecord, 'cells' | 'edits'>,
  sheet: SheetRecord,
): Record<string, string> {
  if (sheet.kind === null) return {};
  const fields = new Set([...fieldNamesOf(sheet.kind, sheet.matching), ...sheet.matching]);
  return Object.fromEntries(
    [...fields].flatMap((field) => {
      if (field === null || field === NO_COLUMN || isColumnUse(field)) return [];
      const text = textOf(row, sheet, field) ?? '=';
      return text === '' ? [] : [[field, text]];
    }),
  );
}

type ReadOptions = {
  today: string;
  words: CellWords;
  isList: boolean;
  owners?: PhoneOwners;
  names?: KnownNames;
  /** Earlier readings of the same rows. */
  readings?: WeakMap<CellsOfRow, { reading?: KeptReading }>;
};

/** The cells of a row that a person has typed over, and those of the file. */
export type CellsOfRow = Pick<
  RowRecord,
  '_id' | 'number' | 'cells' | 'from1904' | 'edits' | 'isLeftOut' | 'state'
>;

/** Reads the rows of a sheet one by one, once all of them have told how its columns are read. */
export type SheetReader = {
  /** Takes in each row before the first one is read, where rows tell how others are read. */
  look?: (row: CellsOfRow) => void;
  read: (row: CellsOfRow) => ReadMovingRow;
  questions: () => SheetQuestion[];
  names: () => SplitName[];
  titles: () => RowTitle[];
};

/** Settles how the columns of a sheet are read, with the edits of people in them. */
export function sheetReader(
  sheet: SheetRecord,
  kind: MovingSheetKind,
  rows: readonly CellsOfRow[],
  { today, words, isList, owners = new PhoneOwners(), names: known, readings }: ReadOptions,
): SheetReader {
  const edited = new Set(rows.flatMap(({ edits }) => Object.keys(edits)));
  const fields = [...fieldNamesOf(kind, sheet.matching, isList), ...askedFields].filter(
    (field) =>
      sheet.matching.includes(field) ||
      (field === 'note' && sheet.matching.includes(columnUses.note)) ||
      field in sheet.defaults ||
      edited.has(field),
  );
  const headings = fields.map((field) => sheet.headings[sheet.matching.indexOf(field)] ?? '');
  const effective = (row: CellsOfRow) => ({
    number: row.number,
    cells: fields.map((field) => {
      const text = textOf(row, sheet, field);
      // What somebody typed into this row counts as it is.
      return text === null || text === '' || field in row.edits
        ? text
        : isLater(kind, field)
          ? text
          : asTaught(words, known, { kind, field, text });
    }),
    ...(row.from1904 && { from1904: true as const }),
  });
  const cellsAt = (at: number) =>
    rows.map((row) => ({ row: row.number, text: textOf(row, sheet, fields[at] ?? '') ?? '' }));
  const { read, ...told } = columnReader({ headings, cellsAt }, fields, today, sheet.answers);
  const readRow = (row: CellsOfRow): ReadMovingRow => {
    const keep = readings?.get(row) ?? {};
    readings?.set(row, keep);
    return { record: row, ...read(effective(row), keep) };
  };
  if (kind !== 'students' || isList || !fields.some((field) => /phone$/i.test(field)))
    return { ...told, read: readRow };
  const phones = whosePhone(sheet.answers, { today, owners });
  const names = shortNames(sheet.answers, owners);
  // Read once, because each reading tells of the names that it has split.
  const seen = new Map<CellsOfRow, ReadMovingRow>();
  return {
    ...told,
    look(row) {
      const found = readRow(row);
      seen.set(row, found);
      phones.look(found);
    },
    read(row) {
      const found = seen.get(row) ?? readRow(row);
      seen.delete(row);
      return names.settle(phones.settle(found));
    },
    questions: () => [...told.questions(), ...phones.questions(), ...names.questions()],
  };
}

/** Reads some rows of a sheet, column by column, with the edits of people in them. */
export function readSheet(
  sheet: SheetRecord,
  rows: readonly RowRecord[],
  options: ReadOptions,
): ReadSheet {
  const { kind } = sheet;
  if (kind === null) return { rows: [], questions: [], names: [], titles: [] };
  const reader = sheetReader(sheet, kind, rows, options);
  if (reader.look) for (const row of rows) reader.look(row);
  const read = rows.map((row) => reader.read(row));
  return {
    rows: read,
    questions: reader.questions(),
    names: reader.names(),
    titles: reader.titles(),
  };
}
