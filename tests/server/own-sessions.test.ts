import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { forgetDevices } from '#server/centre/auth/remembered-devices.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { expectCode, OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  Client,
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
  expect((await sessionsOf(here)).filter(({ isSignedIn }) => isSignedIn)).toHaveLength(1);
  expect((await stranger.get('/auth/me')).statusCode).toBe(200);
});

const told = () => server.db.select().from(alertTable).where(eq(alertTable.kind, 'newDevice'));
/** A browser, which names its device and keeps the cookie that it got. */
const browserOf = (email: string, deviceId: string | null = randomUUID()) => {
  let cookie = '';
  return async (secret = password) => {
    const headers = {
      'user-agent': TABLET,
      ...(deviceId !== null && { [DEVICE_HEADER]: deviceId }),
      ...(cookie && { cookie }),
    };
    const words = { email, password: secret };
    const answer = await server.anybody.post('/auth/login', words, headers);
    expect(answer.statusCode).toBe(200);
    const [held] = answer.cookies;
    if (held) cookie = `${held.name}=${held.value}`;
    return new Client(server.app, answer.json<{ token: string }>().token);
  };
};

it('tells superadmins of a new device of one of them, once, and not of the first one', async () => {
  const email = emailOf('superadmin');
  const before = (await told()).length;
  const [first, second] = [browserOf(email), browserOf(email)];
  await first();
  await first();
  expect(await told()).toHaveLength(before);
  await second();
  await second();
  const [alert] = (await told()).slice(before);
  expect(await told()).toHaveLength(before + 1);
  expect(alert?.detail).toBe(`${email} · Chrome, Android · 127.0.0.1`);
  await browserOf(emailOf('staff'))();
  expect(await told()).toHaveLength(before + 1);
});

it('tells of another browser that names the id of a known one, or none', async () => {
  const email = emailOf('superadmin');
  const tablet = randomUUID();
  const [owner, copy, nameless] = [tablet, tablet, null].map((named) => browserOf(email, named));
  await owner?.();
  const before = (await told()).length;
  await copy?.();
  expect(await told()).toHaveLength(before + 1);
  await copy?.();
  expect(await told()).toHaveLength(before + 1);
  await nameless?.();
  expect(await told()).toHaveLength(before + 2);
});

it('knows the browser again after a sign-out everywhere', async () => {
  const email = emailOf('superadmin');
  const browser = browserOf(email);
  await browser();
  const before = (await told()).length;
  const [account] = await server.db.select().from(userTable).where(eq(userTable.email, email));
  await forgetDevices(server.db, String(account?._id));
  await browser();
  expect(await told()).toHaveLength(before);
});

const newOnes = async (client: Client) => (await sessionsOf(client)).filter(({ isNew }) => isNew);

it('tells again of a device whose sign-in was denied, or was new before a new password', async () => {
  const people = staffPeople(server, await server.as('superadmin'));
  const { email } = (await people.settled({ email: 'denies@branchdesk.test' })).account;
  const [ownDesk, stranger] = [browserOf(email), browserOf(email)];
  const desk = await ownDesk(OWN_PASSWORD);
  await stranger(OWN_PASSWORD);
  await stranger(OWN_PASSWORD);
  const [first, ...more] = (await newOnes(desk)).filter(({ isSignedIn }) => isSignedIn);
  expect(more).toEqual([]);
  expect((await desk.post(`/auth/sessions/${first?._id}/end`, {})).json()).toEqual({ ended: 1 });
  await (await stranger(OWN_PASSWORD)).post('/auth/logout', {});
  expect(await newOnes(desk)).toHaveLength(2);
  const words = 'words that leaked too';
  const chosen = { email, oldPassword: OWN_PASSWORD, newPassword: words };
  expect((await desk.post('/auth/users/change-password', chosen)).statusCode).toBe(200);
  await stranger(words);
  expect(await newOnes(desk)).toHaveLength(3);
  await ownDesk(words);
  expect(await newOnes(desk)).toHaveLength(3);
});

