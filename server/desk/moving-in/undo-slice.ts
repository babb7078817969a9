import { and, eq, sql } from 'drizzle-orm';
import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import { MAX_TOLD } from '#contract/imports/imports.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { moveTable, type UndoneSoFar } from '#server/db/tables/desk/moving-in.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { kindsOfSheets } from './moving-kinds.ts';
import { mayGoOn } from './right-of-move.ts';
import { undoMoney } from './undo-money.ts';
import { undoBeside, undoRows, type UndoneSlice } from './undo-kind.ts';
import { writerOfMove } from './write-slice.ts';

type SliceOf = { moveId: string; size: number } & Pick<UndoneSoFar, 'family' | 'below'>;
type Step = {
  name: string;
  /** Undefined when the step has nothing left. */
  take: (writer: Writer, of: SliceOf) => Promise<UndoneSlice | undefined>;
};

const stepsOfKind = (kind: MovingSheetKind): Step[] => [
  { name: kind, take: (writer, of) => undoRows(writer, { ...of, kind }) },
  { name: `${kind} beside`, take: (writer, of) => undoBeside(writer, { ...of, kind }) },
];

/** Money first, then the sheets in the opposite order of their coming in. */
const steps: readonly Step[] = [
  { name: 'money', take: undoMoney },
  ...movingSheetKinds
    .toReversed()
    .filter((kind) => kindsOfSheets[kind].stays === undefined)
    .flatMap(stepsOfKind),
];

/** The beginning of an undo. */
export const undoBegins: UndoneSoFar = {
  step: 'money',
  family: '',
  below: null,
  error: null,
  removed: 0,
  archived: 0,
  keptCount: 0,
  kept: [],
};

const withSlice = (before: UndoneSoFar, slice: UndoneSlice): UndoneSoFar => ({
  ...before,
  family: slice.family ?? before.family,
  below: slice.below ?? before.below,
  removed: before.removed + slice.removed,
  archived: before.archived + slice.archived,
  keptCount: before.keptCount + slice.kept.length,
  kept: [...before.kept, ...slice.kept].slice(0, MAX_TOLD),
});

/**
 * Takes back the next rows of a move in one transaction; gives their number, 0 when all is done or
 * it was stopped. What is used by now stays, and is told.
 */
export function undoNextSlice(
  db: Db,
  moveId: string,
  size: number,
  onBegin?: () => void,
): Promise<number> {
  return db.transaction(async (tx) => {
    onBegin?.();
    const [move] = await tx.select().from(moveTable).where(eq(moveTable._id, moveId)).for('update');
    if (move?.state !== 'undoing' || move.undo === null) return 0;
    if (!(await mayGoOn(tx, move))) {
      await stopUndo(tx, moveId, new ApiError('forbidden'));
      return 0;
    }
    const writer = await writerOfMove(tx, move.userId);
    let { undo } = move;
    const first = steps.findIndex(({ name }) => name === undo.step);
    for (const { name, take } of steps.slice(Math.max(0, first))) {
      if (name !== undo.step) undo = { ...undo, step: name, family: '', below: null };
      const slice = await take(writer, { ...undo, moveId, size });
      if (!slice) continue;
      undo = withSlice(undo, slice);
      await tx.update(moveTable).set({ undo }).where(eq(moveTable._id, moveId));
      return slice.rows;
    }
    await tx
      .update(moveTable)
      .set({ undo, state: 'undone', endedAt: sql`now()` })
      .where(eq(moveTable._id, moveId));
    return 0;
  });
}

/** Ends an undo that cannot go on, and keeps why; what is left can be taken back later. */
export async function stopUndo(db: Db | Tx, moveId: string, error: unknown): Promise<void> {
  const code = error instanceof ApiError ? error.code : 'internal';
  await db
    .update(moveTable)
    .set({
      state: 'stopped',
      endedAt: sql`now()`,
      undo: sql`jsonb_set(${moveTable.undo}, '{error}', to_jsonb(${code}::text))`,
    })
    .where(and(eq(moveTable._id, moveId), eq(moveTable.state, 'undoing')));
}
