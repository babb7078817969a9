import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { apiErrors } from '#contract/errors.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Whoever holds a locked tablet has few guesses of a day, and its owner stays able to come in:
// docs/security.md, "Guessing".

const WRONG = 'not the password';
const MOST = 20;
const email = emailOf('staff');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.db.delete(attempts));
afterAll(() => server.close());

async function signIn(): Promise<Client> {
  const answer = await server.anybody.post('/auth/login', { email, password });
  return new Client(server.app, answer.json<LoginAnswer>().token);
}
/** Types a password at the lock, after the wait that the tries before ask for. */
async function unlock(client: Client, typed: string) {
  await server.db.update(attempts).set({ blockedUntil: null });
  return client.post('/auth/unlock', { password: typed });
}
async function guess(client: Client, times: number) {
  for (let n = 0; n < times; n += 1) expectCode(await unlock(client, WRONG), 400, 'fieldsInvalid');
}

it('ends a locked session at the 20th wrong password of a day, and its person signs in', async () => {
  const [tablet, other] = [await signIn(), await signIn()];
  await tablet.post('/auth/lock', {});
  await guess(tablet, MOST - 1);
  const last = await unlock(tablet, WRONG);
  expectCode(last, 401, 'passwordGuessed');
  expect(last.json()).toMatchObject({ error: apiErrors.passwordGuessed.en });
  expect(last.headers['clear-site-data']).toBe('"cache"');
  expectCode(await unlock(tablet, password), 401, 'unauthenticated');
  // The other devices of the person and the sign-in stay as they were.
  expect((await unlock(other, password)).statusCode).toBe(200);
  expect((await (await signIn()).get('/auth/me')).statusCode).toBe(200);
});

it('counts every form that asks for the own password', async () => {
  const tablet = await signIn();
  await guess(tablet, MOST - 1);
  const change = { email, oldPassword: WRONG, newPassword: 'a boat below the bridge' };
  await server.db.update(attempts).set({ blockedUntil: null });
  const last = await tablet.post('/auth/users/change-password', change);
  expectCode(last, 401, 'passwordGuessed');
  expectCode(await tablet.get('/auth/me'), 401, 'unauthenticated');
});

it('counts no right password', async () => {
  const tablet = await signIn();
  await guess(tablet, MOST - 1);
  for (let n = 0; n < 3; n += 1) expect((await unlock(tablet, password)).statusCode).toBe(200);
  expectCode(await unlock(tablet, WRONG), 401, 'passwordGuessed');
});