it('tells of no device on the pages of another origin, which keep no cookie', async () => {
  const origin = 'https://desk.example.com';
  const { database } = server;
  const elsewhere = await startTestServer({ database, config: { clientOrigin: origin } });
  const email = emailOf('admin');
  const on = (of: string) =>
    elsewhere.signIn(email, password, { [DEVICE_HEADER]: randomUUID(), origin: of });
  const before = (await newOnes(await on(origin))).length;
  const client = await on(origin);
  expect(await newOnes(client)).toHaveLength(before);
  await on('https://another.example.com');
  expect(await newOnes(client)).toHaveLength(before + 1);
  await elsewhere.app.close();
});

it('tells a person of any role of a new device, also after it signed out, and after a new password', async () => {
  const people = staffPeople(server, await server.as('superadmin'));
  const { account } = await people.settled({ email: 'told@branchdesk.test' });
  const words = OWN_PASSWORD;
  const on = (deviceId = randomUUID()) =>
    server.signIn(account.email, words, { [DEVICE_HEADER]: deviceId, 'user-agent': TABLET });
  const desk = await on();
  expect(await newOnes(desk)).toEqual([]);
  const before = (await told()).length;
  const stranger = await on();
  // Its own line knows it by that for later.
  expect(await newOnes(stranger)).toMatchObject([{ isThis: true }]);
  const [living, ...more] = await newOnes(desk);
  expect(more).toEqual([]);
  expect(living).toMatchObject({
    isSignedIn: true,
    deviceName: 'Chrome, Android',
    address: '127.0.0.1',
  });
  expect(await told()).toHaveLength(before);
  await stranger.post('/auth/logout', {});
  expect(await newOnes(desk)).toMatchObject([{ _id: living?._id, isSignedIn: false }]);
  const ofOthers = await newOnes(await server.as('staff'));
  expect(ofOthers.map(({ _id }) => _id)).not.toContain(living?._id);
  const chosen = { email: account.email, oldPassword: words, newPassword: 'other own words' };
  expect((await desk.post('/auth/users/change-password', chosen)).statusCode).toBe(200);
  expect(await newOnes(desk)).toMatchObject([{ _id: living?._id }]);
});

it('leaves an alert to a superadmin whom its subject did not make since', async () => {
  const owner = await server.as('superadmin');
  const people = staffPeople(server, owner);
  const [other, puppet] = [
    await people.settled({ role: 'superadmin' }),
    await people.settled({ role: 'superadmin' }),
  ];
  const [{ _id: ownerId } = { _id: '' }] = await server.db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('superadmin')));
  const inMinutes = (minutes: number) => sql`now() + make_interval(mins => ${minutes}::int)`;
  const [alert] = await server.db
    .insert(alertTable)
    .values({ kind: 'accountRaised', subjectId: ownerId, at: inMinutes(1) })
    .returning();
  await server.db.execute(sql`insert into audit_log
    (id, at, actor_id, actor_name, role, ip, device, request_id, action, entity, entity_id, after)
    values (gen_random_uuid(), ${inMinutes(2)}, ${ownerId}, '', '', '', '', '', 'update',
      'staff-accounts', ${puppet.account._id}, '{"role":"superadmin"}')`);
  const close = (client: Client) => client.post(`/alerts/${alert?._id}/close`, { note: 'Seen' });
  for (const client of [owner, puppet.client]) expectCode(await close(client), 409, 'ownAlert');
  // Nor may one whom the puppet made, or to whom it gave a password.
  const second = await people.settled({ role: 'superadmin' });
  await server.db.execute(sql`insert into audit_log
    (id, at, actor_id, actor_name, role, ip, device, request_id, action, entity, entity_id, after)
    values (gen_random_uuid(), ${inMinutes(3)}, ${puppet.account._id}, '', '', '', '', '',
      'temporary-password', 'staff-accounts', ${second.account._id}, null)`);
  expectCode(await close(second.client), 409, 'ownAlert');
  expect((await close(other.client)).json()).toMatchObject({ isOwn: false });
});
