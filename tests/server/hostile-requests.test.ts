import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { apiErrorBody, apiErrors } from '#contract/errors.ts';
import { addressOf, listedRoutes } from '#tests/helpers/routes.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

/** Sent to every route that takes a body. */
const bodies: [name: string, payload: string | Buffer, headers: Record<string, string>][] = [
  ['no body', '', json],
  ['broken JSON', '{"a":', json],
  ['a string', '"text"', json],
  ['null', 'null', json],
  ['an array', '[]', json],
  ['a number', '1e400', json],
  [
    'wrong types',
    '{"email":{"$ne":1},"password":[],"branchName":1,"code":{},"currency":[],"version":"x"}',
    json,
  ],
  [
    'prototype keys',
    '{"__proto__":{"role":"superadmin"},"constructor":{"prototype":{"x":1}}}',
    json,
  ],
  ['deep nesting', deep, json],
  ['NUL in text', JSON.stringify({ branchName: 'a\0b', email: 'a\0@b.c', note: '\0' }), json],
  ['half a character', '{"branchName":"\\ud800","note":"\\udfff"}', json],
  ['more than 1 MB', JSON.stringify({ branchName: 'x'.repeat(1_100_000) }), json],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), json],
  ['a form', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', 'hello', { 'content-type': 'text/plain' }],
  [
    'XML',
    '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
    { 'content-type': 'application/xml' },
  ],
  ['a senseless content type', '{}', { 'content-type': ';;;' }],
  ['no content type', '{}', { 'content-type': '' }],
];

function expectRefusal(answer: Answer, name?: string): void {
  expect(answer.statusCode, name).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, name).toBeLessThan(500);
  const { error, code } = z.strictObject(apiErrorBody.shape).parse(answer.json());
  expect(Object.keys(apiErrors), name).toContain(code);
  expect(error, name).not.toBe('');
}

/** Nothing is read from what is sent to these. */
const withoutBody = [
  '/auth/logout',
  '/auth/login/passkey/begin',
  '/auth/passkeys/ask',
  '/auth/lock',
  '/auth/sessions/:id/end',
  '/auth/sessions/end-others',
  '/idempotency-keys/:id/settle',
  '/staff-accounts/:id/temporary-password',
  '/staff-accounts/:id/sign-out',
  '/staff-accounts/:id/remove-second-factor',
  '/students/imports/:id/check',
  '/students/imports/:id/run',
  '/students/imports/:id/stop',
  '/teachers/imports/:id/check',
  '/teachers/imports/:id/run',
  '/teachers/imports/:id/stop',
  '/products/imports/:id/check',
  '/products/imports/:id/run',
  '/products/imports/:id/stop',
  '/papers/:kind/:id/print',
  '/closings/:id/print',
  '/settlements/:id/confirm',
  '/books/check',
  '/backups',
  '/verification/statements/:id/take-back',
  '/moves/:id/check',
  '/moves/:id/stop',
];
const takingBodies = listedRoutes().filter(
  ({ method, path }) => method !== 'GET' && !withoutBody.includes(path),
);

it.each(takingBodies)('$method $path refuses every hostile body', async ({ method, path }) => {
  await Promise.all(
    bodies.map(async ([name, payload, headers]) =>
      expectRefusal(await owner.send(method, addressOf(path), { payload, headers }), name),
    ),
  );
});

it.each(['/moves/:id/check', '/products/imports/:id/run'])(
  'POST %s reads nothing of a body that nests deeply',
  async (path) => {
    const answer = await owner.send('POST', addressOf(path), { payload: deep, headers: json });
    expect(answer.statusCode).toBe(404);
  },
);

describe.each(['/branches', '/exchange-rates'])('GET %s', (path) => {
  it.each([
    'search=%00',
    'page=1e9',
    'page=-1',
    'pageSize=0',
    'sort[]=code',
    'sort=__proto__',
    'page=NaN',
  ])('refuses or ignores ?%s', async (query) => {
    expect((await owner.get(`${path}?${query}`)).statusCode).toBeLessThan(500);
  });

  it('takes a search as text, whatever is in it', async () => {
    for (const search of [
      "'; drop table branches; --",
      '%%%',
      '\\',
      '🙂',
      '\u0ec8',
      'a'.repeat(80),
    ]) {
      expect((await owner.get(`${path}?search=${encodeURIComponent(search)}`)).statusCode).toBe(
        200,
      );
    }
  });
});

describe('addresses', () => {
  it.each([
    '/nothing',
    '/branches/1/2',
    '/branches/%zz',
    '/%00',
    '/../package.json',
    `/branches/${'a'.repeat(9000)}`,
    '/',
    '',
  ])('answers an unknown one: "%.30s"', async (path) => {
    expectRefusal(await owner.get(path));
  });

  it.each(['not-a-uuid', '00000000', '%27%20or%201=1', '__proto__'])(
    'answers 404 for the id %s',
    async (id) => {
      for (const path of ['/branches', '/files']) {
        expect((await owner.get(`${path}/${id}`)).json()).toEqual({
          error: 'Not found',
          code: 'notFound',
        });
      }
    },
  );

  it.each([
    ['DELETE', '/branches', 'GET, HEAD, POST'],
    ['PATCH', '/branches/01890000-0000-7000-8000-000000000000', 'GET, HEAD, PUT'],
    ['PUT', '/exchange-rates', 'GET, HEAD, POST'],
    ['GET', '/auth/login', 'POST'],
  ] as const)('answers %s %s with what it takes', async (method, path, allow) => {
    const answer = await owner.send(method, path);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      405,
      'methodNotAllowed',
    ]);
    expect(String(answer.headers.allow).split(', ').sort().join(', ')).toBe(allow);
  });

  it('answers HEAD where it answers GET', async () => {
    const answer = await owner.send('HEAD', '/branches');
    expect([answer.statusCode, answer.body, answer.headers['x-total-count']]).toEqual([
      200,
      '',
      '3',
    ]);
  });
});

it('gives a useful reason for each kind of refusal', async () => {
  const post = (payload: string, headers: Record<string, string>) =>
    owner.send('POST', '/branches', { payload, headers });
  const code = async (answer: Promise<Answer>) => (await answer).json<{ code: string }>().code;
  expect(await code(post('{', json))).toBe('badRequest');
  expect(await code(post('{}', { 'content-type': 'text/plain' }))).toBe('contentTypeUnsupported');
  expect(await code(post(`"${'x'.repeat(1_100_000)}"`, json))).toBe('requestTooLarge');
  expect(await code(post('{}', json))).toBe('fieldsInvalid');
});
