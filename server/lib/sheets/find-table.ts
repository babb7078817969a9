import type { LeftOutRow } from '#contract/imports/imports.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { atOnce } from '#server/lib/turns.ts';
import { groupedHead, refuseTwoTables, type GroupedHead } from './heading-groups.ts';
import { headIn, rowMover, type TableHead } from './further-heads.ts';
import { headingKey } from './heading-key.ts';
import { isLastWord, isTotal } from './row-words.ts';
import type { Book, RawSheet } from './read-book.ts';
import { columnsIn, type FoundColumns, type TableKind } from './table-kind.ts';
import { wholeRows } from './whole-rows.ts';

type LeftOutReason = LeftOutRow['reason'];

/** A table that was found in a sheet. */
export type FoundTable<Name extends string = string> = {
  sheetName: string;
  otherSheets: { name: string; rows: number; known: boolean }[];
  /** The number of the row of headings, and whether its words were known. */
  headingRow: number;
  isKnown: boolean;
  headings: string[];
  /** The column of each index as its heading says. */
  columns: FoundColumns<Name>;
  rows: ReadRow[];
  leftOut: LeftOutRow[];
  /** Rows of the table with merged cells; a merged cell counts for its first cell only. */
  mergedRows: number;
  hiddenRows: number;
};

const LOOKED_AT = 20;

export const isFilled = (cell: string | null | undefined) => cell !== '' && cell !== undefined;
const filled = (cells: ReadRow['cells']) => cells.filter(isFilled).length;
const textsOf = (cells: ReadRow['cells']) => cells.map((cell) => cell ?? '=');

/** The row of headings; `grouped` if the row before it belongs to them. */
type Head<Name extends string> = { at: number; grouped: GroupedHead<Name> | undefined };
const namesIn = <Name extends string>(columns: FoundColumns<Name>) =>
  new Set(columns.filter((name) => name !== null));

/**
 * The row of the first twenty with the most known words. A row before it that is evidently one of
 * headings comes first: the table may go on below other headings.
 */
function knownHead<Name extends string>(
  sheet: RawSheet,
  kind: TableKind<Name>,
): Head<Name> | undefined {
  const { rows } = sheet;
  let best = undefined as Head<Name> | undefined;
  let most = 0;
  rows.slice(0, LOOKED_AT).forEach((row, at) => {
    const grouped = groupedHead(rows[at - 1], row, sheet, kind);
    const names = namesIn(grouped?.columns ?? columnsIn(row.cells, kind));
    if (names.size <= most || !kind.isHead(names)) return;
    best = { at, grouped };
    most = names.size;
  });
  const at = rows
    .slice(0, best ? best.at - (best.grouped ? 1 : 0) : 0)
    .findIndex(({ cells }) => isEvident(headIn(cells, kind) ?? [], most));
  return at < 0 ? best : { at, grouped: undefined };
}

/** A row above the table may have words of it, as `School` and `Class` beside their values. */
const isEvident = (columns: FoundColumns<string>, most: number) =>
  namesIn(columns).size > 2 && namesIn(columns).size * 2 >= most;

/** Where no word is known: the first row that is about as full as the fullest. */
function likelyHead(rows: readonly ReadRow[]): number {
  const first = rows.slice(0, LOOKED_AT);
  const most = Math.max(0, ...first.map(({ cells }) => filled(cells)));
  return first.findIndex(({ cells }) => filled(cells) * 2 > most);
}

/**
 * True for a second row of headings: every filled cell is a word of the table, as below a heading
 * that spans a debit and a credit column, or in the other language.
 */
function isSecondHead<Name extends string>(
  row: ReadRow | undefined,
  head: ReadRow,
  kind: TableKind<Name>,
): row is ReadRow {
  if (!row || row.number !== head.number + 1) return false;
  const names = columnsIn(row.cells, kind).filter((name) => name !== null);
  return names.length > 0 && names.length === filled(row.cells);
}

/** The headings of one or two rows as one text a column. */
function headingsOf(rows: readonly ReadRow[], width: number): string[] {
  return Array.from({ length: width }, (_, at) =>
    rows
      .map(({ cells }) => cells[at] ?? '')
      .filter((text) => text !== '')
      .join(' / '),
  );
}

type Around = {
  keys: readonly string[];
  heads: readonly ReadRow[];
  sheet: RawSheet;
  lastFull: number;
};

/** True for the headings again, as on the second page of a printed list. */
const isHeadAgain = (keys: readonly string[], cells: ReadRow['cells']) =>
  keys.every((key, at) => key === headingKey(cells[at] ?? ''));

/** The same for one of two rows of headings. */
const isOneAgain = (heads: readonly ReadRow[], cells: ReadRow['cells']) =>
  heads.some((head) =>
    isHeadAgain(
      head.cells.map((cell) => headingKey(cell ?? '')),
      cells,
    ),
  );

