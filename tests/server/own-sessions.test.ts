import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  type Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const TABLET =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signInOn = (email: string, deviceId = randomUUID(), browser = TABLET) =>
  server.signIn(email, password, { [DEVICE_HEADER]: deviceId, 'user-agent': browser });
const sessionsOf = async (client: Client) =>
  (await client.get('/auth/sessions')).json<OwnSession[]>();

it('lists the living sessions of the person alone, named by their browsers', async () => {
  const email = emailOf('staff');
  await signInOn(email);
  const here = await signInOn(email, randomUUID(), 'a kiosk of its own');
  await signInOn(emailOf('admin'));
  const found = await sessionsOf(here);
  expect(found).toHaveLength(2);
  expect(found.find(({ isThis }) => isThis)).toMatchObject({
    deviceKind: 'unknown',
    deviceName: '',
  });
  expect(found.find(({ isThis }) => !isThis)).toMatchObject({
    deviceKind: 'tablet',
    deviceName: 'Chrome, Android',
    address: '127.0.0.1',
  });
  expect(JSON.stringify(found)).not.toContain('Hash');
});

it('ends one of the others, never one of somebody else, and all others', async () => {
  const email = emailOf('finance');
  const [here, lost, third] = [await signInOn(email), await signInOn(email), await signInOn(email)];
  const stranger = await signInOn(emailOf('admin'));
  const own = (await sessionsOf(lost)).find(({ isThis }) => isThis);
  const end = (client: Client) => client.post(`/auth/sessions/${own?._id}/end`, {});
  expectCode(await end(stranger), 404, 'notFound');
  expectCode(await end(lost), 404, 'notFound');
  expect((await lost.get('/auth/me')).statusCode).toBe(200);
  expect((await end(here)).json()).toEqual({ ended: 1 });
  expectCode(await lost.get('/auth/me'), 401, 'unauthenticated');
  expect((await here.post('/auth/sessions/end-others', {})).json()).toEqual({ ended: 1 });
  expectCode(await third.get('/auth/me'), 401, 'unauthenticated');
  expect(await sessionsOf(here)).toHaveLength(1);
  expect((await stranger.get('/auth/me')).statusCode).toBe(200);
});

it('tells superadmins of a new device of one of them, once, and not of the first one', async () => {
  const email = emailOf('superadmin');
  const told = () => server.db.select().from(alertTable).where(eq(alertTable.kind, 'newDevice'));
  const before = (await told()).length;
  const [first, second] = [randomUUID(), randomUUID()];
  await signInOn(email, first);
  await signInOn(email, first);
  expect(await told()).toHaveLength(before);
  await signInOn(email, second);
  await signInOn(email, second);
  const [alert] = (await told()).slice(before);
  expect(await told()).toHaveLength(before + 1);
  expect(alert?.detail).toBe(`${email} · Chrome, Android · 127.0.0.1`);
  await signInOn(emailOf('staff'));
  expect(await told()).toHaveLength(before + 1);
});
