import { once } from 'node:events';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { followCertificate } from '#server/http/renewed-certificate.ts';
import { readTls } from '#server/lib/tls-files.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { makeCertificate, testTls } from '#tests/helpers/test-tls.ts';

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

/** The answer to a client that speaks TLS 1.2 with these suites alone. */
async function shakesHands(at: number, ciphers: string): Promise<boolean> {
  const options = { maxVersion: 'TLSv1.2', ciphers, rejectUnauthorized: false } as const;
  const socket = tls.connect({ port: at, host: '127.0.0.1', ...options });
  const outcome = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return outcome;
}
const strong = 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256';
const weak = 'ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256:AES128-GCM-SHA256';

it('speaks to no client that offers only suites without authenticated encryption or forward secrecy', async () => {
  expect([await shakesHands(port, strong), await shakesHands(port, weak)]).toEqual([true, false]);
});

it('uses a renewed certificate without a restart, and keeps the old one while the files are broken', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-renewed-'));
  const tlsFiles = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const other = { cert: path.join(folder, 'next.pem'), key: path.join(folder, 'next-key.pem') };
  for (const files of [tlsFiles, other]) makeCertificate(files);
  const first = readTls(tlsFiles);
  const renewing = await startTestServer({ seed: 'empty', config: { tls: first } });
  try {
    followCertificate(renewing.app, { tls: first, tlsFiles }, 20);
    await renewing.app.listen({ port: 0, host: '127.0.0.1' });
    const { port: renewed } = renewing.app.server.address() as AddressInfo;
    const shown = async () => {
      const socket = tls.connect({ port: renewed, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    const before = await shown();
    // A renewal writes one file after the other.
    const error = vi.spyOn(renewing.app.log, 'error');
    fs.copyFileSync(other.cert, tlsFiles.cert);
    await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
    expect(await shown()).toBe(before);
    fs.copyFileSync(other.key, tlsFiles.key);
    await vi.waitFor(async () => expect(await shown()).not.toBe(before));
    expect([await shakesHands(renewed, strong), await shakesHands(renewed, weak)]).toEqual([
      true,
      false,
    ]);
  } finally {
    await renewing.close();
    fs.rmSync(folder, { recursive: true });
  }
});
