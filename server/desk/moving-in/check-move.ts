import { asc, eq, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { SheetQuestion } from '#contract/imports/sheet-questions.ts';
import type { Language } from '#contract/language.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Tx } from '#server/db/client.ts';
import {
  movingRowTable,
  movingSheetTable,
  type moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { readCellWords, type CellWords } from './cell-words.ts';
import {
  isExample,
  readSheet,
  type ReadMovingRow,
  type RowRecord,
  type SheetRecord,
} from './effective-rows.ts';
import { readKnownRecords, type KnownRecords } from './known-records.ts';
import { kindsOfSheets, sheetOrder } from './moving-kinds.ts';
import { MovingRowCheck, type CheckedMovingRow } from './row-check.ts';

type MoveRecord = typeof moveTable.$inferSelect;
type Found = CheckedMovingRow & { _id: string };

const AT_ONCE = 500;

const leftOut: CheckedMovingRow = {
  ...{
    name: '',
    state: 'out',
    problems: [],
    recordId: null,
    input: null,
    money: null,
    changes: null,
  },
};

/** Checks one row; a cell that its column could not read is a problem of the cell. */
function checkRow(
  sheet: SheetRecord,
  { record, values, problems }: ReadMovingRow,
  known: KnownRecords,
  branchId: string | null,
): { row: MovingRowCheck; checked: CheckedMovingRow } | undefined {
  if (sheet.kind === null) return undefined;
  const place = { id: record._id, number: record.number, values };
  const row = new MovingRowCheck(place, { branchId, names: known.names });
  for (const [field, error] of Object.entries(problems)) row.fail(field, error as FieldError);
  return { row, checked: kindsOfSheets[sheet.kind].check(row, known) };
}

/** Checks the rows of one sheet; those that are written already stay as they are. */
function checkSheet(
  sheet: SheetRecord,
  rows: readonly RowRecord[],
  known: KnownRecords,
  { branchId, words }: { branchId: string | null; words: CellWords },
): { found: Found[]; questions: SheetQuestion[] } {
  const open = rows.filter(({ state }) => state !== 'in');
  if (sheet.kind === null)
    return { found: open.map(({ _id }) => ({ _id, ...leftOut })), questions: [] };
  const { finish } = kindsOfSheets[sheet.kind];
  const read = readSheet(sheet, open, {
    ...{ today: known.today, words, isList: known.list !== null },
  });
  const checks = read.rows.map((one) =>
    one.record.isLeftOut || isExample(one.values['rowId'])
      ? { record: one.record }
      : { record: one.record, ...checkRow(sheet, one, known, branchId) },
  );
  const found = checks.map((one) => {
    const { _id } = one.record;
    if (!('checked' in one) || !one.checked || !one.row) return { _id, ...leftOut };
    return { _id, ...(finish?.(one.row, one.checked) ?? one.checked) };
  });
  return { found, questions: read.questions };
}

/** Stores what the check found, by one statement for some hundred rows. */
async function store(tx: Tx, found: readonly (Found & { position: number })[]): Promise<void> {
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE).map(({ _id, recordId, ...row }) => ({
      ...{ ...row, id: _id, record_id: recordId },
    }));
    await tx.execute(sql`
      update ${movingRowTable} kept set state = read.state, problems = read.problems,
        name = read.name, input = read.input, money = read.money, changes = read.changes,
        record_id = read.record_id, position = read.position
      from json_populate_recordset(null::${movingRowTable}, ${JSON.stringify(some)}) read
      where kept.id = read.id`);
  }
}

/**
 * The dry run: checks every row of a move against the records and the other rows, and stores the
 * result beside the row. Nothing else is written.
 */
export async function checkMove(
  tx: Tx,
  { _id, branchId, userId, list }: MoveRecord,
  language: Language = 'en',
): Promise<void> {
  const of = { today: dayInLaos(), language, user: { _id: userId }, list, branchId };
  const known = await readKnownRecords(tx, of);
  const sheets = await tx
    .select()
    .from(movingSheetTable)
    .where(eq(movingSheetTable.moveId, _id))
    .orderBy(movingSheetTable.position);
  const words = await readCellWords(tx);
  let position = 0;
  for (const sheet of sheets.toSorted(
    (one, other) => sheetOrder(one.kind) - sheetOrder(other.kind),
  )) {
    const rows = await tx
      .select()
      .from(movingRowTable)
      .where(eq(movingRowTable.sheetId, sheet._id))
      .orderBy(asc(movingRowTable.number));
    const { found, questions } = checkSheet(sheet, rows, known, { branchId, words });
    await store(
      tx,
      found.map((row, at) => ({ ...row, position: position + at })),
    );
    position += rows.length;
    await tx.update(movingSheetTable).set({ questions }).where(eq(movingSheetTable._id, sheet._id));
  }
}
