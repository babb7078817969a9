import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { movingRowTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { retryOnConflict } from '#server/lib/write.ts';
import { isChecking, stateAfterCheck, type CheckingState } from './move-state.ts';
import type { MoveRecord } from './read-move.ts';

/**
 * The right of one dry run, or of one further file, to store its rows. Its `version` is that of the
 * row of the move as PostgreSQL counts it: whoever begins, takes over or stores a slice writes that
 * row, so an older one, also of another process, finds another version than its own and ends.
 */
export type MoveTurn<State extends MoveRecord['state'] = MoveRecord['state']> = {
  db: Db;
  move: MoveRecord & { state: State };
  version: string;
};
export type CheckTurn = MoveTurn<CheckingState>;

export const turnVersion = sql<string>`${moveTable}.xmin::text`;

/** A turn that is over, or a server that closes: nothing more is stored. */
export class CheckEnded extends Error {}

/** Takes a turn over from whoever had it; nothing if the move is no longer in its state. */
export async function takeTurn<State extends MoveRecord['state']>(
  db: Db,
  move: MoveRecord & { state: State },
): Promise<MoveTurn<State> | undefined> {
  const { _id, state } = move;
  const [taken] = await db
    .update(moveTable)
    .set({ state })
    .where(and(eq(moveTable._id, _id), eq(moveTable.state, state)))
    .returning({ version: turnVersion });
  return taken && { db, move, ...taken };
}

/** The move of a turn, as long as nobody else has taken it. */
export const isOwnTurn = ({ move, version: own }: MoveTurn): SQL | undefined =>
  and(eq(moveTable._id, move._id), eq(turnVersion, own));

/** The version of a move at this moment; it stands still when nobody checks. */
export async function versionOfMove(db: Db, moveId: string): Promise<string | undefined> {
  const [now] = await db
    .select({ version: turnVersion })
    .from(moveTable)
    .where(eq(moveTable._id, moveId));
  return now?.version;
}

/**
 * One short transaction of a turn, as long as nobody has taken it. Gives the time for which it held
 * the database; that for which it waited is not counted.
 */
export function keepInTurn(
  turn: MoveTurn,
  work: (tx: Tx) => Promise<void>,
  state: MoveRecord['state'] = turn.move.state,
): Promise<number> {
  return retryOnConflict(async () => {
    let began = 0;
    const kept = await turn.db.transaction(async (tx) => {
      began = performance.now();
      const [next] = await tx
        .update(moveTable)
        .set({ state })
        .where(isOwnTurn(turn))
        .returning({ version: turnVersion });
      if (!next) throw new CheckEnded();
      await work(tx);
      return next;
    });
    turn.version = kept.version;
    return performance.now() - began;
  });
}

/** Ends a dry run: the move goes back to the state before it. */
export const endCheck = (turn: CheckTurn): Promise<number> =>
  keepInTurn(turn, () => Promise.resolve(), stateAfterCheck(turn.move.state));

/** So many rows lose their result at once, so that nobody waits for all of them. */
const FORGOTTEN_AT_ONCE = 1000;

/**
 * Ends a dry run before its end. No row keeps a result, because it may be that of an older check:
 * all of them wait for the next one, and nothing is written.
 */
export async function breakCheck(turn: CheckTurn): Promise<void> {
  const { _id, moveId, state } = movingRowTable;
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE;)
    await keepInTurn(turn, async (tx) => {
      const some = tx
        .select({ _id })
        .from(movingRowTable)
        .where(and(eq(moveId, turn.move._id), notInArray(state, ['in', 'waiting'])))
        .limit(FORGOTTEN_AT_ONCE);
      const rows = await tx
        .update(movingRowTable)
        .set({ state: 'waiting' })
        .where(inArray(_id, some))
        .returning({ _id });
      forgotten = rows.length;
    });
  await endCheck(turn);
}

/** Ends the dry run of a move that a person stops, in whatever process it goes on. */
export async function stopCheck(db: Db, move: MoveRecord): Promise<void> {
  const { state } = move;
  if (!isChecking(state)) return;
  const turn = await takeTurn(db, { ...move, state });
  if (!turn) return;
  try {
    await breakCheck(turn);
  } catch (error) {
    // Somebody has begun another one, or stops it too.
    if (!(error instanceof CheckEnded)) throw error;
  }
}