/** True for a cell that is merged over most of the table, as the name of a class is. */
const isWide = ({ merged }: RawSheet, row: number, width: number) =>
  merged.some(
    ({ top, bottom, left, right }) =>
      row >= top && row <= bottom && right - left >= 2 && (right - left + 1) * 2 > width,
  );

/** True for a row that comes after the last full row and an empty one. */
const isBelow = ({ rows }: RawSheet, row: number, lastFull: number) =>
  row > lastFull &&
  rows.filter(({ number }) => number > lastFull && number <= row).length < row - lastFull;

/** Why a row below the headings is no row of the table; undefined for a row of it. */
function reasonFor(
  { number, cells }: ReadRow,
  { keys, heads, sheet, lastFull }: Around,
): LeftOutReason | undefined {
  if (isHeadAgain(keys, cells) || isOneAgain(heads, cells)) return 'heading';
  const count = filled(cells);
  const width = keys.filter((key) => key !== '').length;
  if (count * 2 <= Math.max(width, 2) + 1 && isTotal(cells)) return 'total';
  if (width <= 2 || count > 2) return undefined;
  if (isLastWord(cells)) return 'note';
  if (count > 1) return undefined;
  return isWide(sheet, number, width) || isBelow(sheet, number, lastFull) ? 'note' : undefined;
}

/** The same list, filled up to a length. */
const padded = <Item>(list: readonly Item[], length: number, item: Item): Item[] => [
  ...list,
  ...Array.from({ length: Math.max(0, length - list.length) }, () => item),
];

const widthOf = (rows: readonly ReadRow[]) =>
  Math.max(-1, ...rows.map(({ cells }) => cells.findLastIndex(isFilled))) + 1;

const asLeftOut = ({ number, cells }: ReadRow, reason: LeftOutReason): LeftOutRow => ({
  row: number,
  cells: textsOf(cells),
  reason,
});

/** The rows of headings that begin at a row of the body, and the columns that they name. */
function headsAt<Name extends string>(
  [row, below]: readonly (ReadRow | undefined)[],
  kind: TableKind<Name>,
  isHead: boolean,
) {
  if (!row || !isHead) return undefined;
  const heads = isSecondHead(below, row, kind) ? [row, below] : [row];
  const headings = headingsOf(heads, widthOf(heads));
  return { heads, headings, columns: columnsOfHeads(heads, headings, kind) };
}

type ListOf<Name extends string> = {
  kind: TableKind<Name>;
  isList: boolean;
  /** For each row of a list, whether its texts are words of the kind. */
  wordRows: readonly boolean[];
  head: TableHead<Name>;
};

/** Divides the rows below the headings into those of the table and those beside it. */
function* sortOut<Name extends string>(
  body: readonly ReadRow[],
  around: Around,
  { kind, isList, wordRows, head }: ListOf<Name>,
): Generator<void, { kept: ReadRow[]; leftOut: LeftOutRow[] }> {
  const leftOut: LeftOutRow[] = [];
  const kept: ReadRow[] = [];
  const mover = rowMover(head);
  let end = 0;
  for (const [at, row] of body.entries()) {
    yield;
    if (at < end) continue;
    const isHead = isList && (wordRows[at] === true || isHeadAgain(around.keys, row.cells));
    const again = headsAt(body.slice(at, at + 2), kind, isHead);
    const reason = again ? undefined : reasonFor(row, around);
    if (again) {
      // A page begins with the title of the list.
      const from = kept.findLastIndex(({ cells }) => filled(cells) > 1) + 1;
      const titles = namesIn(head.columns).size > 2 ? kept.splice(from) : [];
      leftOut.push(...titles.map((title) => asLeftOut(title, 'title')));
      leftOut.push(...again.heads.map((one) => asLeftOut(one, 'heading')));
      mover.under(again.headings, again.columns);
      end = at + again.heads.length;
    } else if (reason) leftOut.push(asLeftOut(row, reason));
    else kept.push(mover.move(row));
  }
  return { kept, leftOut };
}

/** The table in one sheet, by the words of a kind or, where none is known, by its fullest rows. */
export const tableIn = <Name extends string>(
  ...of: Parameters<typeof tableSteps<Name>>
): FoundTable<Name> => atOnce(tableSteps(...of));

