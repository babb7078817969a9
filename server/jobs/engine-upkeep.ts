import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '#server/db/client.ts';
import { isNightInLaos } from '#server/lib/database-clock.ts';

const HOUR_MS = 3600 * 1000;
/** Shorter than a day, so that each night has one. */
const VACUUM_AFTER_MS = 20 * HOUR_MS;
/** Long enough for a short request of somebody else, which makes two or three queries. */
const REST_MS = 20;

/** Removes dead rows of one table after the other, so that nobody waits for all of them. */
export async function vacuumTables(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'drizzle') order by 1`,
  );
  for (const { name } of rows) {
    await db.execute(sql.raw(`vacuum (analyze) ${name}`));
    await pause(REST_MS);
  }
}

/**
 * Does for the embedded engine what a PostgreSQL server does by itself: a checkpoint every hour,
 * which keeps the journal short, and a vacuum every night. A machine that is off at night gets its
 * vacuum an hour after the start.
 */
export class EngineUpkeep {
  readonly #db: Db;
  #vacuumedAt: number | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async run(now: number): Promise<void> {
    const last = this.#vacuumedAt;
    if (last === undefined || (isNightInLaos(now) && now - last >= VACUUM_AFTER_MS)) {
      await vacuumTables(this.#db);
      this.#vacuumedAt = now;
    }
    await this.#db.execute(sql`checkpoint`);
  }
}

/** Keeps the embedded engine in order until the app closes. */
export function keepEngineInOrder(
  app: FastifyInstance,
  { db, engine }: Pick<Database, 'db' | 'engine'>,
): void {
  if (engine !== 'embedded') return;
  const upkeep = new EngineUpkeep(db);
  const run = () => {
    upkeep
      .run(Date.now())
      .catch((error: unknown) =>
        app.log.error({ err: error }, 'the upkeep of the database failed'),
      );
  };
  const timer = setInterval(run, HOUR_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
