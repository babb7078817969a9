import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Colleague, LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import { accountPinTable } from '#server/db/tables/centre/account-pins.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { accountDeviceTable } from '#server/db/tables/centre/devices.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
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
const onTablet = { [DEVICE_HEADER]: tablet };
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
  clerk = await server.signIn(emailOf('staff'), password, onTablet);
});
afterAll(() => server.close());

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
  await server.signIn(emailOf('finance'), password, onTablet);
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
  await server.signIn(emailOf('finance'), password, onTablet);
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
  await server.signIn(emailOf('finance'), password, onTablet);
  expect((await takeOver({ pin: PIN })).statusCode).toBe(200);
});

it('opens nothing beside a second factor that was not given on the device within twelve hours', async () => {
  await server.signIn(emailOf('finance'), password, onTablet);
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
  await server.signIn(emailOf('finance'), password, onTablet);
  const owner = await server.as('superadmin');
  await owner.post(`/staff-accounts/${financeId}/sign-out`, {});
  expect(await financeOf()).toMatchObject({ usesPin: false });
  await server.signIn(emailOf('finance'), password, onTablet);
  expect(await financeOf()).toMatchObject({ usesPin: true });
  const finance = await server.as('finance');
  await finance.post('/auth/pin/remove', { password });
  expect(await financeOf()).toMatchObject({ usesPin: false });
});
