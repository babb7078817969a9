import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Database, Db } from '#server/db/client.ts';

const RETRY_MS = 500;

type Source = { db: Db; engine: Database['engine']; log: FastifyBaseLogger };

type Listener = {
  /** A notification on the channel. */
  onNotice: (payload: string) => void;
  /** Notifications may have been missed until now. */
  onGap: () => void;
};

export type Listening = {
  /** True while every notification is received. */
  isUp: () => boolean;
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
  return { isUp: () => true, stop: async () => void client.off('notification', hear) };
}

/** Listens on a connection of its own, and connects again whenever it breaks. */
async function listenApart(
  pool: pg.Pool,
  channel: string,
  { onNotice, onGap }: Listener,
  log: FastifyBaseLogger,
): Promise<Listening> {
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
    const next = new pg.Client({ ...pool.options, keepAlive: true });
    client = next;
    next.on('notification', ({ payload = '' }) => onNotice(payload));
    // A broken connection raises both events; those of an earlier connection are ignored.
    for (const event of ['error', 'end'] as const)
      next.on(event, (error?: unknown) => next === client && retry(error));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      isUp = true;
    } catch (error) {
      void next.end().catch(() => undefined);
      retry(error);
    }
  };
  await connect();
  const stop = async () => {
    isOver = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  return { isUp: () => isUp, stop };
}

/**
 * Listens to the notifications of committed transactions on a channel, from this process or another
 * one; returns a way to stop.
 */
export function listen(
  { db, engine, log }: Source,
  channel: string,
  listener: Listener,
): Promise<Listening> {
  const pool = (db as Db & { $client: pg.Pool }).$client;
  return engine === 'embedded'
    ? listenInside(pool, channel, listener)
    : listenApart(pool, channel, listener, log);
}
