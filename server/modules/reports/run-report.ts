import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Services } from '#server/lib/api.ts';

const TRY_EVERY_MS = 250;
const MOST_TRIES = 80;

/** Set once the person has cancelled, or their page is gone. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const control = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || control.abort());
  return control.signal;
}

export const stopIfLeft = (leaving: AbortSignal) => {
  if (leaving.aborted) throw new ApiError('cancelled');
};

/** A query whose person has left is ended, so that it holds no connection for nobody. */
async function endingWith<Answer>(db: Db, tx: Tx, leaving: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  const { rows: [row] } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const end = () => void db.execute(sql`select pg_cancel_backend(${row?.pid ?? 0}::int)`).catch(() => {});
  leaving.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } finally {
    leaving.removeEventListener('abort', end);
  }
}

/**
 * Runs a report so that it never blocks the desk. PostgreSQL answers it from one moment, one report a person at a time and with
 * a time limit; the embedded engine has one connection, so there each figure is a query of its own, and others come between.
 */
export async function runReport<Answer>({ db, engine }: Pick<Services, 'db' | 'engine'>, userId: string, leaving: AbortSignal, work: (tx: Db | Tx) => Promise<Answer>): Promise<Answer> {
  if (engine === 'embedded') return work(db);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    stopIfLeft(leaving);
    const done = await db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = '30s'`);
        const { rows: [row] } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${`report ${userId}`}, 0)) as mine`);
        return row?.mine ? { answer: await endingWith(db, tx, leaving, () => work(tx)) } : undefined;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    if (done) return done.answer;
    // The earlier report of this person still runs. No connection is held while this one waits for it.
    await pause(TRY_EVERY_MS);
  }
  throw new ApiError('reportBusy');
}
