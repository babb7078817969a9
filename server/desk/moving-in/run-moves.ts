import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Api } from '#server/lib/api.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { retryOnConflict } from '#server/lib/write.ts';
import { checkMove } from './check-move.ts';
import { goesOn, isChecking } from './move-state.ts';
import type { MoveRecord } from './read-move.ts';
import { stopMove } from './right-of-move.ts';
import { FEWEST_ROWS, nextSliceSize, type Pace } from './slice-size.ts';
import { stopUndo, undoNextSlice } from './undo-slice.ts';
import { writeMoney } from './write-money.ts';
import { writeNextSlice } from './write-slice.ts';

/** Between two slices the desks have their turn. */
const PAUSE_MS = 5;
/** A request waits so long for the dry run that it has begun; a longer one goes on by itself. */
const WAITS_MS = 5000;

const running = new Map<string, Promise<void>>();

/** Takes one way of a move to its end; false when there is none, or the server closes. */
async function goOn(db: Db, moveId: string, pace: Pace, language: Language): Promise<boolean> {
  const [move] = await db.select().from(moveTable).where(eq(moveTable._id, moveId));
  if (!move || pace.isOver()) return false;
  if (isChecking(move.state)) return checkMove(db, move, language, pace);
  if (move.state === 'undoing') await takeBack(db, moveId, pace);
  else if (move.state === 'running') await writeAll(db, move, pace);
  else return false;
  return true;
}

async function writeAll(db: Db, { _id, moneyDay }: MoveRecord, pace: Pace): Promise<void> {
  try {
    await (moneyDay
      ? writeMoney(db, _id, pace)
      : inSlices(pace, (size, onBegin) => writeNextSlice(db, _id, size, onBegin)));
  } catch (error) {
    // A run that only seems to go on would keep every other import from beginning.
    if (!pace.isOver()) await stopMove(db, _id);
    throw error;
  }
}

/**
 * Takes slice after slice until one is empty; a slow one makes the next one half as long. `onBegin`
 * tells when a slice holds the database, because the time for which it waited is not its own.
 */
async function inSlices(
  { isOver, rest }: Pace,
  nextSlice: (size: number, onBegin: () => void) => Promise<number>,
): Promise<void> {
  let size = FEWEST_ROWS * 4;
  while (!isOver()) {
    let began = performance.now();
    const slice = size;
    const written = await retryOnConflict(() =>
      nextSlice(slice, () => (began = performance.now())),
    );
    if (written === 0) return;
    size = nextSliceSize(size, performance.now() - began);
    await rest();
  }
}

/** Takes a move back; an error that another try would meet again ends it, and is said. */
async function takeBack(db: Db, moveId: string, pace: Pace): Promise<void> {
  try {
    await inSlices(pace, (size, onBegin) => undoNextSlice(db, moveId, size, onBegin));
  } catch (error) {
    if (!pace.isOver() && !isRetryable(error)) await stopUndo(db, moveId, error);
    throw error;
  }
}

/** Databases whose server is closing; their moves go on when it starts again. */
const closing = new WeakSet<Db>();

async function goOnToTheEnd(db: Db, moveId: string, language: Language): Promise<void> {
  const pace = { isOver: () => closing.has(db), rest: () => wait(PAUSE_MS) };
  // A run ends with a dry run where money waits for its people.
  while (await goOn(db, moveId, pace, language));
}

/**
 * Checks a move slice by slice, writes it, or takes it back, once at a time in this process. A run
 * that still goes may have read its last slice already, so the move is looked at again behind it:
 * an undo that is asked for at that moment would stand still until the server starts again.
 */
export function runMove(
  db: Db,
  log: FastifyBaseLogger,
  moveId: string,
  language: Language = 'en',
): Promise<void> {
  const before = running.get(moveId) ?? Promise.resolve();
  const run = before
    .then(() => goOnToTheEnd(db, moveId, language))
    .catch((error: unknown) => log.error({ err: error, moveId }, 'a move stopped'))
    .finally(() => {
      if (running.get(moveId) === run) running.delete(moveId);
    });
  running.set(moveId, run);
  return run;
}

/** Begins the dry run that a request has asked for, and waits for a while until it has ended. */
export async function runMoveCheck(
  ...[db, log, moveId, language]: Required<Parameters<typeof runMove>>
): Promise<void> {
  const late = new AbortController();
  const { signal } = late;
  const patience = wait(WAITS_MS, undefined, { signal, ref: false }).catch(() => undefined);
  await Promise.race([runMove(db, log, moveId, language), patience]);
  late.abort();
}

/** Lets a slice end before the database closes. */
export function endMovesWith(api: Api, db: Db): void {
  api.addHook('onClose', async () => {
    closing.add(db);
    await Promise.all(running.values());
  });
}

/** Goes on with moves that were checked, written or taken back when the server ended. */
export async function resumeMoves(db: Db, log: FastifyBaseLogger): Promise<void> {
  const open = await db.select().from(moveTable).where(goesOn());
  for (const { _id } of open) void runMove(db, log, _id);
}

/** The same as soon as the server listens. */
export function keepMoving(app: Api, db: Db): void {
  app.addHook('onListen', () => resumeMoves(db, app.log));
}
