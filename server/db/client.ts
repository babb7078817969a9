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
  | { url: string }
  | { folder: string }
  /** In memory, from a copy that `image()` gave; for tests. */
  | { image: Uint8Array | undefined };

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens PostgreSQL at `url`, or the embedded engine, and brings the schema up to date. Both are reached by the same
 * driver and speak the same SQL, so nothing above this file knows which one it is.
 */
export async function openDatabase(source: DatabaseSource, onError: (error: Error) => void): Promise<Database> {
  const opened = 'url' in source ? openServer(source.url) : await openEmbedded(source);
  // An idle connection that breaks (a database restart) must not end the process: the pool opens another one.
  opened.pool.on('error', onError);
  try {
    await migrate(opened.pool);
  } catch (error) {
    await opened.database.close();
    throw error;
  }
  return opened.database;
}

function openServer(url: string): { pool: pg.Pool; database: Database } {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  return { pool, database: { db: drizzle(pool, { schema }), engine: 'postgresql', close: () => pool.end() } };
}

async function openEmbedded(
  source: { folder: string } | { image: Uint8Array | undefined },
): Promise<{ pool: pg.Pool; database: Database }> {
  const { pool, ...engine } = await startEmbeddedEngine(
    'folder' in source ? source : source.image ? { image: source.image } : {},
  );
  return { pool, database: { db: drizzle(pool, { schema }), engine: 'embedded', ...engine } };
}
