import { eq, inArray } from 'drizzle-orm';
import { writingMoveStates } from '#contract/imports/moving-in.ts';
import type { Tx } from '#server/db/client.ts';
import { moveTable, type UndoneSoFar } from '#server/db/tables/desk/moving-in.table.ts';
import { openBooks } from '#server/ledger/books/posting.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { shownMoveState } from './move-state.ts';
import { findMove, type MoveRecord } from './read-move.ts';
import { unsigned } from './sign-move.ts';
import { readUsedMoney } from './undo-money.ts';
import { undoBegins } from './undo-slice.ts';

/** Refuses while any move is written or taken back, or this one is checked. */
export async function requireNoBusyMove(tx: Tx, { state }: MoveRecord): Promise<void> {
  if (shownMoveState(state) === 'checking') throw new ApiError('moveRunning');
  const busy = inArray(moveTable.state, [...writingMoveStates]);
  if ((await tx.$count(moveTable, busy)) > 0) throw new ApiError('moveRunning');
}

/**
 * Begins to take a move back, slice by slice from then on. With something in use nothing begins; a
 * closed day refuses it, because its money would be posted today.
 */
export async function beginUndo(
  { tx, user }: Writer,
  moveId: string,
  kept: UndoneSoFar['kept'],
): Promise<boolean> {
  const move = await findMove(tx, moveId, { lock: true });
  await requireNoBusyMove(tx, move);
  const { _id, state } = move;
  if (state === 'read' || state === 'undone') throw new ApiError('importInUse');
  if (kept.length > 0) return false;
  const { branchIds } = await readUsedMoney(tx, _id);
  if (branchIds.length > 0) await openBooks(tx, branchIds);
  await tx
    .update(moveTable)
    .set({
      state: 'undoing',
      endedAt: null,
      userId: user._id,
      undo: undoBegins,
      ...unsigned,
    })
    .where(eq(moveTable._id, _id));
  return true;
}
