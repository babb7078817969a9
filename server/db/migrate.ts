import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { refuseOlderDatabase } from './older-database.ts';

export type Upgrade = {
  migrationsFolder: string;
  /**
   * Work that SQL cannot do, such as normalising Lao for a search column. It runs after the
   * migrations at every start, so a second run must change nothing.
   */
  afterMigrations: readonly ((db: NodePgDatabase) => Promise<void>)[];
};

const thisRelease: Upgrade = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
  afterMigrations: [],
};

/** An arbitrary number that every server process must use, so that they wait for each other. */
const MIGRATION_LOCK = 727_274;

/**
 * Brings the database to this version's schema. Several processes may start at once: one migrates,
 * the others wait.
 */
export async function migrate(pool: pg.Pool, upgrade: Upgrade = thisRelease): Promise<void> {
  const client = await pool.connect();
  try {
    // A migration, or the wait for another process's, takes as long as it takes.
    await client.query(
      'set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOlderDatabase(client, upgrade);
    await runMigrations(drizzle(client), upgrade);
    for (const step of upgrade.afterMigrations) await step(drizzle(client));
  } finally {
    // Closing the connection frees the lock even when the migration broke it.
    client.release(true);
  }
}
