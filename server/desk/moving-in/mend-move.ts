import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import {
  isColumnUse,
  isMoveBusy,
  type MovingRowInput,
  type MovingSheetInput,
} from '#contract/imports/moving-in.ts';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import {
  importWordTable,
  movingRowTable,
  movingSheetTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { columnsIn } from '#server/lib/sheets/table-kind.ts';
import type { Writer } from '#server/lib/writer.ts';
import { isSameWord, learnCellWord } from './cell-words.ts';
import { askedFields, answerFieldsOf, fieldNamesOf, tableKindOf } from './columns.ts';
import { textsOf, type RowRecord, type SheetRecord } from './effective-rows.ts';
import { beginCheck } from './keep-move.ts';
import { keptMatching } from './no-column.ts';
import { shownMoveState } from './move-state.ts';
import { findMove, type MoveRecord } from './read-move.ts';
import { withTaughtUses } from './recognise.ts';
import { branchWords, withStockColumns } from './stock-columns.ts';

/** A move that may be mended: nothing is mended while it is written, or once it was taken back. */
export async function openMove(tx: Tx, _id: string): Promise<MoveRecord> {
  const move = await findMove(tx, _id, { lock: true });
  if (isMoveBusy(shownMoveState(move.state))) throw new ApiError('moveRunning');
  if (move.state === 'undone') throw new ApiError('importDone');
  return move;
}

async function findSheet(tx: Tx, moveId: string, _id: string): Promise<SheetRecord> {
  const which = and(eq(movingSheetTable._id, _id), eq(movingSheetTable.moveId, moveId));
  const [sheet] = await tx.select().from(movingSheetTable).where(which);
  if (!sheet) throw new ApiError('notFound');
  return sheet;
}

/** Headings from which a person has taken the field, and given it to no other column. */
const withoutField = ({ headings, matching }: SheetRecord, chosen: readonly (string | null)[]) =>
  headings.filter((_, at) => {
    const before = matching[at] ?? null;
    const isMoved = !isColumnUse(before) && chosen.includes(before);
    return before !== null && chosen[at] === null && !isMoved;
  });

/**
 * Keeps the headings that a person has named a column for, so that they are known from now on, and
 * forgets those that have no column any more.
 */
async function learn(
  tx: Tx,
  user: SignedInUser,
  sheet: SheetRecord,
  { kind, matching: chosen }: MovingSheetInput,
): Promise<void> {
  if (kind === null) return;
  const { headings, matching } = sheet;
  const keys = new Set(withoutField(sheet, chosen).map(headingKey));
  const ofKind = eq(importWordTable.kind, kind);
  const taught = keys.size === 0 ? [] : await tx.select().from(importWordTable).where(ofKind);
  const forgotten = taught.flatMap(({ heading }) => (keys.has(headingKey(heading)) ? heading : []));
  if (forgotten.length > 0)
    await tx
      .delete(importWordTable)
      .where(and(ofKind, inArray(importWordTable.heading, forgotten)));
  for (const [at, field] of chosen.entries()) {
    const heading = headings[at] ?? '';
    if (field === null || field === matching[at] || headingKey(heading) === '') continue;
    const word = { kind, heading, field, userId: user._id };
    await tx
      .insert(importWordTable)
      .values(word)
      .onConflictDoUpdate({ target: [importWordTable.kind, importWordTable.heading], set: word });
  }
}

type Mending = Pick<Writer, 'tx' | 'user'>;

/** One family may stand in several sheets, so this answer counts for all of them. */
async function tellOtherSheets(tx: Tx, moveId: string, { shortNames }: SheetAnswers) {
  await tx
    .update(movingSheetTable)
    .set({ answers: sql`${movingSheetTable.answers} || ${JSON.stringify({ shortNames })}::jsonb` })
    .where(and(eq(movingSheetTable.moveId, moveId), eq(movingSheetTable.kind, 'students')));
}

/** Changes what a sheet is, and the answers to its questions; then everything is checked again. */
export async function changeSheet(
  { tx, user }: Mending,
  moveId: string,
  sheetId: string,
  input: MovingSheetInput,
): Promise<void> {
  const move = await openMove(tx, moveId);
  const sheet = await findSheet(tx, moveId, sheetId);
  const { kind, answers, defaults } = input;
  const isList = move.list !== null;
  if (isList && kind !== null && kind !== move.list) throw fieldsInvalid({ kind: 'invalid' });
  const isNew = kind !== sheet.kind && kind !== null;
  const used = input.matching.flatMap((field) =>
    field === null || isColumnUse(field) ? [] : [field],
  );
  const known =
    kind === null ? [] : [...fieldNamesOf(kind, used, isList), ...answerFieldsOf(kind, isList)];
  if (input.matching.length !== sheet.headings.length) throw fieldsInvalid({ matching: 'invalid' });
  if (!isNew && kind !== null && used.some((field) => !known.includes(field)))
    throw fieldsInvalid({ matching: 'invalid' });
  if (new Set(used).size < used.length) throw fieldsInvalid({ matching: 'taken' });
  if (!isNew) await learn(tx, user, sheet, input);
  const matching = isNew
    ? await matchAnew(tx, kind, sheet, isList)
    : keptMatching(sheet.matching, input.matching);
  await tx
    .update(movingSheetTable)
    .set({ kind, matching, answers, defaults })
    .where(eq(movingSheetTable._id, sheetId));
  if (answers.shortNames !== sheet.answers.shortNames) await tellOtherSheets(tx, moveId, answers);
  await beginCheck(tx, move);
}

/** The likely columns of a sheet that a person has given another kind. */
async function matchAnew(
  tx: Tx,
  kind: NonNullable<MovingSheetInput['kind']>,
  { headings }: SheetRecord,
  isList: boolean,
) {
  const taught = await tx.select().from(importWordTable);
  const found = columnsIn(headings, tableKindOf(kind, taught, isList));
  const columns = withTaughtUses(found, headings, kind, taught);
  return kind === 'products' && !isList
    ? withStockColumns(columns, headings, await branchWords(tx))
    : columns;
}

type Mended = { row: RowRecord; sheet: SheetRecord; field: string | undefined; written: string };

/**
 * The rows of a sheet that are like one, as the condition of one statement: a statement for each of
 * 25,000 rows would let every desk wait.
 */
async function likeRows(tx: Tx, { row, sheet, field, written }: Mended): Promise<SQL | undefined> {
  const { _id, cells, edits, problems, state } = movingRowTable;
  const ofSheet = eq(movingRowTable.sheetId, sheet._id);
  // Without a cell, rows are alike that are in the same state.
  if (field === undefined) return and(ofSheet, eq(state, row.state));
  const error = row.problems.find((problem) => problem.field === field)?.error;
  // The timetable of each class, and of who came later, has had its own number of lessons.
  const alike = field === 'sessionsUsed' && error !== undefined ? { field, error } : { field };
  const hasProblem = sql`${problems} @> ${JSON.stringify([alike])}::jsonb`;
  const rows = await tx
    .select({ _id, cells, edits })
    .from(movingRowTable)
    .where(and(ofSheet, ne(state, 'in'), hasProblem));
  const { branch, class: className } = textsOf(row, sheet);
  const ids = rows
    .map((one) => ({ _id: one._id, texts: textsOf(one, sheet) }))
    .filter(({ texts }) => isSameWord(field, texts[field] ?? '', written))
    // The same word is another room in another branch.
    .filter(({ texts }) => field !== 'room' || texts['branch'] === branch)
    .filter(({ texts }) => field !== 'sessionsUsed' || texts['class'] === className)
    .map((one) => one._id);
  return sql`${_id} in (
    select id::uuid from json_array_elements_text(${JSON.stringify(ids)}::json) as alike (id))`;
}

/** Checks everything again, after a check that was stopped or that an error has ended. */
export async function checkAgain(tx: Tx, moveId: string): Promise<void> {
  await beginCheck(tx, await openMove(tx, moveId));
}

/** Changes a cell or leaves a row out, also in every row like it, and checks everything again. */
export async function changeRow(
  { tx, user }: Mending,
  moveId: string,
  rowId: string,
  { field, value, leftOut, forAll }: MovingRowInput,
): Promise<void> {
  const move = await openMove(tx, moveId);
  const which = and(eq(movingRowTable._id, rowId), eq(movingRowTable.moveId, moveId));
  const [row] = await tx.select().from(movingRowTable).where(which);
  if (!row || row.state === 'in') throw new ApiError('notFound');
  const sheet = await findSheet(tx, moveId, row.sheetId);
  const fields =
    sheet.kind === null
      ? []
      : [...fieldNamesOf(sheet.kind, sheet.matching, move.list !== null), ...askedFields];
  if (field !== undefined && !fields.includes(field)) throw fieldsInvalid({ field: 'invalid' });
  const written = field === undefined ? '' : (textsOf(row, sheet)[field] ?? '');
  // A text that is understood keeps its meaning, because later files of all branches have it too.
  const isWrong = row.problems.some((problem) => problem.field === field);
  if (forAll && isWrong && field !== undefined && leftOut === undefined && sheet.kind !== null)
    await learnCellWord(tx, user, { kind: sheet.kind, field, written, value });
  const isLike = forAll ? await likeRows(tx, { row, sheet, field, written }) : undefined;
  await tx
    .update(movingRowTable)
    .set({
      ...(field !== undefined &&
        leftOut === undefined && {
          edits: sql`${movingRowTable.edits} || ${JSON.stringify({ [field]: value })}::jsonb`,
        }),
      ...(leftOut !== undefined && { isLeftOut: leftOut }),
    })
    .where(and(ne(movingRowTable.state, 'in'), or(which, isLike)));
  await beginCheck(tx, move);
}
