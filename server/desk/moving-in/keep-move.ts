import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
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

/** Stores the rows of a sheet slice by slice; the sheet gives each slice up once it is stored. */
async function keepRows(
  db: Db,
  { rows }: RecognisedSheet,
  { moveId, sheetId, position }: { moveId: string; sheetId: string; position: number },
): Promise<void> {
  let size = FEWEST_ROWS * 4;
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + size);
    const added = some.map(({ number, cells, from1904 }, index) => ({
      ...{ _id: uuidv7(), moveId, sheetId, number, cells, position: position + at + index },
      ...{ from1904: from1904 ?? false, edits: {}, isLeftOut: false, name: '', beside: [] },
      // Until it is checked.
      ...{ state: 'waiting' as const, problems: [] },
    }));
    let began = 0;
    await db.transaction((tx) => {
      began = performance.now();
      return insertMany(tx, movingRowTable, added);
    });
    size = nextSliceSize(size, performance.now() - began);
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
    await keepSheets(db, moveId, sheets, { sheets: 0, rows: 0 });
  } catch (error) {
    await dropMove(db, moveId);
    throw error;
  }
  return moveId;
}

/** Stores the sheets of a file behind those that are there; gives their ids. */
async function keepSheets(
  db: Db,
  moveId: string,
  sheets: readonly RecognisedSheet[],
  before: { sheets: number; rows: number },
  ids: string[] = [],
): Promise<string[]> {
  let position = before.rows;
  for (const [at, sheet] of sheets.entries()) {
    const sheetId = uuidv7();
    const { rows, ...told } = sheet;
    const place = { moveId, position: before.sheets + at };
    await db.insert(movingSheetTable).values({ ...told, ...place, _id: sheetId });
    ids.push(sheetId);
    await keepRows(db, sheet, { moveId, sheetId, position });
    position += rows.length;
  }
  return ids;
}

/** Stores the sheets of a further file of a move; gives their ids. */
export async function keepFurther(
  db: Db,
  moveId: string,
  sheets: readonly RecognisedSheet[],
  before: { sheets: number; rows: number },
): Promise<string[]> {
  const ids: string[] = [];
  try {
    return await keepSheets(db, moveId, sheets, before, ids);
  } catch (error) {
    await dropSheets(db, ids);
    throw error;
  }
}

/** Removes sheets with their rows, when their file was not taken. */
export async function dropSheets(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(movingSheetTable).where(inArray(movingSheetTable._id, [...ids]));
}

/** Removes a move that was never answered. */
export async function dropMove(db: Db, moveId: string): Promise<void> {
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
