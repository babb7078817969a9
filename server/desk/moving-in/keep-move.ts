import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, inArray, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import {
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { checkingOf } from './move-state.ts';
import type { MoveRecord } from './read-move.ts';
import type { RecognisedSheet } from './recognise.ts';
import { FEWEST_ROWS, nextSliceSize } from './slice-size.ts';

type NewMove = { userId: string; branchId: string | null; fileName: string; list?: ImportKind };

/** One short transaction that stores a slice; gives the time for which it held the database. */
type KeepSlice = (work: (tx: Tx) => Promise<void>) => Promise<number>;

const sliceOf =
  (db: Db): KeepSlice =>
  async (work) => {
    let began = 0;
    await db.transaction((tx) => {
      began = performance.now();
      return work(tx);
    });
    return performance.now() - began;
  };

/** Stores the rows of a sheet slice by slice; the sheet gives each slice up once it is stored. */
async function keepRows(
  keep: KeepSlice,
  { rows }: RecognisedSheet,
  { moveId, sheetId, position }: { moveId: string; sheetId: string; position: number },
): Promise<void> {
  let size = FEWEST_ROWS * 4;
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + size);
    const added = some.map(({ number, cells, from1904 }, index) => ({
      _id: uuidv7(),
      moveId,
      sheetId,
      number,
      cells,
      position: position + at + index,
      from1904: from1904 ?? false,
      edits: {},
      isLeftOut: false,
      name: '',
      beside: [],
      // Until it is checked.
      state: 'waiting' as const,
      problems: [],
    }));
    size = nextSliceSize(size, await keep((tx) => insertMany(tx, movingRowTable, added)));
    at += some.length;
    await nextTurn();
  }
}

/** Stores a file with its sheets and rows, which are checked next. */
export async function keepMove(
  db: Db,
  of: NewMove,
  sheets: readonly RecognisedSheet[],
): Promise<string> {
  const [move] = await db
    .insert(moveTable)
    .values({ ...of, state: 'reading' })
    .returning();
  if (!move) throw new Error('A move was not stored');
  const moveId = move._id;
  try {
    await keepSheets(sliceOf(db), moveId, sheets.map(placed), 0);
  } catch (error) {
    await dropMove(db, moveId);
    throw error;
  }
  return moveId;
}

/** A sheet with its place in the move, and with its id once it is stored. */
export type PlacedSheet = RecognisedSheet & { _id: string; position: number };

export const placed = (sheet: RecognisedSheet, position: number): PlacedSheet => ({
  ...sheet,
  _id: uuidv7(),
  position,
});

/** Stores sheets with their rows, of which so many are there already. */
export async function keepSheets(
  keep: KeepSlice,
  moveId: string,
  sheets: readonly PlacedSheet[],
  rowsBefore: number,
): Promise<void> {
  let position = rowsBefore;
  for (const sheet of sheets) {
    const { rows, ...told } = sheet;
    await keep(async (tx) => {
      await tx.insert(movingSheetTable).values({ ...told, moveId });
    });
    await keepRows(keep, sheet, { moveId, sheetId: sheet._id, position });
    position += rows.length;
  }
}

/** So many rows go at once, so that nobody waits for all of them. */
const DROPPED_AT_ONCE = 1000;

/** Removes rows whose file is not taken, slice by slice. */
export async function dropRows(keep: KeepSlice, which: SQL): Promise<void> {
  const { _id } = movingRowTable;
  for (let dropped = DROPPED_AT_ONCE; dropped === DROPPED_AT_ONCE;)
    await keep(async (tx) => {
      const some = tx.select({ _id }).from(movingRowTable).where(which).limit(DROPPED_AT_ONCE);
      const rows = await tx.delete(movingRowTable).where(inArray(_id, some)).returning({ _id });
      dropped = rows.length;
    });
}

/** Removes a move that was never answered. */
export async function dropMove(db: Db, moveId: string): Promise<void> {
  await dropRows(sliceOf(db), eq(movingRowTable.moveId, moveId));
  await db.delete(moveTable).where(eq(moveTable._id, moveId));
}

/** Lets a move whose rows are stored be checked. */
export async function beginFirstCheck(tx: Tx, moveId: string): Promise<void> {
  await tx
    .update(moveTable)
    .set({ state: checkingOf('read') })
    .where(eq(moveTable._id, moveId));
}

/** Lets a move be checked again, after somebody has changed what it says. */
export async function beginCheck(tx: Tx, { _id, state }: MoveRecord): Promise<void> {
  await tx
    .update(moveTable)
    .set({ state: checkingOf(state) })
    .where(eq(moveTable._id, _id));
}