/** The same in steps of a row, because a long sheet takes a while. */
export function* tableSteps<Name extends string>(
  sheet: RawSheet,
  kind: TableKind<Name>,
  otherSheets: FoundTable['otherSheets'] = [],
): Generator<void, FoundTable<Name>> {
  if (sheet.refused) throw sheet.refused;
  const { rows } = sheet;
  const known = knownHead(sheet, kind);
  const at = known?.at ?? likelyHead(rows);
  const head = rows[at];
  if (!head) throw new ApiError('sheetEmpty');
  const { grouped } = known ?? {};
  const above = rows[at - 1];
  const second =
    known && !grouped && isSecondHead(rows[at + 1], head, kind) ? rows[at + 1] : undefined;
  const heads = second ? [head, second] : [head];
  const body = rows.slice(at + heads.length);
  const isList = known !== undefined && !grouped && kind.isList === true;
  const wordRows: boolean[] = [];
  for (const { cells } of isList ? body : []) {
    yield;
    wordRows.push(headIn(cells, kind) !== undefined);
  }
  const next = wordRows.indexOf(true);
  const onTop = next < 0 ? body : body.slice(0, next);
  const topWidth = widthOf([...heads, ...onTop]);
  const headings = padded(grouped?.headings ?? headingsOf(heads, topWidth), topWidth, '');
  const columns = padded(
    grouped?.columns ?? columnsOfHeads(heads, headings, kind),
    headings.length,
    null,
  );
  if (known && kind.isList === true) {
    const from = { row: second ?? head, above: second ? head : above, columns };
    if (!grouped) refuseTwoTables(from, body, sheet, kind);
  }
  const full = body.findLast(({ cells }) => filled(cells) > 2 && !isTotal(cells));
  const keys = headings.map(headingKey);
  const again = grouped && above ? [above, head] : [];
  const around = { keys, heads: again, sheet, lastFull: full?.number ?? head.number };
  const { kept, leftOut } = yield* sortOut(body, around, {
    kind,
    isList,
    wordRows,
    head: { headings, columns },
  });
  const width = Math.max(headings.length, widthOf(kept));
  headings.push(...Array.from({ length: width - headings.length }, () => ''));
  columns.push(...headings.slice(columns.length).map(() => null));
  const top = rows.slice(0, grouped ? at - 1 : at);
  leftOut.unshift(...top.map((row) => asLeftOut(row, 'title')));
  return {
    sheetName: sheet.name,
    otherSheets,
    headingRow: head.number,
    isKnown: Boolean(known),
    headings,
    columns,
    leftOut,
    ...(yield* wholeRows(kept, { width, columns, kind, merged: sheet.merged })),
    hiddenRows: kept.filter(({ number }) => sheet.hiddenRows.has(number)).length,
  };
}

/** The columns of one or two rows of headings; a word of the lower row counts first. */
function columnsOfHeads<Name extends string>(
  heads: readonly ReadRow[],
  headings: readonly string[],
  kind: TableKind<Name>,
): FoundColumns<Name> {
  const [upper, lower] = heads;
  if (!lower) return columnsIn(headings, kind);
  const below = columnsIn(
    headings.map((_, at) => lower.cells[at] ?? ''),
    kind,
  );
  const taken = namesIn(below);
  const above = columnsIn(
    headings.map((_, at) => (below[at] === null ? (upper?.cells[at] ?? '') : '')),
    { columns: kind.columns.filter(({ name }) => !taken.has(name)) },
  );
  return headings.map((_, at) => below[at] ?? above[at] ?? null);
}

const isKnownSheet = <Name extends string>(sheet: RawSheet, kind: TableKind<Name>) =>
  knownHead(sheet, kind) !== undefined;

/** How well a sheet fits what is read; the kind of table alone cannot tell. */
export type SheetRank = (sheet: RawSheet) => number;

/**
 * The table of a workbook: the sheet that a person chose, else the first visible one with known
 * headings, of those that rank highest, else the first visible one with rows. The other visible
 * sheets with rows are named.
 */
export function findTable<Name extends string>(
  { sheets }: Book,
  kind: TableKind<Name>,
  chosen?: string,
  rank: SheetRank = () => 0,
): FoundTable<Name> {
  const seen = sheets.filter(
    ({ isHidden, rows, refused }) => !isHidden && (rows.length > 0 || refused),
  );
  const sheet =
    (chosen === undefined ? undefined : seen.find(({ name }) => name === chosen)) ??
    seen
      .filter((one) => one.rows.length > 1 && isKnownSheet(one, kind))
      .toSorted((one, other) => rank(other) - rank(one))[0] ??
    seen.find(({ rows, refused }) => rows.length > 1 || refused);
  if (!sheet) throw new ApiError('sheetEmpty');
  const others = seen
    .filter((one) => one !== sheet)
    .map((one) => ({
      name: one.name,
      rows: one.rows.length - 1,
      known: isKnownSheet(one, kind),
    }));
  const table = tableIn(sheet, kind, others);
  if (table.rows.length === 0) throw new ApiError('sheetEmpty');
  return table;
}
