import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logOptions } from '#server/http/request-log.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let written = '';
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    written += chunk.toString();
    done();
  },
});
const leaky = 'a value of a row';
beforeAll(async () => {
  server = await startTestServer({
    log: { ...logOptions, stream },
    extraRoutes: (api) => {
      api.get('/broken', { config: { public: true } }, () => {
        const cause = Object.assign(new Error('duplicate key'), { detail: leaky, code: 'XX000' });
        throw Object.assign(new Error(`Failed query: params ${leaky}`), { cause });
      });
      api.get('/careless', { config: { public: true } }, (request) => {
        request.log.info(
          { headers: request.headers, authorization: request.headers.authorization, req: request },
          'careless',
        );
        return 'done';
      });
    },
  });
});
afterAll(() => server.close());

const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('has one line for a request, with its id, and without the query', async () => {
  const client = await server.as('admin');
  written = '';
  const answer = await client.get('/branches?search=something-private');
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toMatchObject({
    method: 'GET',
    path: '/api/branches',
    status: 200,
    reqId: answer.headers['x-request-id'],
    level: 'info',
    userId: expect.any(String) as string,
    branchId: await branchId(server.db, 'VTE'),
  });
  expect(lines()[0]).not.toHaveProperty('address');
  expect(written).not.toContain('something-private');
});

it('has the address of a request that was refused', async () => {
  written = '';
  await server.anybody.get('/branches');
  expect(lines()).toMatchObject([{ path: '/api/branches', status: 401, address: '127.0.0.1' }]);
});

it('never has a password, a token or a set-up code in it', async () => {
  written = '';
  const client = await server.as('staff');
  await server.anybody.post('/auth/login', { email: emailOf('staff'), password: 'wrong-secret' });
  await client.post('/auth/users/change-password', {
    email: emailOf('staff'),
    oldPassword: password,
    newPassword: 'new-secret-1',
  });
  await server.anybody.post('/setup', { code: await newSetupCode(server.db) });
  await client.get('/careless');
  await client.send('POST', '/branches', {
    payload: '{"password":"in-broken-json',
    headers: { 'content-type': 'application/json' },
  });
  expect(lines().length).toBeGreaterThanOrEqual(6);
  for (const never of [
    client.token,
    password,
    'wrong-secret',
    'new-secret-1',
    'in-broken-json',
    'scrypt$',
  ]) {
    expect(written).not.toContain(never);
  }
});

it('says why an unforeseen error happened, to the log and not to the client', async () => {
  written = '';
  const answer = await server.anybody.get('/broken');
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { error: 'Something went wrong', code: 'internal' },
  ]);
  const [failure] = lines();
  expect(failure).toMatchObject({ msg: 'request failed', reqId: answer.headers['x-request-id'] });
  expect(written).toContain('duplicate key');
  expect(written).not.toContain(leaky);
});
