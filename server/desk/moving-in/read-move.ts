import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import {
  MAX_MOVING_ROWS,
  movingRowStates,
  type Move,
  type MoveRow,
  type MoveUndone,
  type MovingCounts,
  type MovingRow,
  type MovingSheet,
  type MovingSheetKind,
} from '#contract/imports/moving-in.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Language } from '#contract/language.ts';
import { anyFieldErrorText } from '#contract/server-field-errors.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  movedMoneyTable,
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { choiceWord, yesNoWords } from '#server/lib/sheets/choice-words.ts';
import { askedFields, hasNote, movingFieldsOf, labelOf } from './columns.ts';
import { branchesOf } from './branches-of-move.ts';
import { shownMoveState } from './move-state.ts';
import { shownMatching } from './no-column.ts';
import { branchWords, withStockBranches } from './stock-columns.ts';
import { emptiesOf, emptyCells, notTakenOf } from './open-columns.ts';
import { readCellWords } from './cell-words.ts';
import {
  readSheet,
  textsOf,
  type ReadSheet,
  type RowRecord,
  type SheetRecord,
} from './effective-rows.ts';

const RECENT = 20;
const SAMPLES = 3;

export type MoveRecord = typeof moveTable.$inferSelect;

/** A move that exists; `lock` lets only one request at a time go on with it. */
export async function findMove(
  db: Db | Tx,
  _id: string,
  { lock = false } = {},
): Promise<MoveRecord> {
  const query = db.select().from(moveTable).where(eq(moveTable._id, _id));
  const [found] = await (lock ? query.for('update') : query);
  if (!found) throw new ApiError('notFound');
  return found;
}

/** The written rows of a move that are of one kind, for a query that joins their sheets. */
export const writtenOfKind = (moveId: string, kind: MovingSheetKind): SQL | undefined =>
  and(
    eq(movingRowTable.moveId, moveId),
    eq(movingSheetTable.kind, kind),
    eq(movingRowTable.state, 'in'),
  );

/** The sheets of a move, without those of a file whose rows are still stored. */
export const storedSheetsOf = (moveId: string): SQL | undefined =>
  and(eq(movingSheetTable.moveId, moveId), gte(movingSheetTable.position, 0));

const noRows = (): MovingCounts => ({
  rows: 0,
  ready: 0,
  changed: 0,
  same: 0,
  problem: 0,
  waiting: 0,
  out: 0,
  in: 0,
});

/** The count of rows in each state by a key. */
function summed(rows: readonly { key: string; state: MovingRow['state']; rows: number }[]) {
  const sums = new Map<string, MovingCounts>();
  for (const { key, state, rows: some } of rows) {
    const sum = sums.get(key) ?? noRows();
    sum[state] += some;
    sum.rows += some;
    sums.set(key, sum);
  }
  return sums;
}

const totalOf = (all: readonly MovingCounts[]): MovingCounts =>
  all.reduce((sum, one) => {
    for (const state of [...movingRowStates, 'rows'] as const) sum[state] += one[state];
    return sum;
  }, noRows());

/** The first filled cells of each column, as examples beside its heading. */
function samplesOf(sheet: SheetRecord, rows: readonly RowRecord[]): string[] {
  return sheet.headings.map((_, at) =>
    rows
      .map(({ cells }) => cells[at] ?? '')
      .filter((text) => text !== '')
      .slice(0, SAMPLES)
      .join(' · '),
  );
}

/** How far a move was taken back. */
async function undoOf(
  db: Db | Tx,
  { _id, undo }: MoveRecord,
  language: Language,
): Promise<MoveUndone | null> {
  if (undo === null) return null;
  const { removed, archived, keptCount, kept, error } = undo;
  const moneyLeft = await db.$count(movedMoneyTable, eq(movedMoneyTable.moveId, _id));
  const stopped = error === null ? null : new ApiError(error).body(language).error;
  return { removed, archived, keptCount, kept, moneyLeft, stopped };
}

/** A move with its sheets, the questions that are open, and the count of rows in each state. */
export async function readMove(db: Db | Tx, _id: string, language: Language): Promise<Move> {
  const move = await findMove(db, _id);
  const { fileName, branchId, list, createdAt: at } = move;
  const state = shownMoveState(move.state);
  const isList = list !== null;
  const sheets = await db
    .select()
    .from(movingSheetTable)
    .where(storedSheetsOf(_id))
    .orderBy(asc(movingSheetTable.position));
  const sums = summed(
    await db
      .select({ key: movingRowTable.sheetId, state: movingRowTable.state, rows: count() })
      .from(movingRowTable)
      .where(eq(movingRowTable.moveId, _id))
      .groupBy(movingRowTable.sheetId, movingRowTable.state),
  );
  const first = await db
    .select()
    .from(movingRowTable)
    .where(and(eq(movingRowTable.moveId, _id), sql`${movingRowTable.number} <= 30`))
    .orderBy(asc(movingRowTable.number));
  const empty = await emptyCells(db, _id);
  // Branches that come with the same file have stock too, once a person has taken its column.
  const hasStock = !isList && sheets.some(({ kind }) => kind === 'products');
  const branches = [...(await branchWords(db)), ...(hasStock ? await branchesOf(db, sheets) : [])];
  const codes = branches.map(({ code }) => code);
  const notTaken = new Map<string, number[]>();
  for (const sheet of sheets) notTaken.set(sheet._id, await notTakenOf(db, sheet));
  const shown = sheets.map((sheet): MovingSheet => {
    const { name, kind, headings, matching, answers, questions, defaults, besideRows } = sheet;
    const { leftOut, mergedRows, hiddenRows } = sheet;
    const own = first.filter(({ sheetId }) => sheetId === sheet._id);
    const counts = sums.get(sheet._id) ?? noRows();
    return {
      _id: sheet._id,
      name,
      kind,
      headings,
      answers,
      questions,
      defaults,
      matching: shownMatching(matching),
      besideRows,
      leftOut,
      mergedRows,
      hiddenRows,
      samples: samplesOf(sheet, own),
      notTaken: notTaken.get(sheet._id) ?? [],
      hasNote: kind !== null && hasNote(kind),
      fields:
        kind === null
          ? []
          : movingFieldsOf(kind, language, {
              branchCodes: withStockBranches(codes, matching),
              isList,
            }),
      empty: emptiesOf(sheet, empty.get(sheet._id) ?? new Map(), {
        counts,
        isList,
        hasBranch: branchId !== null,
      }),
      counts,
    };
  });
  return {
    _id,
    fileName,
    state,
    list,
    branchId,
    at,
    sheets: shown,
    undo: await undoOf(db, move, language),
    counts: totalOf(shown.map(({ counts }) => counts)),
  };
}

