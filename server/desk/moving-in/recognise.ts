import {
  columnUses,
  isColumnUse,
  MAX_MOVE_ROWS,
  MAX_MOVE_SHEETS,
  MAX_SHEET_ROWS,
  movingSheetKinds,
  type MovingSheetKind,
} from '#contract/imports/moving-in.ts';
import {
  MAX_IMPORT_ROWS,
  MAX_TOLD,
  type ImportKind,
  type LeftOutRow,
} from '#contract/imports/imports.ts';
import type { Db } from '#server/db/client.ts';
import type { ReadRow } from '#server/db/tables/desk/moving-in.table.ts';
import { importWordTable } from '#server/db/tables/desk/moving-in.table.ts';
import { withFullNames } from '#server/desk/imports/full-names.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { tableIn, tableSteps } from '#server/lib/sheets/find-table.ts';
import { readBook, type Book, type RawSheet } from '#server/lib/sheets/read-book.ts';
import { wordsAmong } from '#server/lib/sheets/read-table.ts';
import type { TableKind } from '#server/lib/sheets/table-kind.ts';
import { inTurns } from '#server/lib/turns.ts';
import { tableKindOf } from './columns.ts';
import { kindByName } from './sheet-names.ts';
import { isRemarks } from './remarks-heading.ts';
import { branchWords, withStockColumns, type BranchWords } from './stock-columns.ts';

/** A sheet of an uploaded file, as it was recognised. */
export type RecognisedSheet = {
  name: string;
  kind: MovingSheetKind | null;
  headings: string[];
  matching: (string | null)[];
  defaults: Record<string, string>;
  besideRows: number[];
  leftOut: LeftOutRow[];
  mergedRows: number;
  hiddenRows: number;
  rows: ReadRow[];
};

/** Names that a program gives a sheet by itself, and so no class. */
const PLAIN_NAME = /^(?:sheet|table|ชีต|ຊີດ|ແຜ່ນ)?\s*\d*$/i;

/** The name of a CSV file, which stands for that of its sheet. */
export const FILE_NAME = /\.(?:csv|tsv|txt|xlsx?)$/i;

/** True for a sheet whose name is that of a class, and neither a program's nor the template's. */
export const isOwnName = (name: string): boolean =>
  !PLAIN_NAME.test(name) && !FILE_NAME.test(name) && kindByName(name) === undefined;

type Kinds = Map<MovingSheetKind, TableKind>;

/** A sheet that fits as well as one of products is more often one of courses, fees or classes. */
function rankOf(kind: MovingSheetKind): number {
  if (kind === 'students') return -1;
  return kind === 'products'
    ? movingSheetKinds.indexOf('classes') + 0.5
    : movingSheetKinds.indexOf(kind);
}

/** Every kind looks at so many rows, and only the chosen one at all of them. */
const LOOKED_AT = 200;

/** A row id stands in every sheet, and an age in lists of students, whose field is the birthday. */
const tellingNothing: ReadonlySet<string> = new Set(['rowId', 'ages']);

/** The kind whose words fit best, if at least two columns are known. */
function* kindByHeadings(whole: RawSheet, kinds: Kinds): Generator<void, MovingSheetKind | null> {
  const sheet = { ...whole, rows: whole.rows.slice(0, LOOKED_AT) };
  let best: MovingSheetKind | null = null;
  let most = 1;
  // A list of names is one of students as often as nothing else speaks against it.
  const likely = [...kinds].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  for (const [kind, table] of likely) {
    const { isKnown, columns } = yield* tableSteps(sheet, table);
    const found = columns.filter((name) => name !== null && !tellingNothing.has(name)).length;
    if (isKnown && found > most) [best, most] = [kind, found];
  }
  return best;
}

/**
 * The places of students whose class is the name of their sheet, or a column of it. Columns that
 * the places take are no longer unknown in the sheet of the students.
 */
