import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type {
  RecoveryCodes,
  SecondFactorPassed,
  SecondFactorSecret,
} from '#contract/centre/second-factor.ts';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { auditTable as audits } from '#server/db/tables/log/audit.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import {
  rememberedDeviceTable as devices,
  secondFactorTable as factors,
} from '#server/db/tables/centre/second-factors.table.ts';
import { userTable as users } from '#server/db/tables/centre/users.table.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { expectCode, OWN_PASSWORD } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
/** A code for each device that is remembered here. */
let codes: string[] = [];
const email = emailOf('finance');
beforeAll(async () => {
  server = await startTestServer({ secrets: secretBox(Buffer.alloc(32, 1)) });
  codes = await setUp(email);
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(devices));

type SignIn = { email?: string; secret?: string; deviceId: string; deviceKey?: string | undefined };

async function signIn({ email: of = email, secret = password, deviceId, deviceKey }: SignIn) {
  const login = { email: of, password: secret, ...(deviceKey !== undefined && { deviceKey }) };
  const headers = { [DEVICE_HEADER]: deviceId };
  const answer = await server.anybody.post('/auth/login', login, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  const { token, missingHalf, recoveryLeft } = answer.json<LoginAnswer>();
  return { client: new Client(server.app, token), missingHalf, recoveryLeft };
}

async function setUp(of: string): Promise<string[]> {
  const { client } = await signIn({ email: of, deviceId: randomUUID() });
  const begun = await client.post('/auth/second-factor/begin', { password });
  const { secret } = begun.json<SecondFactorSecret>();
  const proof = { code: codeOfApp(secret, -1) };
  const confirmed = await client.post('/auth/second-factor/confirm', proof);
  return confirmed.json<RecoveryCodes>().codes;
}

/** A device that asked for a code once. */
async function remembered(from: { email?: string; codes?: string[] } = {}) {
  const deviceId = randomUUID();
  const { client, missingHalf } = await signIn({ ...from, deviceId });
  expect(missingHalf).toBe('code');
  const code = (from.codes ?? codes).pop();
  const passed = await client.post('/auth/second-factor', { code, remember: true });
  const { deviceKey } = passed.json<SecondFactorPassed>();
  return { client, deviceId, deviceKey: deviceKey ?? undefined };
}
/** The rows of the log of changes about devices of this account that ask for no code. */
const rowsOf = (of: string) =>
  server.db
    .select({ entityId: audits.entityId, actorId: audits.actorId })
    .from(audits)
    .innerJoin(users, eq(sql`${users._id}::text`, audits.entityId))
    .where(and(eq(audits.action, 'remember-device'), eq(users.email, of)));
const halfOn = async (signing: SignIn) => (await signIn(signing)).missingHalf;

it('asks for no code on a remembered device, of this account and with the password alone', async () => {
  const { client, deviceId, deviceKey } = await remembered();
  expect(deviceKey).toHaveLength(43);
  const [row] = await server.db.select().from(devices);
  expect(JSON.stringify(row)).not.toContain(deviceKey);
  await client.post('/auth/logout', {});
  expect(await halfOn({ deviceId, deviceKey })).toBeNull();
  expect(await halfOn({ deviceId })).toBe('code');
  expect(await halfOn({ deviceId, deviceKey: 'a key of somebody' })).toBe('code');
  expect(await halfOn({ deviceId: randomUUID(), deviceKey })).toBe('code');
  const wrong = { email, password: 'wrong', deviceKey };
  expectCode(await server.anybody.post('/auth/login', wrong), 401, 'loginFailed');
  await setUp(emailOf('admin'));
  expect(await halfOn({ email: emailOf('admin'), deviceId, deviceKey })).toBe('code');
});

it('says how many recovery codes are left to whoever types none, and not before a half is given', async () => {
  const { deviceId, deviceKey } = await remembered();
  const known = await signIn({ deviceId, deviceKey });
  expect([known.missingHalf, known.recoveryLeft]).toEqual([null, codes.length]);
  const half = await signIn({ deviceId });
  expect([half.missingHalf, half.recoveryLeft]).toEqual(['code', null]);
  const without = await signIn({ email: emailOf('staff'), deviceId });
  expect([without.missingHalf, without.recoveryLeft]).toEqual([null, null]);
});

it('asks a superadmin every time', async () => {
  const owner = emailOf('superadmin');
  const { deviceKey } = await remembered({ email: owner, codes: await setUp(owner) });
  expect(deviceKey).toBeUndefined();
  expect(await server.db.$count(devices)).toBe(0);
  expect(await rowsOf(owner)).toEqual([]);
});

it('shows the device to its owner, also signed out, and ends it there', async () => {
  const { client, deviceId, deviceKey } = await remembered();
  await client.post('/auth/logout', {});
  const here = await remembered();
  const listed = async () => (await here.client.get('/auth/sessions')).json<OwnSession[]>();
  const away = (await listed()).filter(
    ({ isSignedIn, rememberedUntil }) => !isSignedIn && rememberedUntil !== null,
  );
  expect(away).toHaveLength(1);
  expect((await listed()).find(({ isThis }) => isThis)?.rememberedUntil).not.toBeNull();
  const stranger = await server.as('staff');
  const end = (by: Client) => by.post(`/auth/sessions/${away[0]?._id}/end`, {});
  expectCode(await end(stranger), 404, 'notFound');
  expect((await end(here.client)).json()).toEqual({ ended: 1 });
  expect(await halfOn({ deviceId, deviceKey })).toBe('code');
  expect(await halfOn(here)).toBeNull();
});

it('ends with the session of the device, after its days, and with all others', async () => {
  const first = await remembered();
  const second = await remembered();
  const sessions = (await second.client.get('/auth/sessions')).json<OwnSession[]>();
  const other = sessions.find(({ isThis, rememberedUntil }) => !isThis && rememberedUntil !== null);
  await second.client.post(`/auth/sessions/${other?._id}/end`, {});
  expect(await halfOn(first)).toBe('code');
  const third = await remembered();
  await second.client.post('/auth/sessions/end-others', {});
  expect(await halfOn(third)).toBe('code');
  expect(await halfOn(second)).toBeNull();
  await server.db.update(devices).set({ expiresAt: sql`now() - interval '1 second'` });
  expect(await halfOn(second)).toBe('code');
  await tidy(server.db);
  expect(await server.db.$count(devices)).toBe(0);
});

it('ends with a new password, and with the factor', async () => {
  const device = await remembered();
  const change = { email, oldPassword: password, newPassword: OWN_PASSWORD };
  const changed = await device.client.post('/auth/users/change-password', change);
  expect(changed.statusCode, changed.body).toBe(200);
  expect(await halfOn({ ...device, secret: OWN_PASSWORD })).toBe('code');
  const { client } = await signIn({ secret: OWN_PASSWORD, deviceId: randomUUID() });
  const code = codes.pop();
  await client.post('/auth/second-factor', { code, remember: true });
  expect(await server.db.$count(devices)).toBe(1);
  const proof = { password: OWN_PASSWORD, code: codes.pop() };
  expect((await client.post('/auth/second-factor/remove', proof)).statusCode).toBe(200);
  expect(await server.db.$count(devices)).toBe(0);
  expect(await server.db.$count(factors)).toBeGreaterThan(0);
});

it('leaves a row in the log of changes, and none where a code is asked on', async () => {
  const staff = { email: emailOf('staff'), codes: await setUp(emailOf('staff')) };
  const { client } = await remembered(staff);
  const { _id } = (await client.get('/auth/me')).json<{ _id: string }>();
  expect(await rowsOf(staff.email)).toEqual([{ entityId: _id, actorId: _id }]);
  const half = await signIn({ email: staff.email, deviceId: randomUUID() });
  const passed = await half.client.post('/auth/second-factor', { code: staff.codes.pop() });
  expect(passed.statusCode).toBe(200);
  expect(await rowsOf(staff.email)).toHaveLength(1);
});
