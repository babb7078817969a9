import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Language } from '#contract/language.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { passesByItself } from '#server/lib/database-error.ts';
import { withLaterStock } from './branches-of-move.ts';
import { asTaught, readCellWords, type CellWords } from './cell-words.ts';
import {
  digestOfRow,
  memoryOf,
  type CheckMemory,
  type FoundRow,
  type KeptRow,
} from './check-memory.ts';
import {
  breakCheck,
  CheckEnded,
  endCheck,
  keepInTurn,
  takeTurn,
  type CheckTurn,
} from './check-turn.ts';
import { isExample, sheetReader, type SheetReader, type SheetRecord } from './effective-rows.ts';
import { closedIn } from './closed-records.ts';
import { readKnownRecords, type KnownRecords } from './known-records.ts';
import { sayHints } from './kept-here.ts';
import { isChecking } from './move-state.ts';
import { kindsOfSheets, sheetOrder } from './moving-kinds.ts';
import type { MoveRecord } from './read-move.ts';
import { MovingRowCheck, namedKinds, type CheckedMovingRow } from './row-check.ts';
import { FEWEST_ROWS, nextSliceSize, type Pace } from './slice-size.ts';

type CheckedRow = { kept: KeptRow; row?: MovingRowCheck; checked: CheckedMovingRow };

/** After so long the others have their turn, also where nothing is stored. */
const REST_AFTER_MS = 40;
const WORKED_AT_ONCE = 20;

const leftOut: CheckedMovingRow = {
  name: '',
  state: 'out',
  problems: [],
  recordId: null,
  input: null,
  money: null,
  changes: null,
};

/** A dry run while it goes: what rows are compared with, and how many are stored at once. */
type Checking = {
  turn: CheckTurn;
  memory: CheckMemory;
  known: KnownRecords;
  words: CellWords;
  pace: Pace;
  size: number;
  rested: number;
};

/** The result of a row, or the problem that it names something archived or closed. */
function inUse(
  { names, closed, families, rowFees }: KnownRecords,
  kind: MovingSheetKind,
  row: MovingRowCheck,
  checked: CheckedMovingRow,
): CheckedMovingRow {
  const { recordId, state } = checked;
  const problem = closedIn(kind, { ...checked, _id: row.id }, closed);
  if (!problem) {
    // An archived student or class comes back with its row, and guardians with the student.
    if (state === 'changed' && recordId !== null)
      for (const id of [recordId, ...(families.get(recordId) ?? [])]) closed.delete(id);
    return checked;
  }
  row.fail(problem.field, problem.error as FieldError);
  const fee = rowFees.findIndex(({ _id }) => _id === row.id);
  if (fee !== -1) rowFees.splice(fee, 1);
  const own = namedKinds[kind];
  const thing = own && names.get(own, row.id);
  // Rows that name this one wait for it.
  if (thing) thing.isBroken = true;
  return row.result(checked.name, checked);
}

/** Checks one row; a cell that its column could not read is a problem of the cell. */
function checkRow(
  { known, turn: { move } }: Checking,
  kind: MovingSheetKind,
  reader: SheetReader,
  kept: KeptRow,
): CheckedRow {
  const { record, parts } = kept;
  const { values, problems, columns } = reader.read(record);
  if (record.isLeftOut || isExample(values['rowId'])) return { kept, checked: leftOut };
  const { _id: id, number } = record;
  const place = { id, number, values, parts, ...(columns && { columns }) };
  const row = new MovingRowCheck(place, { branchId: move.branchId, names: known.names });
  for (const [field, error] of Object.entries(problems)) row.fail(field, error as FieldError);
  const checked = inUse(known, kind, row, kindsOfSheets[kind].check(row, known));
  sayHints(kind, row, checked, known);
  return { kept, row, checked };
}

