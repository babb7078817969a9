import { eq, inArray } from 'drizzle-orm';
import { busyMoveStates } from '#contract/imports/moving-in.ts';
import type { Tx } from '#server/db/client.ts';
import { moveTable, type UndoneSoFar } from '#server/db/tables/desk/moving-in.table.ts';
import { openBooks } from '#server/ledger/books/posting.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { findMove } from './read-move.ts';
import { unsigned } from './sign-move.ts';
import { readUsedMoney } from './undo-money.ts';
import { undoBegins } from './undo-slice.ts';

/** Refuses while any move is written or taken back. */
export async function requireNoBusyMove(tx: Tx): Promise<void> {
  const busy = inArray(moveTable.state, [...busyMoveStates]);
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
  const { _id, state } = await findMove(tx, moveId, { lock: true });
  await requireNoBusyMove(tx);
  if (state === 'read' || state === 'undone') throw new ApiError('importInUse');
  if (kept.length > 0) return false;
  const { branchIds } = await readUsedMoney(tx, _id);
  if (branchIds.length > 0) await openBooks(tx, branchIds);
  await tx
    .update(moveTable)
    .set({
      ...{ state: 'undoing', endedAt: null, userId: user._id, undo: undoBegins },
      ...unsigned,
    })
    .where(eq(moveTable._id, _id));
  return true;
}
