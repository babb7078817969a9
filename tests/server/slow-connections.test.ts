import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionLimits } from '#server/http/connections.ts';
import { drawDemoLogo } from '#server/seed/demo-logo.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

const CONNECTIONS = 6;
let server: TestServer;
let owner: Client;
let port: number;
const open: net.Socket[] = [];
beforeAll(async () => {
  const limits = { headMs: 400, bodyMs: 400, fileMs: 3000, lookEveryMs: 100 };
  server = await startTestServer({ limits: { ...limits, connections: CONNECTIONS } });
  owner = await server.as('superadmin');
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.close();
});

/** A connection that has sent `text`; `ended` gives everything that came until its end. */
async function connection(text = '') {
  const socket = net.connect(port, '127.0.0.1');
  open.push(socket);
  let came = '';
  socket.setEncoding('utf8').on('data', (part: string) => (came += part));
  socket.on('error', () => {});
  // A reset is an end, too: what came before it counts.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(came)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, ended };
}

const head = (path: string, of: Record<string, string | number>) =>
  [
    `POST /api${path} HTTP/1.1`,
    'host: desk',
    `authorization: Bearer ${owner.token}`,
    'idempotency-key: a-key-that-comes-slowly',
    ...Object.entries(of).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** Sends a byte now and then, as a program that only wants to keep the connection. */
async function drip(socket: net.Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Buffer.from([byte]));
    await wait(50);
  }
}

it('ends connections that send nothing, half a head, or a body drop by drop', async () => {
  const silent = await connection();
  const half = await connection('GET /api/health HTTP/1.1\r\nhost: desk\r\n');
  const json = { 'content-type': 'application/json', 'content-length': 500 };
  const slow = await connection(head('/branches', json));
  void drip(slow.socket, Buffer.alloc(500, ' '));
  // Others are answered meanwhile.
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  const answers = await Promise.all([silent.ended, half.ended, slow.ended]);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 408 /);
  expect(answers[2]).not.toMatch(/ 20\d /);
});

it('gives a file the time that a slow line needs', async () => {
  const png = drawDemoLogo().content;
  const whole = { 'content-type': 'image/png', 'content-length': png.length, connection: 'close' };
  const { socket, ended } = await connection(head('/files', whole));
  await drip(socket, png.subarray(0, 20));
  socket.write(png.subarray(20));
  expect(await ended).toMatch(/^HTTP\/1\.1 201 /);
});

it('refuses a request that says its length in two ways, and reads nothing behind it', async () => {
  const two = { 'content-type': 'application/json', 'content-length': 5 };
  const { ended } = await connection(
    `${head('/branches', { ...two, 'transfer-encoding': 'chunked' })}0\r\n\r\nGET /api/health HTTP/1.1\r\nhost: desk\r\n\r\n`,
  );
  const came = await ended;
  expect(came).toMatch(/^HTTP\/1\.1 400 /);
  expect(came.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

it('gives nothing back to TRACE', async () => {
  const { ended } = await connection(
    'TRACE /api/health HTTP/1.1\r\nhost: desk\r\nx-told: a-secret\r\nconnection: close\r\n\r\n',
  );
  const came = await ended;
  expect(came).toMatch(/^HTTP\/1\.1 40[45] /);
  expect(came).not.toContain('a-secret');
});

it('closes connections above the limit at once, and answers those it has', async () => {
  const held = [];
  for (let n = 0; n < CONNECTIONS; n += 1) held.push(await connection());
  const above = await connection('GET /api/health HTTP/1.1\r\nhost: desk\r\n\r\n');
  expect(await above.ended).toBe('');
  const [first] = held;
  first?.socket.write('GET /api/health HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n\r\n');
  expect(await first?.ended).toMatch(/^HTTP\/1\.1 200 /);
});

it('has 1,000 connections and the times of docs/operations.md', () => {
  expect(connectionLimits).toMatchObject({ connections: 1000, headMs: 20_000, bodyMs: 30_000 });
});