/** A row of a sheet of which every row was checked. */
function finished(
  { known, words }: Checking,
  { sheetId, kind }: { sheetId: string; kind: MovingSheetKind },
  one: CheckedRow & { row: MovingRowCheck },
): CheckedRow {
  const taught = (field: string) => {
    const text = one.row.text(field);
    // What somebody typed into this row counts as it is.
    return field in one.kept.record.edits
      ? text
      : asTaught(words, known.names, { kind, field, text });
  };
  const { finish } = kindsOfSheets[kind];
  const of = { known, sheetId };
  return finish ? { ...one, checked: finish(one.row, one.checked, taught, of) } : one;
}

/** Stores what the check found in some rows, by one statement. */
async function storeRows(tx: Tx, found: readonly FoundRow[]): Promise<void> {
  const rows = found.map(({ kept, checked: { recordId, ...row }, position }) => ({
    ...row,
    id: kept.record._id,
    record_id: recordId,
    position,
  }));
  await tx.execute(sql`
    update ${movingRowTable} kept set state = read.state, problems = read.problems,
      name = read.name, input = read.input, money = read.money, changes = read.changes,
      record_id = read.record_id, position = read.position
    from json_populate_recordset(null::${movingRowTable}, ${JSON.stringify(rows)}) read
    where kept.id = read.id and kept.state <> 'in'`);
}

type ChangedRow = FoundRow & { digest: string };

/** The rows of which something else is stored. */
const changedOf = (found: readonly FoundRow[]): ChangedRow[] =>
  found
    .map((one) => ({ ...one, digest: digestOfRow(one) }))
    .filter(({ kept, digest }) => kept.stored !== digest);

async function rest(run: Checking): Promise<void> {
  await run.pace.rest();
  run.rested = performance.now();
  if (run.pace.isOver()) throw new CheckEnded();
}

/** Stores the first slice of some rows; a slow slice makes the next one half as long. */
async function storeNext(run: Checking, changed: ChangedRow[]): Promise<void> {
  const { turn, memory } = run;
  const some = changed.splice(0, run.size);
  const took = await keepInTurn(turn, (tx) => storeRows(tx, some));
  memory.keep(turn.version, some);
  run.size = nextSliceSize(run.size, took);
  await rest(run);
}

/** Works through rows, and stores in slices what is not stored yet. */
async function inSlices<Row>(
  run: Checking,
  rows: readonly Row[],
  work: (some: readonly Row[], at: number) => readonly FoundRow[],
): Promise<void> {
  if (run.pace.isOver()) throw new CheckEnded();
  const changed: ChangedRow[] = [];
  for (let at = 0; at < rows.length; at += WORKED_AT_ONCE) {
    changed.push(...changedOf(work(rows.slice(at, at + WORKED_AT_ONCE), at)));
    while (changed.length >= run.size) await storeNext(run, changed);
    if (performance.now() - run.rested > REST_AFTER_MS) await rest(run);
  }
  while (changed.length > 0) await storeNext(run, changed);
}

/** The open rows of a sheet, and how its cells are read. */
type PreparedSheet = { rows: KeptRow[]; reader?: SheetReader };

async function prepare(run: Checking, sheet: SheetRecord): Promise<PreparedSheet> {
  const { kind } = sheet;
  const { turn, memory, known, words } = run;
  const rows = await memory.openRows(turn.db, sheet._id);
  if (kind === null) return { rows };
  const { today, list, owners, names } = known;
  const { readings } = memory;
  const options = { today, words, isList: list !== null, owners, names, readings };
  const records = rows.map(({ record }) => record);
  const reader = sheetReader(sheet, kind, records, options);
  const { look } = reader;
  if (look)
    await inSlices(run, records, (some) => {
      for (const record of some) look(record);
      return [];
    });
  return { rows, reader };
}

