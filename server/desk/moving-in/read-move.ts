import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
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
import { hasNote, movingFieldsOf, labelOf } from './columns.ts';
import { branchWords, isStockField, stockBranch } from './stock-columns.ts';
import { emptiesOf, emptyCells, notTakenOf } from './open-columns.ts';
import { textsOf, type RowRecord, type SheetRecord } from './effective-rows.ts';

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

const noRows = (): MovingCounts => ({
  ...{ rows: 0, ready: 0, changed: 0, same: 0, problem: 0, waiting: 0, out: 0, in: 0 },
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
  const { fileName, state, branchId, createdAt: at } = move;
  const sheets = await db
    .select()
    .from(movingSheetTable)
    .where(eq(movingSheetTable.moveId, _id))
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
  const codes = (await branchWords(db)).map(({ code }) => code);
  const stockBranches = (matching: readonly (string | null)[]) => [
    ...new Set([
      ...codes,
      ...matching.flatMap((field) =>
        field !== null && isStockField(field) ? [stockBranch(field)] : [],
      ),
    ]),
  ];
  const notTaken = new Map<string, number[]>();
  for (const sheet of sheets) notTaken.set(sheet._id, await notTakenOf(db, sheet));
  const shown = sheets.map((sheet): MovingSheet => {
    const { name, kind, headings, matching, answers, questions, defaults, besideRows } = sheet;
    const own = first.filter(({ sheetId }) => sheetId === sheet._id);
    const counts = sums.get(sheet._id) ?? noRows();
    return {
      ...{ _id: sheet._id, name, kind, headings, matching, answers, questions, defaults },
      besideRows,
      samples: samplesOf(sheet, own),
      notTaken: notTaken.get(sheet._id) ?? [],
      hasNote: kind !== null && hasNote(kind),
      fields: kind === null ? [] : movingFieldsOf(kind, language, stockBranches(matching)),
      empty: emptiesOf(sheet, empty.get(sheet._id) ?? new Map(), {
        ...{ counts, hasBranch: branchId !== null },
      }),
      counts,
    };
  });
  return {
    ...{ _id, fileName, state, branchId, at, sheets: shown },
    undo: await undoOf(db, move, language),
    counts: totalOf(shown.map(({ counts }) => counts)),
  };
}

/** The newest moves. */
export async function readMoves(db: Db): Promise<MoveRow[]> {
  const moves = await db.select().from(moveTable).orderBy(desc(moveTable.createdAt)).limit(RECENT);
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
    ...{ _id, fileName, state, at, counts: sums.get(_id) ?? noRows() },
  }));
}

const shownValue = (value: unknown) => (typeof value === 'string' ? value : '');

/** One row as a person mends it. */
export function shownRow(row: RowRecord, sheet: SheetRecord, language: Language): MovingRow {
  const values = textsOf(row, sheet);
  return {
    ...{ _id: row._id, number: row.number, state: row.state, values },
    problems: row.problems.map(({ field, error, choices = [] }) => ({
      ...{ field, choices, label: labelOf(field, language), value: values[field] ?? '' },
      error: anyFieldErrorText(error, language),
    })),
    changes: Object.entries(row.changes ?? {}).map(([field, [before, after]]) => ({
      ...{ field, before: shownValue(before), after: shownValue(after) },
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
  language: Language,
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
  return {
    rows: rows.map((row) => shownRow(row, sheet, language)),
    total: await db.$count(movingRowTable, which),
  };
}
