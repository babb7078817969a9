import { randomBytes } from 'node:crypto';
import type pg from 'pg';

const HEARD_WITHIN_MS = 3000;

/**
 * True if a notification that `sender` sends reaches `listener`, on a channel of its own. Behind a
 * pooler that lends its connections for one transaction, `listen` succeeds and nothing ever comes.
 * The sender must be another connection, because a connection always hears itself.
 */
export async function isHeard(
  listener: pg.ClientBase,
  sender: Pick<pg.Pool, 'query'>,
  withinMs: number = HEARD_WITHIN_MS,
): Promise<boolean> {
  const channel = `branchdesk_${randomBytes(8).toString('hex')}`;
  let hear = (_notice: pg.Notification) => {};
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<boolean>((resolve) => {
    hear = (notice) => notice.channel === channel && resolve(true);
    timer = setTimeout(() => resolve(false), withinMs).unref();
  });
  listener.on('notification', hear);
  try {
    await listener.query(`listen ${channel}`);
    await sender.query('select pg_notify($1, $2)', [channel, '']);
    return await answer;
  } finally {
    clearTimeout(timer);
    listener.off('notification', hear);
    await listener.query(`unlisten ${channel}`).catch(() => {});
  }
}