/** Checks the rows of one sheet that begins at a position, and stores what it found. */
async function checkSheet(
  run: Checking,
  sheet: SheetRecord,
  position: number,
  { rows, reader }: PreparedSheet,
): Promise<void> {
  const { kind } = sheet;
  const placed = (some: readonly CheckedRow[], at: number) =>
    some.map(({ kept, checked }, index) => ({ kept, checked, position: position + at + index }));
  if (kind === null || !reader)
    return inSlices(run, rows, (some, at) =>
      placed(
        some.map((kept) => ({ kept, checked: leftOut })),
        at,
      ),
    );
  const { finish } = kindsOfSheets[kind];
  // Rows that name others of their own sheet are stored when all of them are checked.
  const all: CheckedRow[] = [];
  await inSlices(run, rows, (some, at) => {
    const found = some.map((kept) => checkRow(run, kind, reader, kept));
    if (!finish) return placed(found, at);
    all.push(...found);
    return [];
  });
  if (finish)
    await inSlices(run, all, (some, at) =>
      placed(
        some.map((one) =>
          one.row ? finished(run, { sheetId: sheet._id, kind }, { ...one, row: one.row }) : one,
        ),
        at,
      ),
    );
  const questions = reader.questions();
  if (isDeepStrictEqual(questions, sheet.questions)) return;
  await keepInTurn(run.turn, async (tx) => {
    await tx.update(movingSheetTable).set({ questions }).where(eq(movingSheetTable._id, sheet._id));
  });
}

/** Sheets of a further file have the answer about short names that was given before. */
function withOneAnswer(sheets: readonly SheetRecord[]): SheetRecord[] {
  const given = sheets.find(({ answers }) => answers.shortNames !== undefined);
  const answer = given && { shortNames: given.answers.shortNames };
  return sheets.map((sheet) => ({ ...sheet, answers: { ...answer, ...sheet.answers } }));
}

async function checkAll(run: Checking): Promise<void> {
  const { db, move } = run.turn;
  const stored = await db
    .select()
    .from(movingSheetTable)
    .where(eq(movingSheetTable.moveId, move._id))
    .orderBy(movingSheetTable.position);
  const sheets = withOneAnswer(await withLaterStock(run.turn, stored));
  const sorted = sheets.toSorted((one, other) => sheetOrder(one.kind) - sheetOrder(other.kind));
  const prepared = new Map<string, PreparedSheet>();
  let position = 0;
  for (const sheet of sorted) {
    // The sheets of students name guardians for each other, so all of them are looked at first.
    const others =
      sheet.kind === 'students' ? sorted.filter(({ kind }) => kind === 'students') : [];
    for (const one of [sheet, ...others])
      if (!prepared.has(one._id)) prepared.set(one._id, await prepare(run, one));
    await checkSheet(run, sheet, position, prepared.get(sheet._id) ?? { rows: [] });
    prepared.set(sheet._id, { rows: [] });
    position += await db.$count(movingRowTable, eq(movingRowTable.sheetId, sheet._id));
  }
}

async function readAndCheck(turn: CheckTurn, language: Language, pace: Pace): Promise<void> {
  const { db, move } = turn;
  const { branchId, userId, list } = move;
  const of = { today: dayInLaos(), language, user: { _id: userId }, list, branchId };
  const memory = memoryOf(db, move._id);
  const known = await readKnownRecords(db, of, memory.keys);
  const words = await readCellWords(db);
  const [size, rested] = [FEWEST_ROWS * 4, performance.now()];
  await checkAll({ turn, memory, known, words, pace, size, rested });
}

/**
 * The dry run: checks every row of a move against the records and the other rows, and stores the
 * result beside the row, slice by slice. Nothing else is written. What the rows are compared with
 * is read once and stays in memory between the slices; a server that ended begins anew. What desks
 * change meanwhile is found by the run, which looks again behind its locks. False when another dry
 * run has taken this one over, or the server closes. Trouble of the database that passes leaves the
 * move to another try; any other error would come again, so it ends the dry run.
 */
export async function checkMove(
  db: Db,
  { state, ...move }: MoveRecord,
  language: Language,
  pace: Pace,
): Promise<boolean> {
  if (!isChecking(state)) return false;
  const turn = await takeTurn(db, { ...move, state });
  if (!turn) return false;
  try {
    await readAndCheck(turn, language, pace);
    await endCheck(turn);
    return true;
  } catch (error) {
    if (error instanceof CheckEnded) return false;
    if (!pace.isOver() && !passesByItself(error)) await breakCheck(turn);
    throw error;
  }
}
