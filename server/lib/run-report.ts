import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from './api-error.ts';
import type { Services } from './api.ts';

const TRY_EVERY_MS = 250;
const MOST_TRIES = 80;
/** Enough for a short request of somebody else, which asks the database two or three times. */
const REST_MS = 20;

/** How a report reads. */
export type Reading = {
  db: Db;
  /** Figures whose sums can be added are read in slices, with a rest between two. */
  inSlices: boolean;
  /** Between two queries: stops when the person has left, and lets others have their turn. */
  rest: () => Promise<void>;
};

/** Everything in one go, for who holds up nobody. */
export const readingAll = (db: Db | Tx): Reading => ({
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

/** A query whose person has left is ended, so that it holds no connection for nobody. */
async function endingWith<Answer>(
  db: Db,
  tx: Tx,
  leaving: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const {
    rows: [row],
  } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const end = () =>
    void db.execute(sql`select pg_cancel_backend(${row?.pid ?? 0}::int)`).catch(() => {});
  leaving.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } finally {
    leaving.removeEventListener('abort', end);
  }
}

type Work<Answer> = (reading: Reading) => Promise<Answer>;

/** PostgreSQL answers from one moment, one report a person at a time and with a time limit. */
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
 * The embedded engine has one connection and cannot end a query, so that a report is read in short
 * ones: in slices where its sums can be added, each from its own moment. Only one report runs at a
 * time, whoever asks, so that others never wait for two slices.
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