function placesIn(sheet: RecognisedSheet, kinds: Kinds): RecognisedSheet | undefined {
  const table = kinds.get('enrolments');
  if (!table || !isOwnName(sheet.name)) return undefined;
  const columns = wordsOf(sheet.headings, table);
  const at = sheet.matching.findIndex((field) => field === 'studentCode');
  const student = at >= 0 ? at : sheet.matching.indexOf('fullName');
  if (student < 0) return undefined;
  const matching = columns.map((field, index) => {
    if (index === student) return 'student';
    // The sheet of the students says which columns are not taken; here they would be said twice.
    return field === null || field === 'student' || field === 'startDate' ? columnUses.out : field;
  });
  sheet.matching = sheet.matching.map((field, index) =>
    field === null && !isColumnUse(matching[index] ?? null) ? columnUses.out : field,
  );
  return {
    ...sheet,
    kind: 'enrolments',
    matching,
    besideRows: [],
    leftOut: [],
    defaults: { class: sheet.name },
  };
}

const wordsOf = (headings: readonly string[], kind: TableKind) => {
  const rows: RawSheet['rows'] = [{ number: 1, cells: [...headings] }];
  return tableIn({ name: '', isHidden: false, rows, merged: [], hiddenRows: new Set() }, kind)
    .columns;
};

type Taught = readonly { kind: MovingSheetKind; heading: string; field: string }[];

/** Columns without a field that people have left out before, or put into the note. */
export function withTaughtUses(
  matching: readonly (string | null)[],
  headings: readonly string[],
  kind: MovingSheetKind,
  taught: Taught,
): (string | null)[] {
  const uses = new Map(
    taught
      .filter((word) => word.kind === kind && isColumnUse(word.field))
      .map(({ heading, field }) => [headingKey(heading), field]),
  );
  return matching.map((field, at) => {
    const heading = headings[at] ?? '';
    // What an earlier import has said is no part of the sheet.
    if (isRemarks(heading)) return columnUses.out;
    return field ?? uses.get(headingKey(heading)) ?? null;
  });
}

const isClass = (heading: string) => headingKey(heading) === 'class';

/** What a sheet holds by its name, else by its headings; another kind than those is none. */
function* kindOf(sheet: RawSheet, kinds: Kinds): Generator<void, MovingSheetKind | null> {
  const named = kindByName(sheet.name.replace(FILE_NAME, ''));
  if (named === undefined) return yield* kindByHeadings(sheet, kinds);
  return named !== null && kinds.has(named) ? named : null;
}

function* recognised(
  sheet: RawSheet,
  kind: MovingSheetKind | null,
  { kinds, taught, isList = false }: { kinds: Kinds; taught: Taught; isList?: boolean },
): Generator<void, RecognisedSheet> {
  const [first] = kinds.keys();
  const table = yield* tableSteps(
    sheet,
    kinds.get(kind ?? (kinds.has('students') ? 'students' : (first ?? 'students'))) ?? {
      columns: [],
      isHead: () => false,
    },
  );
  const columns =
    kind === 'students' || kind === 'teachers' || kind === 'accounts'
      ? withFullNames(table.columns as never, table.rows, kinds.get(kind) as never)
      : table.columns;
  // In the sheet of a centre it may be the class here or the one at school, so it is asked.
  const isTold = taught.some(({ field, heading }) => field === 'grade' && isClass(heading));
  const matched = columns.map((field, at) =>
    field === 'grade' && !isList && !isTold && isClass(table.headings[at] ?? '') ? null : field,
  );
  return {
    name: sheet.name,
    kind,
    headings: table.headings,
    rows: table.rows,
    defaults: {},
    matching:
      kind === null
        ? table.headings.map(() => null)
        : withTaughtUses(matched, table.headings, kind, taught),
    besideRows: table.leftOut.map(({ row }) => row),
    // They may name people, and only the file of a list goes after a day.
    leftOut: isList ? table.leftOut.slice(0, MAX_TOLD) : [],
    mergedRows: table.mergedRows,
    hiddenRows: table.hiddenRows,
  };
}

