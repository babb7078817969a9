import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#server/db/client.ts';

/** Each stands in a PostgreSQL database from the beginning of such an act to its end. */
const MARKS = { restore: 'branchdesk_restoring', move: 'branchdesk_moving' } as const;
type Act = keyof typeof MARKS;

/** A restore ended half-way, so the database is not the centre: nobody was signed out of it. */
export class RestoreUnfinished extends Error {
  constructor() {
    super(
      'A restore into the database in DATABASE_URL was not finished: create an empty database, and restore the backup again.',
    );
  }
}

/** A move of a data folder ended half-way, so not all of the centre is there. */
export class MoveUnfinished extends Error {
  constructor() {
    super(
      'A move into the database in DATABASE_URL is under way or was cut off: type npm run move-to-postgres again, or start without DATABASE_URL on the data folder, which is as it was.',
    );
  }
}

export async function withPool<Result>(
  address: string,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  pool.on('error', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export const isEmptyDatabase = (address: string): Promise<boolean> =>
  withPool(address, async (pool) => {
    const { rows } = await pool.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
       and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') limit 1`,
    );
    return rows.length === 0 && (await markedAct(pool)) === undefined;
  });

/** The act that has begun in a database and has not ended. */
export async function markedAct(client: {
  query: (text: string) => Promise<{ rows: unknown[] }>;
}): Promise<Act | undefined> {
  const { rows } = await client.query('select nspname as name from pg_namespace');
  const names = new Set((rows as { name: string }[]).map(({ name }) => name));
  return (['restore', 'move'] as const).find((act) => names.has(MARKS[act]));
}

export const markDatabase = (address: string, act: Act): Promise<unknown> =>
  withPool(address, (pool) => pool.query(`create schema ${MARKS[act]}`));

export const unmark = `drop schema if exists ${Object.values(MARKS).join(', ')}`;

/** Empties a database that was empty before the restore or the move, which failed. */
export const emptyDatabase = (address: string): Promise<unknown> =>
  withPool(address, (pool) =>
    pool.query(
      `${unmark}; drop schema if exists drizzle cascade;
       drop schema public cascade; create schema public`,
    ),
  );

/** Throws `RestoreUnfinished` or `MoveUnfinished` if one into this database ended half-way. */
export async function refuseUnfinished(db: Db): Promise<void> {
  const found = await markedAct({ query: (text) => db.execute(sql.raw(text)) });
  if (found === 'restore') throw new RestoreUnfinished();
  if (found === 'move') throw new MoveUnfinished();
}
