import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Colleague, LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { OwnSession } from '#contract/centre/sessions.ts';
import type { Role } from '#contract/roles.ts';
import { accountPinTable } from '#server/db/tables/centre/account-pins.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { accountDeviceTable } from '#server/db/tables/centre/devices.table.ts';
import {
  rememberedDeviceTable,
  secondFactorTable,
} from '#server/db/tables/centre/second-factors.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const PIN = '480577';
const tablet = randomUUID();
/** What the browser of the tablet sends: the id that it names, and the cookie of the server. */
const onTablet: Record<string, string> = { [DEVICE_HEADER]: tablet };
let server: TestServer;
/** A clerk at the tablet, from whom others take over. */
let clerk: Client;
let financeId = '';
beforeAll(async () => {
  server = await startTestServer();
  await server.db.update(branchTable).set({ pinTakeOver: true });
  const [finance] = await server.db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('finance')));
  financeId = finance?._id ?? '';
});
beforeEach(async () => {
  await server.db.delete(signInAttemptTable);
  clerk = await signInOnTablet('staff');
});
afterAll(() => server.close());

/** Signs in on the tablet, whose browser keeps the cookie of the answer. */
async function signInOnTablet(role: Role): Promise<Client> {
  const answer = await server.anybody.post(
    '/auth/login',
    { email: emailOf(role), password },
    onTablet,
  );
  const [cookie] = answer.cookies;
  onTablet['cookie'] = `${cookie?.name}=${cookie?.value}`;
  return new Client(server.app, answer.json<LoginAnswer>().token);
}
const takeOver = (way: object) =>
  clerk.post('/auth/change-person', { userId: financeId, ...way }, onTablet);
const financeOf = async (client = clerk) =>
  (await client.get('/auth/colleagues', onTablet))
    .json<Colleague[]>()
    .find(({ _id }) => _id === financeId);
const isOnTablet = () =>
  and(eq(accountDeviceTable.userId, financeId), eq(accountDeviceTable.deviceId, tablet));
const hoursAgo = (hours: number) => sql`clock_timestamp() - make_interval(hours => ${hours}::int)`;

it('is set with the password, where the branch allows it, and never by a superadmin', async () => {
  const finance = await server.as('finance');
  const set = (pin: string, secret = password) =>
    finance.post('/auth/pin', { password: secret, pin });
  expect((await set(PIN, 'not mine')).json()).toMatchObject({
    fields: { password: 'This password is not right' },
  });
  expect((await set('48051')).json()).toMatchObject({ fields: { pin: /^Digits only/ } });
  expect((await set('123456')).json()).toMatchObject({ fields: { pin: /^Many people/ } });
  const owner = await server.as('superadmin');
  expectCode(await owner.post('/auth/pin', { password, pin: PIN }), 409, 'pinOff');
  await server.db.update(branchTable).set({ pinTakeOver: false });
  expectCode(await set(PIN), 409, 'pinOff');
  await server.db.update(branchTable).set({ pinTakeOver: true });
  expect((await set(PIN)).json()).toEqual({ done: true });
  expect((await finance.get('/auth/pin')).json()).toEqual({ isOn: true, isOffered: true });
  for (const way of [{}, { password, pin: PIN }])
    expect((await takeOver(way)).json()).toMatchObject({ fields: { password: 'Required' } });
  const kept = JSON.stringify(await server.db.select().from(accountPinTable));
  expect(kept).toContain('scrypt$');
  expect(kept + JSON.stringify(await server.db.select().from(auditTable))).not.toContain(PIN);
});

it('opens a device only where its person has signed in within twelve hours', async () => {
  expect(await financeOf()).toMatchObject({ usesPassword: true, usesPin: false });
  expect((await takeOver({ pin: PIN })).json()).toMatchObject({
    fields: { pin: /^The PIN does not/ },
  });
  await signInOnTablet('finance');
  expect(await financeOf()).toMatchObject({ usesPin: true });
  await server.db
    .update(accountDeviceTable)
    .set({ wholeAt: hoursAgo(12) })
    .where(isOnTablet());
  expect(await financeOf()).toMatchObject({ usesPin: false });
  await server.db
    .update(accountDeviceTable)
    .set({ wholeAt: hoursAgo(11) })
    .where(isOnTablet());

  const taken = await takeOver({ pin: PIN });
  expect(taken.statusCode).toBe(200);
  const { token, user } = taken.json<LoginAnswer>();
  expect(user._id).toBe(financeId);
  expectCode(await clerk.get('/auth/me'), 401, 'unauthenticated');
  expect((await new Client(server.app, token).get('/auth/me')).statusCode).toBe(200);
  const acts = await server.db
    .select()
    .from(auditTable)
    .where(eq(auditTable.action, 'sign-in-pin'));
  expect(acts).toHaveLength(1);
  // The PIN proves nobody for longer than the sign-in did.
  const [row] = await server.db.select().from(accountDeviceTable).where(isOnTablet());
  expect(Date.parse(row?.wholeAt ?? '')).toBeLessThan(Date.now() - 10 * 3_600_000);
});

