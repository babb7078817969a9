import { eq, sql } from 'drizzle-orm';
import { isMoveBusy } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { movedMoneyTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { shownMoveState } from './move-state.ts';
import { findMove, type MoveRecord } from './read-move.ts';

/** Whoever writes or takes back money of a move opens its comparison again. */
export const unsigned = { signedAt: null, signedById: null, signedCode: null } as const;

/** A move whose comparison waits for a signature, locked until the end of the transaction. */
export async function findUnsignedMove(tx: Tx, moveId: string): Promise<MoveRecord> {
  const move = await findMove(tx, moveId, { lock: true });
  if (move.signedAt !== null) throw new ApiError('moveSigned');
  if (isMoveBusy(shownMoveState(move.state))) throw new ApiError('moveRunning');
  const written = await tx.$count(movedMoneyTable, eq(movedMoneyTable.moveId, moveId));
  if (written === 0) throw new ApiError('moveMoneyNotWritten');
  return move;
}

/** Keeps who signed the comparison of a move, and the check code that they saw. */
export async function signMove(
  tx: Db | Tx,
  moveId: string,
  { signedById, signedCode }: { signedById: string; signedCode: string },
): Promise<void> {
  await tx
    .update(moveTable)
    .set({ signedAt: sql`now()`, signedById, signedCode })
    .where(eq(moveTable._id, moveId));
}
