import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { busyMoveStates, isMoveBusy } from '#contract/imports/moving-in.ts';
import type { Db } from '#server/db/client.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Api } from '#server/lib/api.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { retryOnConflict } from '#server/lib/write.ts';
import { stopUndo, undoNextSlice } from './undo-slice.ts';
import { writeMoney } from './write-money.ts';
import { writeNextSlice } from './write-slice.ts';

/** The most rows of a slice, and the time above which the next one is half as long. */
const MOST_ROWS = 200;
const FEWEST_ROWS = 5;
const LONG_MS = 150;
/** Between two slices the desks have their turn. */
const PAUSE_MS = 5;

const running = new Map<string, Promise<void>>();

async function writeAll(db: Db, moveId: string, isOver: () => boolean): Promise<void> {
  const [move] = await db.select().from(moveTable).where(eq(moveTable._id, moveId));
  if (!move || !isMoveBusy(move.state)) return undefined;
  if (move.state === 'undoing') return takeBack(db, moveId, isOver);
  try {
    await (move.moneyDay
      ? writeMoney(db, moveId, { isOver, rest: () => wait(PAUSE_MS) })
      : inSlices(isOver, (size) => writeNextSlice(db, moveId, size)));
  } catch (error) {
    // A run that only seems to go on would keep every other import from beginning.
    if (!isOver()) await stopRun(db, moveId);
    throw error;
  }
}

/** Ends a run that an error has broken off; what is left can be written later. */
async function stopRun(db: Db, moveId: string): Promise<void> {
  await db
    .update(moveTable)
    .set({ state: 'stopped', endedAt: sql`now()` })
    .where(and(eq(moveTable._id, moveId), eq(moveTable.state, 'running')));
}

/** Takes slice after slice until one is empty; a slow one makes the next one half as long. */
async function inSlices(
  isOver: () => boolean,
  nextSlice: (size: number) => Promise<number>,
): Promise<void> {
  let size = FEWEST_ROWS * 4;
  while (!isOver()) {
    const began = performance.now();
    const slice = size;
    const written = await retryOnConflict(() => nextSlice(slice));
    if (written === 0) return;
    const took = performance.now() - began;
    if (took > LONG_MS) size = Math.max(FEWEST_ROWS, Math.floor(size / 2));
    else if (took * 2 < LONG_MS) size = Math.min(MOST_ROWS, size * 2);
    await wait(PAUSE_MS);
  }
}

/** Takes a move back; an error that another try would meet again ends it, and is said. */
async function takeBack(db: Db, moveId: string, isOver: () => boolean): Promise<void> {
  try {
    await inSlices(isOver, (size) => undoNextSlice(db, moveId, size));
  } catch (error) {
    if (!isOver() && !isRetryable(error)) await stopUndo(db, moveId, error);
    throw error;
  }
}

/** Databases whose server is closing; their moves go on when it starts again. */
const closing = new WeakSet<Db>();

/**
 * Writes a running move slice by slice, or takes it back, once at a time in this process. A run
 * that still goes may have read its last slice already, so the move is looked at again behind it:
 * an undo that is asked for at that moment would stand still until the server starts again.
 */
export function runMove(db: Db, log: FastifyBaseLogger, moveId: string): Promise<void> {
  const before = running.get(moveId) ?? Promise.resolve();
  const run = before
    .then(() => writeAll(db, moveId, () => closing.has(db)))
    .catch((error: unknown) => log.error({ err: error, moveId }, 'a move stopped'))
    .finally(() => {
      if (running.get(moveId) === run) running.delete(moveId);
    });
  running.set(moveId, run);
  return run;
}

/** Lets a slice end before the database closes. */
export function endMovesWith(api: Api, db: Db): void {
  api.addHook('onClose', async () => {
    closing.add(db);
    await Promise.all(running.values());
  });
}

/** Goes on with moves that were written or taken back when the server ended. */
export async function resumeMoves(db: Db, log: FastifyBaseLogger): Promise<void> {
  const isBusy = inArray(moveTable.state, [...busyMoveStates]);
  const open = await db.select().from(moveTable).where(isBusy);
  for (const { _id } of open) void runMove(db, log, _id);
}

/** The same as soon as the server listens. */
export function keepMoving(app: Api, db: Db): void {
  app.addHook('onListen', () => resumeMoves(db, app.log));
}
