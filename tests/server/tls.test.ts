import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { testTls } from '#tests/helpers/test-tls.ts';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer({ seed: 'empty', config: { tls: testTls } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

it('speaks TLS itself, with the certificate it was given', async () => {
  const options = {
    host: 'localhost',
    port,
    path: '/api/health',
    ca: testTls.cert,
    servername: 'localhost',
  };
  const [answer] = (await once(https.get(options), 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d+/);
  expect(JSON.parse(await text(answer))).toMatchObject({ status: 'ok' });
});

it('is refused by a client that does not know the certificate', async () => {
  const request = https.get({ host: 'localhost', port, path: '/api/health' });
  const [error] = (await once(request, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
});
