import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startEmbeddedEngine } from './embedded-engine.ts';
import { migrate } from './migrate.ts';
import * as schema from './schema.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = {
  db: Db;
  engine: 'embedded' | 'postgresql';
  close: () => Promise<void>;
  image?: () => Promise<Uint8Array>;
  /** Settles only if the database is gone for good and the process must be started again. */
  lost?: Promise<Error>;
};

export type DatabaseSource =
  | { url: string; poolSize?: number }
  | { folder: string }
  /** In memory, from a copy that `image()` gave; for tests. */
  | { image: Uint8Array | undefined };

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Settings of every connection. The limits keep one request from holding a connection, or rows that
 * others wait for, without end; the rest suits many short queries on a disk without moving parts.
 */
const SESSION = [
  "set lock_timeout = '20s'",
  "set statement_timeout = '40s'",
  "set idle_in_transaction_session_timeout = '60s'",
  'set jit = off',
  'set random_page_cost = 1.1',
  'set max_parallel_workers_per_gather = 0',
].join(';');

/**
 * Opens PostgreSQL at `url`, or the embedded engine, and brings the schema up to date. Both are
 * reached by the same driver and speak the same SQL, so nothing above this file knows which one it
 * is.
 */
export async function openDatabase(
  source: DatabaseSource,
  onError: (error: Error) => void,
): Promise<Database> {
  const opened = 'url' in source ? openServer(source) : await openEmbedded(source);
  // A connection that breaks (a database restart, a limit that strikes) must not end the process:
  // the pool opens another one. By itself the pool hears only of those that are idle, and tells it
  // a second time.
  opened.pool.on('connect', (client) => client.on('error', onError)).on('error', () => {});
  try {
    await migrate(opened.pool);
  } catch (error) {
    await opened.database.close();
    throw error;
  }
  return opened.database;
}

function openServer({ url, poolSize = POOL_SIZE }: { url: string; poolSize?: number }): {
  pool: pg.Pool;
  database: Database;
} {
  // Set by a statement and not at the start of the connection, which poolers such as PgBouncer
  // refuse. If it fails, the query behind it fails too and reports the error.
  const onConnect = (client: pg.ClientBase) => void client.query(SESSION).catch(() => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    onConnect,
  });
  return {
    pool,
    database: { db: drizzle(pool, { schema }), engine: 'postgresql', close: () => pool.end() },
  };
}

async function openEmbedded(
  source: { folder: string } | { image: Uint8Array | undefined },
): Promise<{ pool: pg.Pool; database: Database }> {
  const { pool, ...engine } = await startEmbeddedEngine(
    'folder' in source ? source : source.image ? { image: source.image } : {},
  );
  return { pool, database: { db: drizzle(pool, { schema }), engine: 'embedded', ...engine } };
}
