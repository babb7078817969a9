import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Database, Db } from '#server/db/client.ts';
import { limitConnection } from '#server/db/connection-limits.ts';
import { isHeard } from '#server/db/heard.ts';

const RETRY_MS = 500;

type Source = {
  db: Db;
  engine: Database['engine'];
  log: FastifyBaseLogger;
  /** The address of PostgreSQL itself where the pool leads through a pooler. */
  directUrl?: string | undefined;
};

type Listener = {
  /** A notification on the channel. */
  onNotice: (payload: string) => void;
  /** Notifications may have been missed until now. */
  onGap: () => void;
};

export type Listening = {
  /** True while every notification is received. */
  isUp: () => boolean;
  /**
   * Asks for a notification and waits for it. If it does not come, changes may have been missed
   * until the next `onGap`.
   */
  confirm: () => Promise<boolean>;
  stop: () => Promise<void>;
};

/** The embedded engine has one session for everybody, so its only connection also listens. */
async function listenInside(
  pool: pg.Pool,
  channel: string,
  { onNotice }: Listener,
): Promise<Listening> {
  const hear = (notice: pg.Notification) => {
    if (notice.channel === channel) onNotice(notice.payload ?? '');
  };
  const client = await pool.connect();
  client.on('notification', hear);
  try {
    await client.query(`listen ${channel}`);
  } finally {
    client.release();
  }
  return {
    isUp: () => true,
    confirm: () => Promise.resolve(true),
    stop: async () => void client.off('notification', hear),
  };
}

/**
 * Listens on a connection of its own, and connects again whenever it breaks. A pooler or a lost
 * network may swallow notifications while the connection stands. So it counts as up only after a
 * notification of its own has arrived.
 */
async function listenApart(
  { log, directUrl }: Source,
  pool: pg.Pool,
  channel: string,
  { onNotice, onGap }: Listener,
): Promise<Listening> {
  const address = directUrl === undefined ? {} : { connectionString: directUrl };
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isUp = false;
  let isOver = false;
  const retry = (error: unknown) => {
    if (isUp) log.warn({ err: error }, 'lost the connection that listens');
    isUp = false;
    if (isOver || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect().then(() => isUp && onGap());
    }, RETRY_MS);
  };
  const connect = async () => {
    const next = new pg.Client({ ...pool.options, ...address });
    client = next;
    next.on('notification', (notice) => {
      if (notice.channel === channel) onNotice(notice.payload ?? '');
    });
    // A broken connection raises both events; those of an earlier connection are ignored.
    for (const event of ['error', 'end'] as const)
      next.on(event, (error?: unknown) => next === client && retry(error));
    try {
      await next.connect();
      await next.query(limitConnection);
      await next.query(`listen ${channel}`);
      if (!(await isHeard(next, pool))) throw new Error('notifications do not arrive');
      isUp = true;
    } catch (error) {
      void next.end().catch(() => undefined);
      retry(error);
    }
  };
  const confirm = async () => {
    const asked = client;
    if (!isUp || !asked) return false;
    // A database that does not answer at all is no reason to connect again.
    const isSilent = await isHeard(asked, pool).then(
      (heard) => !heard,
      () => undefined,
    );
    if (isSilent && asked === client) {
      void asked.end().catch(() => undefined);
      retry(new Error('notifications do not arrive'));
    }
    return isUp && isSilent === false;
  };
  await connect();
  const stop = async () => {
    isOver = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  return { isUp: () => isUp, confirm, stop };
}

/**
 * Listens to the notifications of committed transactions on a channel, from this process or another
 * one; returns a way to stop.
 */
export function listen(source: Source, channel: string, listener: Listener): Promise<Listening> {
  const pool = (source.db as Db & { $client: pg.Pool }).$client;
  return source.engine === 'embedded'
    ? listenInside(pool, channel, listener)
    : listenApart(source, pool, channel, listener);
}
