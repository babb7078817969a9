import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { Api } from '#server/lib/api.ts';
import { isRetryable } from '#server/lib/database-error.ts';
import { retryOnConflict } from '#server/lib/write.ts';
import { stopAdding } from './adding-turn.ts';
import { checkMove } from './check-move.ts';
import { versionOfMove } from './check-turn.ts';
import { goesOn, isChecking, takesFile } from './move-state.ts';
import type { MoveRecord } from './read-move.ts';
import { stopMove } from './right-of-move.ts';
import { FEWEST_ROWS, nextSliceSize, type Pace } from './slice-size.ts';
import { stopUndo, undoNextSlice } from './undo-slice.ts';
import { writeMoney } from './write-money.ts';
import { writeNextSlice } from './write-slice.ts';

/** Between two slices the desks have their turn. */
const PAUSE_MS = 5;
/** After an error a move goes on at once, then after longer and longer pauses. */
const PAUSES_AFTER_ERRORS_MS = [0, 1000, 5000, 25_000];
/** A check that has stored nothing for so long has no process any more. */
const STILL_MS = 60_000;
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

/** Whose abort says that the server of a database closes; its moves go on when it starts again. */
const closings = new WeakMap<Db, AbortController>();
function closingOf(db: Db): AbortController {
  const closing = closings.get(db) ?? new AbortController();
  closings.set(db, closing);
  return closing;
}

/** Goes on to the end; one broken connection or deadlock does not let a move stand still. */
async function goOnToTheEnd(
  ...[db, log, moveId, language]: Required<Parameters<typeof runMove>>
): Promise<void> {
  const { signal } = closingOf(db);
  const pace = { isOver: () => signal.aborted, rest: () => wait(PAUSE_MS) };
  for (const pause of [...PAUSES_AFTER_ERRORS_MS, null]) {
    try {
      // A run ends with a dry run where money waits for its people.
      while (await goOn(db, moveId, pace, language));
      return;
    } catch (error) {
      log.error({ err: error, moveId }, 'a move stopped');
      if (pause === null || signal.aborted) return;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
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
    .then(() => goOnToTheEnd(db, log, moveId, language))
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

/** The versions of moves that another process checks, or none, and since when they stand still. */
const still = new Map<string, { version: string | undefined; since: number }>();

/**
 * Goes on with a check that nobody has: the process that had it has ended, or its errors lasted too
 * long. The pages of people who wait ask here again and again.
 */
export async function goOnWithStillCheck(
  ...[db, log, moveId, language]: Required<Parameters<typeof runMove>>
): Promise<void> {
  if (running.has(moveId)) return void still.delete(moveId);
  const version = await versionOfMove(db, moveId);
  const before = still.get(moveId);
  if (before === undefined || before.version !== version)
    return void still.set(moveId, { version, since: Date.now() });
  if (Date.now() - before.since < STILL_MS) return;
  still.delete(moveId);
  void runMove(db, log, moveId, language);
}

/** Lets a slice end before the database closes. */
export function endMovesWith(api: Api, db: Db): void {
  api.addHook('onClose', async () => {
    closingOf(db).abort();
    await Promise.all(running.values());
  });
}

/**
 * Goes on with moves that were checked, written or taken back when the server ended; those to which
 * a file was added are again what they were before it.
 */
export async function resumeMoves(db: Db, log: FastifyBaseLogger): Promise<void> {
  const open = await db.select().from(moveTable).where(goesOn());
  for (const { _id } of open) void runMove(db, log, _id);
  // Another process that still adds one is refused, because its turn is over.
  for (const move of await db.select().from(moveTable).where(takesFile()))
    await stopAdding(db, move);
}

/** The same as soon as the server listens. */
export function keepMoving(app: Api, db: Db): void {
  app.addHook('onListen', () => resumeMoves(db, app.log));
}