/** The newest moves of the whole centre, and all that brought something in. */
export async function readMoves(db: Db): Promise<MoveRow[]> {
  const isShown = and(isNull(moveTable.list), ne(moveTable.state, 'reading'));
  const newest = db
    .select({ _id: moveTable._id })
    .from(moveTable)
    .where(isShown)
    .orderBy(desc(moveTable.createdAt))
    .limit(RECENT);
  const written = db
    .select({ moveId: movingRowTable.moveId })
    .from(movingRowTable)
    .where(eq(movingRowTable.state, 'in'));
  const moves = await db
    .select()
    .from(moveTable)
    .where(and(isShown, or(inArray(moveTable._id, newest), inArray(moveTable._id, written))))
    .orderBy(desc(moveTable.createdAt));
  const sums = summed(
    await db
      .select({ key: movingRowTable.moveId, state: movingRowTable.state, rows: count() })
      .from(movingRowTable)
      .where(
        inArray(
          movingRowTable.moveId,
          moves.map(({ _id }) => _id),
        ),
      )
      .groupBy(movingRowTable.moveId, movingRowTable.state),
  );
  return moves.map(({ _id, fileName, state, createdAt: at }) => ({
    _id,
    fileName,
    state: shownMoveState(state),
    at,
    counts: sums.get(_id) ?? noRows(),
  }));
}

const shownValue = (value: unknown) => (typeof value === 'string' ? value : '');

/** What was taken out of the names of some rows, by the number of the row. */
type TakenNames = Pick<ReadSheet, 'names' | 'titles'>;

/** Problems in the order of the columns; those of cells without a column are last. */
const byColumn = ({ matching }: SheetRecord) => {
  const placeOf = (field: string) => matching.indexOf(field) + 1 || matching.length + 1;
  return (one: { field: string }, other: { field: string }) =>
    placeOf(one.field) - placeOf(other.field);
};

/** Who reads rows: their language, and fields of records of which they see no value. */
type Reader = { language: Language; mayNotSee: readonly string[] };

/** One row as a person mends it. */
function shownRow(
  row: RowRecord,
  sheet: SheetRecord,
  { names, titles }: TakenNames,
  { language, mayNotSee }: Reader,
): MovingRow {
  const values = textsOf(row, sheet);
  const isOwn = (one: { row: number }) => one.row === row.number;
  return {
    _id: row._id,
    number: row.number,
    state: row.state,
    values,
    problems: row.problems
      .toSorted(byColumn(sheet))
      .map(({ field, error, choices = [], isHint }) => ({
        field,
        label: labelOf(field, language),
        isHint: isHint ?? false,
        // The sign that stands for a formula is no text that anybody wants to keep.
        value: error === 'formulaFound' ? '' : (values[field] ?? ''),
        choices: askedFields.includes(field)
          ? choices.map((choice) =>
              choiceWord(yesNoWords, choice === 'no' ? 'no' : 'yes', language),
            )
          : choices,
        error: anyFieldErrorText(error, language),
      })),
    names: names.filter(isOwn),
    titles: titles.filter(isOwn),
    changes: Object.entries(row.changes ?? {}).map(([field, [before, after]]) => ({
      field,
      after: shownValue(after),
      before: mayNotSee.includes(field) ? '' : shownValue(before),
    })),
  };
}

/** The rows of a sheet in one state, a page at a time. */
export async function readMovingRows(
  db: Db | Tx,
  moveId: string,
  {
    sheetId,
    state,
    from,
  }: { sheetId: string; state?: MovingRow['state'] | undefined; from: number },
  reader: Reader,
): Promise<{ rows: MovingRow[]; total: number }> {
  const ofMove = and(eq(movingSheetTable._id, sheetId), eq(movingSheetTable.moveId, moveId));
  const [sheet] = await db.select().from(movingSheetTable).where(ofMove);
  if (!sheet) throw new ApiError('notFound');
  const which = and(
    eq(movingRowTable.sheetId, sheetId),
    state === undefined ? undefined : eq(movingRowTable.state, state),
  );
  const rows = await db
    .select()
    .from(movingRowTable)
    .where(which)
    .orderBy(asc(movingRowTable.number))
    .limit(MAX_MOVING_ROWS)
    .offset(from);
  const { list } = await findMove(db, moveId);
  const taken = readSheet(sheet, rows, {
    today: dayInLaos(),
    words: await readCellWords(db),
    isList: list !== null,
  });
  return {
    rows: rows.map((row) => shownRow(row, sheet, taken, reader)),
    total: await db.$count(movingRowTable, which),
  };
}
