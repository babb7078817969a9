import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { languages } from '#contract/language.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

const BUSY_AFTER_MS = 100;
let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer({ config: { busyAfterMs: BUSY_AFTER_MS } });
  staff = await server.as('staff');
});
afterAll(() => server.close());

/** Keeps the process at work for more than a whole second that is looked at. */
async function drown(): Promise<void> {
  const until = Date.now() + 2300;
  while (Date.now() < until) {
    const task = Date.now() + 300;
    while (Date.now() < task);
    await wait(0);
  }
}

it('refuses requests while it is late, still says that it is alive, and recovers', async () => {
  await vi.waitFor(async () => expect((await staff.get('/branches')).statusCode).toBe(200), 10_000);
  await drown();
  const refused = await staff.get('/branches');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('3');
  for (const language of languages) {
    const answer = await staff.get('/branches', { 'accept-language': language });
    expect(answer.json()).toEqual({
      error: apiErrors.serverBusy[language].replace('{n}', '3'),
      code: 'serverBusy',
    });
  }
  const write = await staff.post('/saved-views', { name: '' });
  expect(write.json()).toMatchObject({ code: 'serverBusy' });
  expect((await server.anybody.get('/health')).statusCode).toBe(200);
  expect((await server.app.inject({ url: '/' })).statusCode).not.toBe(503);
  await vi.waitFor(async () => expect((await staff.get('/branches')).statusCode).toBe(200), 10_000);
});
