import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { TestServer } from './test-server.ts';

const EVERY_MS = 150;

/**
 * Cuts some connection that is in use, now and then, until it is stopped; then it says how many.
 */
export function cutConnections({ db }: TestServer): () => Promise<number> {
  let isOver = false;
  let cuts = 0;
  const cutOne = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not like 'listen %' order by random() limit 1`;
  const cutter = (async () => {
    while (!isOver) {
      await db.execute(cutOne).then(
        ({ rows }) => (cuts += rows.length),
        () => undefined,
      );
      await wait(EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await cutter;
    return cuts;
  };
}
