import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#server/db/client.ts';

/** Stands in a PostgreSQL database from the beginning of a restore to its end. */
const MARK = 'branchdesk_restoring';

/** A restore ended half-way, so the database is not the centre: nobody was signed out of it. */
export class RestoreUnfinished extends Error {
  constructor() {
    super(
      'A restore into the database in DATABASE_URL was not finished: create an empty database, and restore the backup again.',
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
    return rows.length === 0;
  });

export const markUnfinished = (address: string): Promise<unknown> =>
  withPool(address, (pool) => pool.query(`create schema ${MARK}`));

export const unmark = sql.raw(`drop schema if exists ${MARK}`);

/** Empties a database that was empty before the restore, which failed. */
export const emptyDatabase = (address: string): Promise<unknown> =>
  withPool(address, (pool) =>
    pool.query(
      `drop schema if exists ${MARK}; drop schema if exists drizzle cascade;
       drop schema public cascade; create schema public`,
    ),
  );

/** Throws `RestoreUnfinished` if a restore into this database ended half-way. */
export async function refuseUnfinished(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`select from pg_namespace where nspname = ${MARK}`);
  if (rows.length > 0) throw new RestoreUnfinished();
}
