import pg from 'pg';
import { keepAlive, limitConnection } from './connection-limits.ts';
import { openDirect, type ServerAddress } from './direct-connection.ts';
import { drizzlePool, type Db } from './drizzle-pool.ts';
import { startEmbeddedEngine } from './embedded-engine.ts';
import { freeBytes } from './free-space.ts';
import { migrate, type BeforeUpdate } from './migrate.ts';

export type { Db, Tx } from './drizzle-pool.ts';

export type Database = {
  db: Db;
  engine: 'embedded' | 'postgresql';
  close: () => Promise<void>;
  image?: () => Promise<Uint8Array>;
  /** Settles only if the database is gone for good and the process must be started again. */
  lost?: Promise<Error>;
  /** The free space for the embedded engine. Nobody can ask a PostgreSQL server for it. */
  freeBytes?: () => Promise<number>;
  /** The data folder of an embedded engine that has one, for its backup. */
  folder?: string;
};

export type DatabaseSource =
  | (ServerAddress & {
      /** The most connections of this process, with the one that listens. */
      connections?: number;
    })
  | { folder: string }
  /** In memory, from a copy that `image()` gave; for tests. */
  | { image: Uint8Array | undefined };

type ServerSource = Extract<DatabaseSource, ServerAddress>;

const CONNECTIONS = 10;
/** The connection of `server/lib/listen.ts`, which is not one of the pool. */
const LISTENING = 1;
const CONNECT_TIMEOUT_MS = 10_000;

/** The one who starts the server hears of trouble with connections, and reads lines about it. */
type Console = {
  onError: (error: Error) => void;
  say: (line: string) => void;
  beforeUpdate?: BeforeUpdate | undefined;
};

/**
 * Opens PostgreSQL at `url`, or the embedded engine, and brings the schema up to date. The same
 * driver reaches both and both speak the same SQL, so nothing above this file knows which it is.
 * `say` prints a line for the person at the console. A server and its commands open their centre
 * with `openCentre`, which makes a backup in `beforeUpdate`.
 */
export async function openDatabase(
  source: DatabaseSource,
  onError: (error: Error) => void,
  say: (line: string) => void = () => {},
  beforeUpdate?: BeforeUpdate,
): Promise<Database> {
  const console = { onError, say, beforeUpdate };
  return 'url' in source ? openServer(source, console) : openEmbedded(source, console);
}

/**
 * A connection that breaks (a database restart, a limit that strikes) must not end the process: the
 * pool opens another one. The pool itself reports only idle connections, which is a second report
 * here and is dropped.
 */
function outliveErrors(pool: pg.Pool, { onError }: Console): void {
  pool.on('connect', (client) => client.on('error', onError)).on('error', () => {});
}

async function openServer(
  { url, directUrl, connections = CONNECTIONS }: ServerSource,
  console: Console,
): Promise<Database> {
  // A statement sets the limits, because poolers such as PgBouncer refuse settings at the start of
  // a connection. If it fails, the caller's first query fails too and reports it.
  const onConnect = (client: pg.ClientBase) => void client.query(limitConnection).catch(() => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: connections - LISTENING,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...keepAlive,
    // Behind a pooler the account has the limits.
    ...(directUrl === undefined && { onConnect }),
  });
  outliveErrors(pool, console);
  try {
    const direct = await openDirect({ url, directUrl }, pool, console.onError);
    try {
      await migrate(direct, undefined, console);
    } finally {
      await direct.end();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzlePool(pool), engine: 'postgresql', close: () => pool.end() };
}

async function openEmbedded(
  source: { folder: string } | { image: Uint8Array | undefined },
  console: Console,
): Promise<Database> {
  const { pool, ...engine } = await startEmbeddedEngine(
    'folder' in source
      ? { ...source, say: console.say }
      : source.image
        ? { image: source.image }
        : {},
  );
  outliveErrors(pool, console);
  try {
    await migrate(pool, undefined, { beforeUpdate: console.beforeUpdate });
  } catch (error) {
    await engine.close();
    throw error;
  }
  const db = drizzlePool(pool);
  if (!('folder' in source)) return { db, engine: 'embedded', ...engine };
  const { folder } = source;
  return { db, engine: 'embedded', ...engine, folder, freeBytes: () => freeBytes(folder) };
}
