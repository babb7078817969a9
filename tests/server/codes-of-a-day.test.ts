import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { RecoveryCodes, SecondFactorSecret } from '#contract/centre/second-factor.ts';
import { codesOfDayKey } from '#server/centre/auth/code-limits.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { bucketId } from '#server/lib/try-limit.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { staffPeople } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Whoever knows a password has few guesses at the code of a day, and its owner stays able to come
// in: docs/security.md, "Guessing".

const CLOSED = /open nothing until tomorrow/;
const WRONG = /^This code is wrong/;
const email = emailOf('admin');
let server: TestServer;
let userId: string;
let secret: string;
let codes: string[];
beforeAll(async () => {
  server = await startTestServer({ secrets: secretBox(Buffer.alloc(32, 1)) });
  const people = staffPeople(server, await server.as('superadmin'));
  userId = (await people.ofRole('admin'))._id;
  const client = await signIn();
  const begun = await client.post('/auth/second-factor/begin', { password });
  secret = begun.json<SecondFactorSecret>().secret;
  const first = { code: codeOfApp(secret, -1) };
  codes = (await client.post('/auth/second-factor/confirm', first)).json<RecoveryCodes>().codes;
});
afterAll(() => server.close());

async function signIn(): Promise<Client> {
  const answer = await server.anybody.post('/auth/login', { email, password });
  return new Client(server.app, answer.json<LoginAnswer>().token);
}
/** Waits as long as the tries before ask for. */
const wait = () => server.db.update(attempts).set({ blockedUntil: null });
async function pass(client: Client, code: string) {
  await wait();
  return client.post('/auth/second-factor', { code });
}
const problemOf = (answer: { json: () => unknown }) =>
  (answer.json() as { fields?: { code?: string } }).fields?.code;

async function guess(times: number): Promise<(string | undefined)[]> {
  const problems = [];
  let client = await signIn();
  for (let n = 0; n < times; n += 1) {
    if (n % 5 === 0) client = await signIn();
    problems.push(problemOf(await pass(client, '000000')));
  }
  return problems;
}

/** A clerk asks the account to sign a discount. */
async function sign(clerk: Client, code: string) {
  const act = {
    kind: 'discount',
    branchId: await branchId(server.db, 'VTE'),
    lineKey: randomUUID(),
    studentKey: null,
    classId: null,
    productId: null,
    percent: 30,
    quantity: 1,
    discountLAK: 10_000,
  };
  await wait();
  return clerk.post('/auth/approvals', { email, password, code, act });
}

it('takes no code of the app after 30 wrong ones on one day, at whatever form', async () => {
  for (const problem of await guess(30)) expect(problem).toMatch(WRONG);
  const right = codeOfApp(secret);
  expect(problemOf(await pass(await signIn(), right))).toMatch(CLOSED);
  const signed = await sign(await server.as('staff'), right);
  expect(signed.statusCode).toBe(422);
  expect(problemOf(signed)).toMatch(CLOSED);
});

it('lets the owner in with a recovery code, which opens the app again', async () => {
  const client = await signIn();
  expect((await pass(client, String(codes[0]))).statusCode).toBe(200);
  const proof = { password, code: '000000' };
  const wrong = await client.post('/auth/second-factor/recovery-codes', proof);
  expect(problemOf(wrong)).toMatch(WRONG);
  expect((await pass(await signIn(), codeOfApp(secret))).statusCode).toBe(200);
});

it('opens on the next day', async () => {
  await guess(30);
  const half = await signIn();
  expect(problemOf(await pass(half, codeOfApp(secret, 1)))).toMatch(CLOSED);
  const yesterday = bucketId(codesOfDayKey(userId, addDays(dayInLaos(), -1)));
  const today = eq(attempts.bucket, bucketId(codesOfDayKey(userId)));
  await server.db.update(attempts).set({ bucket: yesterday }).where(today);
  expect((await pass(half, codeOfApp(secret, 1))).statusCode).toBe(200);
});
