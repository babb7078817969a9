import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { warnOfProxies } from '#server/http/proxy-warnings.ts';
import type { Config } from '#server/lib/config.ts';

type Request = { remoteAddress: string; headers?: Record<string, string> };
const direct: Request = { remoteAddress: '10.0.0.9' };
const own: Request = { remoteAddress: '127.0.0.1' };
const named: Request = { remoteAddress: '10.0.0.2', headers: { 'x-forwarded-for': '10.0.0.9' } };

/** The lines that a server says to these requests. */
async function said(trustProxy: Config['trustProxy'], requests: Request[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'warn', stream } });
  warnOfProxies(app, { trustProxy });
  app.get('/', async () => 'here');
  for (const request of requests) await app.inject({ url: '/', ...request });
  await app.close();
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

it('says once that a proxy is not trusted, or that there is none to trust', async () => {
  expect(await said(false, [direct, named, named])).toEqual([expect.stringContaining('not set')]);
  expect(await said(1, [named, own, direct, direct])).toEqual([
    expect.stringContaining('TRUST_PROXY is set'),
  ]);
});

it('says nothing where the setting fits', async () => {
  expect(await said(false, [direct, own])).toEqual([]);
  expect(await said(1, [named, own])).toEqual([]);
  expect(await said(['10.0.0.2'], [named, direct])).toEqual([]);
});
