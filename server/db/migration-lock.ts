import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** An arbitrary number that every server process must use, so that they wait for each other. */
const MIGRATION_LOCK = 727_274;
const TRY_EVERY_MS = 500;

export type Waiting = {
  /** Prints a line for the person at the console. */
  say?: (line: string) => void;
  /** The longest wait for another process. */
  mostMs?: number;
};

/** Another process has not finished its update of the tables in time. */
export class MigrationBusy extends Error {
  constructor(pid: number | undefined) {
    super(
      `Another BranchDesk server has been updating the tables for too long. If it is not at work any more, end its connection in PostgreSQL, and start again: select pg_terminate_backend(${pid ?? 'pid'});`,
    );
  }
}

async function holderOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows[0]?.pid;
}

/**
 * Takes the lock under which one process updates the tables. The others wait, and say so once.
 * Throws `MigrationBusy` after `mostMs`.
 */
export async function takeMigrationLock(
  client: pg.ClientBase,
  { say = () => {}, mostMs = 10 * 60_000 }: Waiting,
): Promise<void> {
  const until = Date.now() + mostMs;
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock($1) as "isMine"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isMine) return;
    if (Date.now() >= until) throw new MigrationBusy(await holderOf(client));
    if (tries === 0)
      say(
        `Another BranchDesk server is updating the tables. This one waits for it, at most ${Math.ceil(mostMs / 60_000)} minutes.`,
      );
    await wait(TRY_EVERY_MS);
  }
}

/** Lets the next process in. A pooler may keep the connection, and the lock with it, for ever. */
export async function releaseMigrationLock(client: pg.ClientBase): Promise<void> {
  // The connection may be gone, and the lock with it.
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
}
