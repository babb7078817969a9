import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { VERSION } from '#contract/version.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { testTls } from '#tests/helpers/test-tls.ts';

const CLIENT = 'https://desk.example.com';
const page = '<!doctype html><title>BranchDesk</title>';
let server: TestServer;
let elsewhere: TestServer;
let clientDir: string;
beforeAll(async () => {
  clientDir = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-client-'));
  const files: Record<string, string | Buffer> = {
    'index.html': page,
    'index.html.br': brotliCompressSync(page),
    'assets/app-1a2b.js': 'let app;',
    'assets/app-1a2b.js.br': brotliCompressSync('let app;'),
    'sw.js': 'let worker;',
    'locales/en/common.json': '{}',
    'csp.json': JSON.stringify({ script: ["'sha256-boot'"], style: ["'sha256-frame'"] }),
    '.stamp': 'x',
    '.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(clientDir, name)), { recursive: true });
    writeFileSync(path.join(clientDir, name), content);
  }
  server = await startTestServer({ config: { clientDir } });
  elsewhere = await startTestServer({
    seed: 'empty',
    config: {
      clientOrigin: CLIENT,
      apiOrigin: 'https://api.example.com',
      tls: testTls,
    },
  });
});
afterAll(async () => {
  await server.close();
  await elsewhere.close();
  rmSync(clientDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

describe('the client', () => {
  it.each(['/', '/auth/signin', '/billing-finance/exchange-rates?id=1', '/anything/else'])(
    'is served at %s',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
        200,
        page,
        'no-cache',
      ]);
    },
  );

  it.each(['', 'br'])(
    'labels modules, but no other script, so that kept compiled code is used (compressed: "%s")',
    async (encoding) => {
      const typeOf = async (file: string) =>
        (await get(file, { 'accept-encoding': encoding })).headers['content-type'];
      expect(await typeOf('/assets/app-1a2b.js')).toBe('text/javascript; charset=x-user-defined');
      expect(await typeOf('/sw.js')).toBe('application/javascript; charset=utf-8');
    },
  );

  it('is sent compressed to browsers that take it', async () => {
    const answer = await get('/auth/signin', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page);
  });

  it('keeps hashed assets for ever and asks again for all else', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/locales/en/common.json')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/gone-9z.js',
    '/locales/en/nothing.json',
    '/locales/xx/common.json',
    '/favicon.ico',
    '/csp.json',
    '/.stamp',
    '/.vite/manifest.json',
    '/..%2fpackage.json',
    '/api',
    '/api/nothing',
    '/api/docs/nothing',
  ])('never stands in for %s', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json<object>()]).toEqual([
      404,
      { error: 'Not found', code: 'notFound' },
    ]);
  });

  it('is not an answer to a write', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/auth/signin' })).statusCode).toBe(404);
  });
});

describe('headers', () => {
  it('allow scripts and styles of the page and nothing inline besides', async () => {
    const policy = (await get('/')).headers['content-security-policy'];
    expect(String(policy).split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-boot'",
      "style-src 'self' 'sha256-frame' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it('stand on every answer, errors too', async () => {
    for (const url of ['/', '/api/health', '/api/nothing', '/api/auth/me']) {
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()') as string,
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
      });
    }
  });

  it('promise HTTPS for a year, and only when the server speaks it', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
    const secure = await elsewhere.anybody.get('/health');
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('let no cache keep an answer of the API', async () => {
    for (const url of ['/api/health', '/api/auth/me', '/api/nothing']) {
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    }
  });

  it('give each request an id of the server’s own', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const ids = [await get('/api/health', headers), await get('/api/health', headers)].map(
      (a) => a.headers['x-request-id'],
    );
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });
});

describe('a client served elsewhere', () => {
  const ask = (origin: string, headers: Record<string, string> = {}) =>
    elsewhere.app.inject({
      method: 'OPTIONS',
      url: '/api/branches',
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    });

  it('may ask first, without a session', async () => {
    const answer = await ask(CLIENT);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(CLIENT);
    expect(answer.headers['access-control-allow-headers']).toContain('idempotency-key');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('may read the answer and the count of rows, errors too', async () => {
    const answer = await elsewhere.anybody.get('/branches', { origin: CLIENT });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': CLIENT,
      vary: expect.stringContaining('Origin') as string,
    });
    expect(answer.headers['access-control-expose-headers']).toContain('x-total-count');
  });

  it.each([
    'https://evil.example.com',
    'https://desk.example.com.evil.com',
    'http://desk.example.com',
    'null',
  ])('is not %s', async (origin) => {
    expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await elsewhere.anybody.get('/health', { origin })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });

  it('does not exist unless it is named', async () => {
    expect(
      (await get('/api/health', { origin: CLIENT })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });

  it('may be served here and call there', async () => {
    const policy = String(
      (await elsewhere.anybody.get('/health')).headers['content-security-policy'],
    );
    expect(policy).toContain("connect-src 'self' https://api.example.com");
    expect(policy).toContain("img-src 'self' data: blob: https://api.example.com");
  });
});

describe('the description of the API', () => {
  type Operation = {
    parameters?: { name: string; in: string; required?: boolean }[];
    responses: Record<string, object>;
  };

  it('is OpenAPI 3.1, with the key of every write and the errors of every route', async () => {
    const admin = await server.as('admin');
    const spec = (await admin.get('/docs/json')).json<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    }>();
    expect(spec.openapi).toBe('3.1.0');
    const post = spec.paths['/api/branches']?.['post'];
    expect(post?.parameters).toContainEqual(
      expect.objectContaining({ name: 'idempotency-key', in: 'header', required: true }),
    );
    expect(spec.paths['/api/auth/login']?.['post']?.parameters).toBeUndefined();
    expect(Object.keys(post?.responses ?? {}).sort()).toEqual(['201', '4XX', '5XX']);
  });

  it('is for admins alone, in each form', async () => {
    const clerk = await server.as('staff');
    for (const form of ['json', 'yaml']) {
      expect((await get(`/api/docs/${form}`)).statusCode).toBe(401);
      expect((await clerk.get(`/docs/${form}`)).statusCode).toBe(403);
    }
  });

  it('can be read as a page that runs nothing inline', async () => {
    const answer = await get('/api/docs');
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
  });
});

it('says to everybody that it is well, and its version only to people who are signed in', async () => {
  const { engine } = server.database;
  expect((await get('/api/health')).json()).toEqual({ status: 'ok' });
  expect((await get('/api/version')).statusCode).toBe(401);
  const clerk = await server.as('staff');
  const { entries } = JSON.parse(
    readFileSync('server/db/migrations/meta/_journal.json', 'utf8'),
  ) as { entries: unknown[] };
  expect((await clerk.get('/version')).json()).toEqual({
    version: VERSION,
    build: 'development',
    schema: entries.length,
    engine,
  });
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: VERSION });
});