it('is closed after five wrong ones until its person signs in again', async () => {
  await signInOnTablet('finance');
  for (let n = 0; n < 5; n += 1) {
    await server.db.delete(signInAttemptTable);
    expect((await takeOver({ pin: '480578' })).json()).toMatchObject({
      fields: { pin: /^This PIN is not right/ },
    });
  }
  await server.db.delete(signInAttemptTable);
  expect((await takeOver({ pin: PIN })).json()).toMatchObject({
    fields: { pin: /^The PIN does not/ },
  });
  await signInOnTablet('finance');
  expect((await takeOver({ pin: PIN })).statusCode).toBe(200);
});

it('opens nothing beside a second factor that was not given on the device within twelve hours', async () => {
  await signInOnTablet('finance');
  const factor = { userId: financeId, secret: 'sealed', confirmedAt: new Date().toISOString() };
  await server.db.insert(secondFactorTable).values(factor);
  expect(await financeOf()).toBeUndefined();
  await server.db
    .update(accountDeviceTable)
    .set({ factorAt: hoursAgo(11) })
    .where(isOnTablet());
  expect(await financeOf()).toMatchObject({ usesPassword: false, usesPin: true });
  expect((await takeOver({ password })).json()).toMatchObject({ code: 'fieldsInvalid' });
  const taken = await takeOver({ pin: PIN });
  expect(taken.json()).toMatchObject({ missingHalf: null });
  const { token } = taken.json<LoginAnswer>();
  expect((await new Client(server.app, token).get('/auth/me')).statusCode).toBe(200);
  await server.db.delete(secondFactorTable);
});

it('opens nothing after its person signed out everywhere or switched the PIN off', async () => {
  await signInOnTablet('finance');
  const owner = await server.as('superadmin');
  await owner.post(`/staff-accounts/${financeId}/sign-out`, {});
  expect(await financeOf()).toMatchObject({ usesPin: false });
  await signInOnTablet('finance');
  expect(await financeOf()).toMatchObject({ usesPin: true });
  const finance = await server.as('finance');
  await finance.post('/auth/pin/remove', { password });
  expect(await financeOf()).toMatchObject({ usesPin: false });
});

it('opens nothing on a device that its person ended, also where they had signed out', async () => {
  const finance = await server.as('finance');
  await finance.post('/auth/pin', { password, pin: PIN });
  await signInOnTablet('finance');
  await server.db.delete(sessionTable).where(eq(sessionTable.deviceId, tablet));
  clerk = await signInOnTablet('staff');
  expect(await financeOf()).toMatchObject({ usesPin: true });
  await server.db.insert(rememberedDeviceTable).values({
    userId: financeId,
    deviceId: tablet,
    keyHash: 'of a test',
    expiresAt: sql`now() + interval '1 day'` as unknown as string,
  });
  const listed = (await finance.get('/auth/sessions')).json<OwnSession[]>();
  const away = listed.filter(({ rememberedUntil }) => rememberedUntil !== null);
  expect(away).toMatchObject([{ isSignedIn: false }]);
  expect((await finance.post(`/auth/sessions/${away[0]?._id}/end`, {})).json()).toEqual({
    ended: 1,
  });
  expect(await financeOf()).toMatchObject({ usesPin: false });
  expect((await takeOver({ pin: PIN })).json()).toMatchObject({
    fields: { pin: /^The PIN does not/ },
  });
});

it('opens nothing for another browser that names the same device', async () => {
  const finance = await server.as('finance');
  await finance.post('/auth/pin', { password, pin: PIN });
  await signInOnTablet('finance');
  clerk = await signInOnTablet('staff');
  expect(await financeOf()).toMatchObject({ usesPin: true });

  // The id is right, but the cookie is missing, made up, or of another browser.
  const named = { [DEVICE_HEADER]: tablet };
  const own = (
    await server.anybody.post('/auth/login', { email: emailOf('admin'), password }, named)
  ).headers['set-cookie'];
  for (const cookie of [undefined, 'branchdesk-device=x', String(own).split(';')[0]]) {
    const headers = cookie === undefined ? named : { ...named, cookie };
    const colleagues = await clerk.get('/auth/colleagues', headers);
    expect(colleagues.json<Colleague[]>().find(({ _id }) => _id === financeId)).toMatchObject({
      usesPin: false,
    });
    const tried = await clerk.post('/auth/change-person', { userId: financeId, pin: PIN }, headers);
    expect(tried.json()).toMatchObject({ fields: { pin: /^The PIN does not/ } });
  }

  // A copy of the cookie ends with the next sign-in on the tablet, and the tablet goes on.
  const copy = { ...onTablet };
  clerk = await signInOnTablet('staff');
  const tried = await clerk.post('/auth/change-person', { userId: financeId, pin: PIN }, copy);
  expect(tried.json()).toMatchObject({ fields: { pin: /^The PIN does not/ } });
  expect((await takeOver({ pin: PIN })).statusCode).toBe(200);
});

it('keeps the key of the device in a cookie that no script and no other site reads', async () => {
  const signIn = (headers: Record<string, string>, app = server.app) =>
    new Client(app).post('/auth/login', { email: emailOf('staff'), password }, headers);
  expect((await signIn(onTablet)).headers['set-cookie']).toMatch(
    /^branchdesk-device=[^;]{40,}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  );
  const behindTls = await startTestServer({ config: { trustProxy: 1 } });
  const safe = await signIn({ ...onTablet, 'x-forwarded-proto': 'https' }, behindTls.app);
  expect(safe.headers['set-cookie']).toMatch(
    /^__Host-branchdesk-device=[^;]{40,}; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/,
  );
  await behindTls.close();
});
