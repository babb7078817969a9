import { execFile } from 'node:child_process';
import type { FastifyInstance } from 'fastify';

/** Signs of life for each time limit, so that one may be late. */
const SIGNS_PER_LIMIT = 3;

/**
 * Tells systemd that the server listens, and then that its event loop goes round, as often as
 * `WatchdogSec=` of its unit asks for. A process that stands still is ended and started again. It
 * says nothing about the database, because a start would not bring that back. Node has no datagram
 * sockets, so the program `systemd-notify` sends the words.
 */
export function tellServiceManager(
  app: FastifyInstance,
  variables: Record<string, string | undefined> = process.env,
): void {
  if (!variables['NOTIFY_SOCKET']) return;
  const tell = (word: string) => {
    execFile('systemd-notify', [word], { env: variables }, (error) => {
      if (error) app.log.error({ err: error }, 'systemd could not be told of this server');
    });
  };
  const limitMs = Number(variables['WATCHDOG_USEC'] ?? 0) / 1000;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    tell('READY=1');
    if (limitMs > 0)
      timer = setInterval(() => tell('WATCHDOG=1'), limitMs / SIGNS_PER_LIMIT).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
