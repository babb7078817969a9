import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const LIMIT_MS = 1000;

/** Tells whether a connection to this address reaches a PostgreSQL that can be written to. */
export async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ primary: boolean }>(
      'select not pg_is_in_recovery() as primary',
    );
    return rows[0]?.primary === true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Answers 200 while the PostgreSQL at `url` is the primary, else 503, as the REST API of Patroni
 * does at `/primary`. A pooler asks it where to lead its clients.
 */
export async function answerRole(url: string): Promise<{ port: number; stop: () => void }> {
  const server = http.createServer((_request, response) => {
    void isPrimary(url).then((primary) => response.writeHead(primary ? 200 : 503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
