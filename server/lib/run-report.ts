import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from './api-error.ts';
import type { Services } from './api.ts';

const TRY_EVERY_MS = 250;
const MOST_TRIES = 80;
/** Long enough for a short request of somebody else, which makes two or three queries. */
const REST_MS = 20;

/** The way in which a report reads. */
export type ReportRun = {
  db: Db;
  /** Figures whose sums can be added are read in slices, with a rest between two. */
  inSlices: boolean;
  /** Called between two queries: stops if the person has left, and lets other requests run. */
  rest: () => Promise<void>;
};

/** Reads everything at once, for callers that hold up nobody. */
export const readingAll = (db: Db | Tx): ReportRun => ({
  db: db as Db,
  inSlices: false,
  rest: async () => undefined,
});

/** Set once the person has cancelled, or their page is gone. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const control = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || control.abort());
  return control.signal;
}

const stopIfLeft = (leaving: AbortSignal) => {
  if (leaving.aborted) throw new ApiError('cancelled');
};

/**
 * Ends a query when its person has left, so that it does not hold a connection for nobody. The
 * transaction ends after the order to cancel has arrived, because a late order would meet the next
 * work of the connection: a write that waits for a standby would then be acknowledged before the
 * standby has it (docs/high-availability.md, "Promises").
 */
async function endingWith<Answer>(
  db: Db,
  tx: Tx,
  leaving: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const {
    rows: [row],
  } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    ending = db.execute(sql`select pg_cancel_backend(${row?.pid ?? 0}::int)`).catch(() => {});
  };
  leaving.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } finally {
    leaving.removeEventListener('abort', end);
    await ending;
  }
}

type Work<Answer> = (reading: ReportRun) => Promise<Answer>;

/**
 * On PostgreSQL a report reads from one snapshot; each person has one report at a time, with a time
 * limit.
 */
async function runOnServer<Answer>(
  db: Db,
  userId: string,
  leaving: AbortSignal,
  work: Work<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    stopIfLeft(leaving);
    const done = await db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = '30s'`);
        const {
          rows: [row],
        } = await tx.execute<{ mine: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${`report ${userId}`}, 0)) as mine`,
        );
        const reading = { ...readingAll(tx), rest: async () => stopIfLeft(leaving) };
        return row?.mine
          ? { answer: await endingWith(db, tx, leaving, () => work(reading)) }
          : undefined;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    if (done) return done.answer;
    // The earlier report of this person still runs. No connection is held while this one waits for
    // it.
    await pause(TRY_EVERY_MS);
  }
  throw new ApiError('reportBusy');
}

/**
 * Settles when the last report of the embedded engine is over. Only one process has that engine
 * open.
 */
let lastReport: Promise<unknown> = Promise.resolve();

/**
 * The embedded engine has one connection and cannot end a query, so a report is read in short
 * queries: in slices, each from its own snapshot, if the sums can be added. Only one report runs at
 * a time, so that others never wait for two slices.
 */
async function runEmbedded<Answer>(
  db: Db,
  leaving: AbortSignal,
  work: Work<Answer>,
): Promise<Answer> {
  const rest = async () => {
    stopIfLeft(leaving);
    await pause(REST_MS);
    stopIfLeft(leaving);
  };
  const mine = lastReport.then(() => {
    stopIfLeft(leaving);
    return work({ db, inSlices: true, rest });
  });
  lastReport = mine.catch(() => undefined);
  return mine;
}

/** Runs a report so that it never blocks the desk. */
export async function runReport<Answer>(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  userId: string,
  leaving: AbortSignal,
  work: Work<Answer>,
): Promise<Answer> {
  return engine === 'embedded'
    ? runEmbedded(db, leaving, work)
    : runOnServer(db, userId, leaving, work);
}
