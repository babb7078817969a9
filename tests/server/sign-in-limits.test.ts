import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { IssuedAccount } from '#contract/centre/staff-accounts.ts';
import { dayKey } from '#server/centre/auth/sign-in-limits.ts';
import { accountDeviceTable } from '#server/db/tables/centre/devices.table.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { staffPeople } from '#tests/helpers/staff-people.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { bucketId, LONGEST_BLOCK_S } from '#server/lib/try-limit.ts';
import { signInAttemptTable as attempts } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import {
  branchId as idOfBranch,
  emailOf,
  password,
  startTestServer,
  type Answer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // One proxy in front: the tests choose the address a request comes from.
  server = await startTestServer({ config: { trustProxy: 1 } });
});
beforeEach(() => server.db.delete(attempts));
afterAll(() => server.close());

const [clerk, stranger, other] = ['10.0.0.1', '203.0.113.7', '203.0.113.8'];
const signIn = (address: string, secret = password, email = emailOf('staff')) =>
  server.anybody.post('/auth/login', { email, password: secret }, { 'x-forwarded-for': address });

async function fail(address: string, times: number, email?: string): Promise<number[]> {
  const codes = [];
  for (let n = 0; n < times; n += 1) codes.push((await signIn(address, 'wrong', email)).statusCode);
  return codes;
}

const letTimePass = (seconds: number) =>
  server.db.update(attempts).set({
    blockedUntil: sql`${attempts.blockedUntil} - make_interval(secs => ${seconds}::int)`,
    lastFailureAt: sql`${attempts.lastFailureAt} - make_interval(secs => ${seconds}::int)`,
  });