/** The branches that the same file brings, by their code and name. */
function branchesIn({ kind, matching, rows }: RecognisedSheet): BranchWords[] {
  if (kind !== 'branches') return [];
  const [code, name] = [matching.indexOf('branchCode'), matching.indexOf('branchName')];
  return rows.flatMap(({ cells }) => {
    const own = cells[code] ?? '';
    return own === '' ? [] : [{ code: own, words: [own, cells[name] ?? ''].filter(Boolean) }];
  });
}

/** The sheets of a file that a list imports: those of its kind, or else the first one. */
export async function recogniseList(
  db: Db,
  file: Buffer,
  list: ImportKind,
): Promise<RecognisedSheet[]> {
  const taught = await db.select().from(importWordTable);
  const kinds: Kinds = new Map([[list, tableKindOf(list, taught, true)]]);
  const seen = sheetsIn(await readBook(file, wordsAmong(...kinds.values())));
  const found: (MovingSheetKind | null)[] = [];
  for (const sheet of seen) found.push(await inTurns(kindOf(sheet, kinds)));
  const isKnown = found.some((kind) => kind !== null);
  const sheets: RecognisedSheet[] = [];
  for (const [at, sheet] of seen.entries()) {
    const kind = isKnown || at > 0 ? (found[at] ?? null) : list;
    sheets.push(await inTurns(recognised(sheet, kind, { kinds, taught, isList: true })));
  }
  // Every sheet can become one of the list, and each correction checks all rows again.
  if (sheets.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_IMPORT_ROWS)
    throw new ApiError('sheetTooManyRows', { n: MAX_IMPORT_ROWS });
  return sheets;
}

/** The visible sheets of a file that have rows, beside those of the files before it. */
function sheetsIn({ sheets }: Book, before = 0): RawSheet[] {
  const seen = sheets.filter(({ isHidden, rows }) => !isHidden && rows.length > 1);
  if (seen.length === 0) throw new ApiError('sheetEmpty');
  if (before + seen.length > MAX_MOVE_SHEETS)
    throw new ApiError('sheetTooManySheets', { n: MAX_MOVE_SHEETS });
  return seen;
}

/** What the earlier files of a move have brought already. */
export type FilesBefore = { sheets: number; rows: number; branches: BranchWords[] };
const noFiles: FilesBefore = { sheets: 0, rows: 0, branches: [] };

/** The sheets of a file with what each seems to hold; that of a CSV file has the file's name. */
export async function recognise(
  db: Db,
  file: Buffer,
  fileName = '',
  before = noFiles,
): Promise<RecognisedSheet[]> {
  const taught = await db.select().from(importWordTable);
  const kinds: Kinds = new Map(movingSheetKinds.map((kind) => [kind, tableKindOf(kind, taught)]));
  const book = await readBook(file, wordsAmong(...kinds.values()), MAX_SHEET_ROWS);
  const seen = sheetsIn(book, before.sheets);
  const sheets: RecognisedSheet[] = [];
  for (const raw of seen) {
    const sheet = raw.name === '' ? { ...raw, name: fileName } : raw;
    const kind = await inTurns(kindOf(sheet, kinds));
    sheets.push(await inTurns(recognised(sheet, kind, { kinds, taught })));
  }
  if (sheets.reduce((sum, { rows }) => sum + rows.length, before.rows) > MAX_MOVE_ROWS)
    throw new ApiError('sheetTooManyRows', { n: MAX_MOVE_ROWS });
  const branches = [...(await branchWords(db)), ...before.branches, ...sheets.flatMap(branchesIn)];
  for (const sheet of sheets)
    if (sheet.kind === 'products')
      sheet.matching = withStockColumns(sheet.matching, sheet.headings, branches);
  const places = sheets.flatMap((sheet) =>
    sheet.kind === 'students' ? (placesIn(sheet, kinds) ?? []) : [],
  );
  return [...sheets, ...places];
}
