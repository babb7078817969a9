import pg from 'pg';
import { keepAlive, limitRole, requireLimits } from './connection-limits.ts';
import { isHeard } from './heard.ts';
import { refuseReadOnly } from './read-only.ts';

export type ServerAddress = {
  url: string;
  /** The address of PostgreSQL itself where `url` leads through a pooler. */
  directUrl?: string | undefined;
};

/** Notifications do not arrive, so live changes would be lost and nobody would notice. */
export class NotificationsLost extends Error {
  constructor(hasDirectUrl: boolean) {
    super(
      hasDirectUrl
        ? 'DATABASE_DIRECT_URL hears nothing of the changes in DATABASE_URL: write the address of PostgreSQL itself, without a pooler, and the same database.'
        : 'DATABASE_URL leads through a pooler that loses notifications, such as PgBouncer with pool_mode = transaction: write the address of PostgreSQL itself into DATABASE_DIRECT_URL as well, such as DATABASE_DIRECT_URL=postgresql://user:password@host:5432/database.',
    );
  }
}

/** `DATABASE_DIRECT_URL` could not be opened. */
export class DirectUrlFailed extends Error {
  constructor(cause: Error) {
    super(`The database at DATABASE_DIRECT_URL could not be opened: ${cause.message}.`);
  }
}

async function connect(direct: pg.Pool, { directUrl }: ServerAddress): Promise<pg.PoolClient> {
  try {
    return await direct.connect();
  } catch (error) {
    if (directUrl !== undefined && error instanceof Error) throw new DirectUrlFailed(error);
    throw error;
  }
}

/**
 * Checks the way to PostgreSQL before anything is changed: the database takes changes,
 * notifications arrive, and behind a pooler the limits hold. Returns a pool of one connection that
 * reaches PostgreSQL without a pooler; the caller ends it.
 */
export async function openDirect(
  address: ServerAddress,
  pool: pg.Pool,
  onError: (error: Error) => void,
): Promise<pg.Pool> {
  const { url, directUrl } = address;
  const { connectionTimeoutMillis } = pool.options;
  const direct = new pg.Pool({
    connectionString: directUrl ?? url,
    max: 1,
    connectionTimeoutMillis,
    ...keepAlive,
  });
  direct.on('connect', (client) => client.on('error', onError)).on('error', () => {});
  try {
    const client = await connect(direct, address);
    try {
      await refuseReadOnly(client);
      if (directUrl !== undefined) await limitRole(client);
      if (!(await isHeard(client, pool))) throw new NotificationsLost(directUrl !== undefined);
      if (directUrl !== undefined) await requireLimits(pool);
    } finally {
      client.release();
    }
    return direct;
  } catch (error) {
    await direct.end();
    throw error;
  }
}
