import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/lib/config.ts';

const OWN_MACHINE = /^(::1$|(::ffff:)?127\.)/;

/**
 * Says once in the log when TRUST_PROXY does not fit the requests. Without it all devices behind a
 * proxy have one address and are limited together; with it and no proxy, anybody names an address
 * and is limited by none.
 */
export function warnOfProxies(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  // Addresses in a list are trusted one by one, so a request of another one names nothing.
  if (Array.isArray(trustProxy)) return;
  const isTrusted = trustProxy !== false;
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, socket }) => {
    const isNamed = headers['x-forwarded-for'] !== undefined;
    if (isSaid || isNamed === isTrusted) return;
    // What watches the health of the server asks it on its own machine, without the proxy.
    if (isTrusted && OWN_MACHINE.test(socket.remoteAddress ?? '')) return;
    isSaid = true;
    app.log.warn(
      isTrusted
        ? 'TRUST_PROXY is set, and a request came without X-Forwarded-For: where no proxy stands in front, anybody can name any address. Remove TRUST_PROXY, or let nobody but the proxy reach this port.'
        : 'A request has X-Forwarded-For, and TRUST_PROXY is not set: if a proxy stands in front, all devices have its address, and a few wrong passwords make all wait. Set TRUST_PROXY=1.',
    );
  });
}
