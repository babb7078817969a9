import http from 'node:http';
import https from 'node:https';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Config } from '#server/lib/config.ts';
import { secureChannel } from '#server/lib/tls-files.ts';

export type ConnectionLimits = {
  /** Connections at once; one more is closed before anything is read from it. */
  connections: number;
  /** Time for the head of a request, and for the handshake of TLS. */
  headMs: number;
  /** Time for a whole request with a body of at most `MAX_BODY_BYTES`. */
  bodyMs: number;
  /** Time for a whole request with a file, which a slow line needs longer for. */
  fileMs: number;
  /** The times above are looked at this often. */
  lookEveryMs: number;
};

/** The largest body; a route that takes files says its own. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** docs/operations.md, "Limits of the server". */
export const connectionLimits: ConnectionLimits = {
  connections: 1000,
  headMs: 20_000,
  bodyMs: 30_000,
  fileMs: 120_000,
  lookEveryMs: 5000,
};

/**
 * Longer than the 60 s after which proxies close idle connections, so that the server never closes
 * one they reuse.
 */
const KEEP_ALIVE_MS = 72_000;

/** Makes the HTTP or HTTPS server, which ends connections that only keep a place. */
export function listenWith(tls: Config['tls'], limits: ConnectionLimits): FastifyServerFactory {
  const timeouts = {
    headersTimeout: limits.headMs,
    requestTimeout: limits.fileMs,
    connectionsCheckingInterval: limits.lookEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  return (handler) => {
    const server = tls
      ? https.createServer(
          { ...tls, ...secureChannel, ...timeouts, handshakeTimeout: limits.headMs },
          handler,
        )
      : http.createServer(timeouts, handler);
    server.maxConnections = limits.connections;
    return server;
  };
}

/** Ends a request whose small body arrives drop by drop; Node.js has one time for all requests. */
export function endSlowBodies(
  app: FastifyInstance,
  { bodyMs }: Pick<ConnectionLimits, 'bodyMs'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    const takesFile = routeOptions.bodyLimit !== MAX_BODY_BYTES;
    if (!hasBody || takesFile) return done();
    const timer = setTimeout(() => {
      request.log.warn('The body of a request came too slowly');
      raw.destroy();
    }, bodyMs);
    const stop = () => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    done();
  });
}
