import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import {
  movingRowTable,
  movingSheetTable,
  moveTable,
} from '#server/db/tables/desk/moving-in.table.ts';
import { CheckEnded, keepInTurn, takeTurn, turnVersion, type MoveTurn } from './check-turn.ts';
import { dropRows } from './keep-move.ts';
import { openMove } from './mend-move.ts';
import { addingOf, isAdding, stateBeforeAdding, type AddingState } from './move-state.ts';
import type { MoveRecord } from './read-move.ts';

/** The right of one further file to store its rows. */
export type AddingTurn = MoveTurn<AddingState>;

/** Begins to add a file: until its end the move takes no other, and is not mended or written. */
export function beginAdding(db: Db, moveId: string): Promise<AddingTurn> {
  return db.transaction(async (tx) => {
    const move = await openMove(tx, moveId);
    const state = addingOf(move.state);
    const [begun] = await tx
      .update(moveTable)
      .set({ state })
      .where(eq(moveTable._id, moveId))
      .returning({ version: turnVersion });
    if (!begun) throw new Error('A move is gone behind its lock');
    return { db, move: { ...move, state }, ...begun };
  });
}

/**
 * Ends the adding of a file that was not taken: its sheets go, and the move is again what it was
 * before. Does nothing when the file was taken, or somebody else has ended it.
 */
export async function endAdding(turn: AddingTurn): Promise<void> {
  const { _id, moveId, position } = movingSheetTable;
  const unfinished = and(eq(moveId, turn.move._id), lt(position, 0));
  const sheets = turn.db.select({ _id }).from(movingSheetTable).where(unfinished);
  try {
    await dropRows((work) => keepInTurn(turn, work), inArray(movingRowTable.sheetId, sheets));
    await keepInTurn(
      turn,
      async (tx) => {
        await tx.delete(movingSheetTable).where(unfinished);
      },
      stateBeforeAdding(turn.move.state),
    );
  } catch (error) {
    if (!(error instanceof CheckEnded)) throw error;
  }
}

/** Ends the adding of a file in whatever process it goes on, also in one that is gone. */
export async function stopAdding(db: Db, move: MoveRecord): Promise<void> {
  const { state } = move;
  if (!isAdding(state)) return;
  const turn = await takeTurn(db, { ...move, state });
  if (turn) await endAdding(turn);
}
