import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { isBehind, refuseForeignDatabase } from './foreign-database.ts';
import { releaseMigrationLock, takeMigrationLock, type Waiting } from './migration-lock.ts';
import { renewTexts } from './text-form.ts';

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
  afterMigrations: [renewTexts],
};

/** Work that must be done before a newer program changes an older database, such as a backup. */
export type BeforeUpdate = (client: pg.PoolClient) => Promise<void>;

/** The schema of a database: the number of its migrations, and the hash of the newest. */
export type SchemaVersion = { migrations: number; hash: string };

/** The schema of a database that a server has opened. */
export async function schemaOf(client: {
  query: (text: string) => Promise<{ rows: unknown[] }>;
}): Promise<SchemaVersion> {
  const { rows } = await client.query(
    `select count(*) over ()::int as n, hash from drizzle.__drizzle_migrations
     order by created_at desc limit 1`,
  );
  const [newest] = rows as { n: number; hash: string }[];
  return { migrations: newest?.n ?? 0, hash: newest?.hash ?? '' };
}

/** True if this program can open a database of that schema: its own, or an older one. */
export const isKnownSchema = ({ hash }: SchemaVersion): boolean =>
  readMigrationFiles(thisRelease).some((migration) => migration.hash === hash);

const AWAKE_EVERY_MS = 10_000;

/** Keeps the connection, and the lock with it, during work that takes place elsewhere. */
async function keepAwake(client: pg.PoolClient, work: BeforeUpdate): Promise<void> {
  const timer = setInterval(() => void client.query('select 1').catch(() => {}), AWAKE_EVERY_MS);
  try {
    await work(client);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Brings the database to this version's schema. Several processes may start at once: one migrates,
 * the others wait. `beforeUpdate` is called once the lock is held, if an older version has filled
 * the database; nothing is changed if it throws.
 */
export async function migrate(
  pool: pg.Pool,
  upgrade: Upgrade = thisRelease,
  { beforeUpdate, ...waiting }: Waiting & { beforeUpdate?: BeforeUpdate | undefined } = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    // A statement of a migration takes as long as it takes. A process that stands still between two
    // of them loses its connection, and the lock with it.
    await client.query(
      "set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = '60s'; set idle_session_timeout = '60s'",
    );
    await takeMigrationLock(client, waiting);
    try {
      await refuseForeignDatabase(client, upgrade);
      if (beforeUpdate && (await isBehind(client, upgrade))) await keepAwake(client, beforeUpdate);
      await runMigrations(drizzle(client), upgrade);
      for (const step of upgrade.afterMigrations) await step(drizzle(client));
    } finally {
      await releaseMigrationLock(client);
    }
  } finally {
    // Closing the connection takes its settings with it.
    client.release(true);
  }
}