it('makes a stranger wait after a few wrong passwords, and says how long', async () => {
  expect(await fail(stranger, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  const blocked = await signIn(stranger);
  const wait = Number(blocked.headers['retry-after']);
  expect(blocked.json()).toEqual({
    code: 'tooManyTries',
    error: `Too many attempts. Wait ${wait} seconds.`,
  });
  expect(wait).toBeGreaterThan(0);
});

it('counts an account for all strangers together, whether it exists or not', async () => {
  for (const email of [emailOf('staff'), 'nobody@branchdesk.test']) {
    expect(await fail(stranger, 5, email)).toEqual([401, 401, 401, 401, 401]);
    expect(await fail(other, 1, email)).toEqual([429]);
  }
});

it('does not lock out the clerk while strangers guess', async () => {
  expect((await signIn(clerk)).statusCode).toBe(200);
  await fail(stranger, 8);
  expect((await signIn(stranger)).statusCode).toBe(429);
  expect((await signIn(clerk)).statusCode).toBe(200);
});

it('forgets an address that has not signed in for 30 days', async () => {
  await signIn(clerk);
  await server.db.update(attempts).set({ lastSuccessAt: sql`now() - interval '31 days'` });
  await fail(stranger, 5);
  expect((await signIn(clerk)).statusCode).toBe(429);
});

it('limits guesses from a known address, too', async () => {
  await signIn(clerk);
  const codes = await fail(clerk, 11);
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
  expect(codes[10]).toBe(429);
});

it('counts an address over all accounts', async () => {
  const codes = [];
  for (let n = 0; n < 31; n += 1)
    codes.push(...(await fail(stranger, 1, `person${n}@branchdesk.test`)));
  expect(codes.filter((code) => code === 401)).toHaveLength(30);
  expect(codes.at(-1)).toBe(429);
});

it('counts an IPv6 network as one address', async () => {
  const codes = [];
  for (let n = 0; n < 31; n += 1)
    codes.push(...(await fail(`2001:db8:0:7::${n.toString(16)}`, 1, `v6-${n}@branchdesk.test`)));
  expect(codes.at(-1)).toBe(429);
  expect(await fail('2001:db8:0:8::1', 1, 'v6@branchdesk.test')).toEqual([401]);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8::1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('never blocks for longer than a minute, and tries during a block do not extend it', async () => {
  await fail(stranger, 5);
  for (let round = 0; round < 8; round += 1) {
    await letTimePass(LONGEST_BLOCK_S);
    expect(await fail(stranger, 3)).toEqual([401, 429, 429]);
    expect(Number((await signIn(stranger)).headers['retry-after'])).toBeLessThanOrEqual(
      LONGEST_BLOCK_S,
    );
  }
  await letTimePass(LONGEST_BLOCK_S);
  expect((await signIn(stranger)).statusCode).toBe(200);
});

it('lets no more through when all come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(stranger, 'wrong')));
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
});

it('does not count a sign-in that succeeds', async () => {
  for (let n = 0; n < 4; n += 1) {
    await fail(other, 1);
    expect((await signIn(`198.51.100.${n}`)).statusCode).toBe(200);
  }
});

/** The counter of the day after so many failures. */
const email = emailOf('finance');
const guessedAt = (failures = 50) =>
  server.db
    .insert(attempts)
    .values({ bucket: bucketId(dayKey(email)), failures, lastFailureAt: sql`now()` });
/** On a device that names itself, with the cookies that its browser holds. */
const signInOn = (deviceId: string, { secret = password, cookie = '' } = {}) =>
  server.anybody.post(
    '/auth/login',
    { email, password: secret },
    { 'x-forwarded-for': other, [DEVICE_HEADER]: deviceId, ...(cookie && { cookie }) },
  );
const cookieOf = ({ cookies: [held] }: Answer) => `${held?.name}=${held?.value}`;

describe('an account with 50 failures on one day', () => {
  it('opens on a device that it knows, and answers a right password elsewhere as a wrong one', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()];
    const first = await signInOn(known);
    expect(first.json()).toMatchObject({ wasLimited: false });
    await server.db.delete(attempts);
    await guessedAt(49);
    expect((await signInOn(unknown, { secret: 'wrong' })).statusCode).toBe(401);
    const wrong = await signInOn(randomUUID(), { secret: 'wrong' });
    // Whoever only knows the id of the device is a stranger.
    const right = await signInOn(known);
    expect([right.statusCode, right.json()]).toEqual([401, wrong.json()]);
    expect((await signIn(stranger, password, email)).json()).toEqual(wrong.json());
    const told = await server.db
      .select()
      .from(alertTable)
      .where(eq(alertTable.kind, 'accountFailures'));
    expect(told.filter(({ detail }) => detail.startsWith(email))).toHaveLength(1);
    const back = await signInOn(known, { cookie: cookieOf(first) });
    expect(back.json()).toMatchObject({ wasLimited: true });
    const again = await signInOn(known, { cookie: cookieOf(back) });
    expect(again.json()).toMatchObject({ wasLimited: false });
    // Each sign-in gives a new key, and ends the one before.
    for (const cookie of [cookieOf(first), 'branchdesk-device=made-up'])
      expect((await signInOn(known, { cookie })).json()).toEqual(wrong.json());
    // Whoever signed in there long ago is no longer known there, though the key is renewed.
    await server.db
      .update(accountDeviceTable)
      .set({ wholeAt: sql`now() - interval '31 days'` as unknown as string });
    expect((await signInOn(known, { cookie: cookieOf(again) })).json()).toEqual(wrong.json());
  });

  it('takes ten more guesses on a device that it knows, and its other devices stay open', async () => {
    const devices = [randomUUID(), randomUUID()] as const;
    const cookies: string[] = [];
    for (const device of devices) cookies.push(cookieOf(await signInOn(device)));
    await server.db.delete(attempts);
    const on = (which: 0 | 1, secret = password) =>
      signInOn(devices[which], { secret, cookie: cookies[which] });
    await guessedAt();
    for (let n = 0; n < 10; n += 1) {
      expect((await on(0, 'wrong')).json()).toMatchObject({ code: 'loginFailed' });
      await server.db.update(attempts).set({ blockedUntil: null });
      // Whoever comes in between takes back the own try alone.
      if (n === 4) cookies[1] = cookieOf(await on(1));
    }
    expect((await on(0)).json()).toMatchObject({ code: 'loginFailed' });
    expect((await on(1)).statusCode).toBe(200);
  });

  it('tells a clerk who asks for signatures no more than a stranger, and is counted there', async () => {
    const askedOf = async (secret: string) => {
      const act = { kind: 'accountRight', branchId, email: 'x@branchdesk.test', role: 'finance' };
      const body = { email, password: secret, act };
      const answer = await asking.post('/auth/approvals', body, { 'x-forwarded-for': other });
      return [answer.statusCode, answer.json()] as const;
    };
    const asking = await server.as('superadmin');
    const branchId = await idOfBranch(server.db, 'VTE');
    await server.db.delete(attempts);
    await guessedAt(49);
    const wrong = await askedOf('a guess');
    expect(await askedOf('another guess')).toEqual(wrong);
    expect(await askedOf(password)).toEqual(wrong);
    expect(wrong[0]).toBe(422);
    const [ofDay] = await server.db
      .select()
      .from(attempts)
      .where(eq(attempts.bucket, bucketId(dayKey(email))));
    expect(ofDay?.failures).toBe(52);
  });

  it('opens everywhere where a second factor follows, for ten further guesses', async () => {
    const people = staffPeople(server, await server.as('superadmin'));
    const { _id: userId } = await people.ofRole('finance');
    const known = randomUUID();
    const cookie = cookieOf(await signInOn(known));
    await server.db.delete(attempts);
    await server.db
      .insert(secondFactorTable)
      .values({ userId, secret: 'of a test', confirmedAt: sql`now()` });
    await guessedAt();
    expect((await signInOn(randomUUID())).json()).toMatchObject({
      missingHalf: 'code',
      wasLimited: false,
    });
    const wait = () => server.db.update(attempts).set({ blockedUntil: null });
    for (let n = 0; n < 10; n += 1) {
      expect((await signInOn(randomUUID(), { secret: 'wrong' })).statusCode).toBe(401);
      await wait();
    }
    // Guessing tells nothing from now on; the devices of the owner have tries of their own.
    expect((await signInOn(randomUUID())).json()).toMatchObject({ code: 'loginFailed' });
    await wait();
    const back = await signInOn(known, { cookie });
    expect(back.json()).toMatchObject({ missingHalf: 'code' });
    await server.db.delete(secondFactorTable);
  });
});

it('stores neither e-mail addresses nor IPs', async () => {
  await fail(stranger, 2);
  await signIn(clerk);
  const stored = JSON.stringify(await server.db.select().from(attempts));
  for (const never of [emailOf('staff'), stranger, clerk]) expect(stored).not.toContain(never);
});

it('limits guesses of the old password', async () => {
  const client = await server.as('finance');
  const guess = () =>
    client.post('/auth/users/change-password', {
      email: emailOf('finance'),
      oldPassword: 'wrong',
      newPassword: 'long enough',
    });
  const codes = [];
  for (let n = 0; n < 6; n += 1) codes.push((await guess()).statusCode);
  expect(codes).toEqual([400, 400, 400, 400, 400, 429]);
});

it('opens everywhere again with a new temporary password', async () => {
  await guessedAt();
  const people = staffPeople(server, await server.as('superadmin'));
  const { _id } = await people.ofRole('finance');
  expect((await signInOn(randomUUID())).statusCode).toBe(401);
  const owner = await server.as('superadmin');
  const given = await owner.post(`/staff-accounts/${_id}/temporary-password`, {});
  const { temporaryPassword } = given.json<IssuedAccount>();
  const answer = await signInOn(randomUUID(), { secret: String(temporaryPassword) });
  expect(answer.json()).toMatchObject({ mustChangePassword: true });
});
