import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import {
  MOST_PASSKEYS,
  type OwnPasskey,
  type OwnPasskeys,
  type PasskeyCreation,
  type PasskeyRequest,
  type RecoveryCodes,
  type SecondFactorSecret,
} from '#contract/centre/second-factor.ts';
import { passkeySiteOf } from '#server/centre/auth/passkey-site.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { passkeyChallengeTable, passkeyTable } from '#server/db/tables/centre/passkeys.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { readConfig } from '#server/lib/config.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { newRescueCode } from '#server/setup/rescue.service.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { PasskeyDevice } from '#tests/helpers/passkey-device.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const ORIGIN = 'https://desk.example.com';
let server: TestServer;
let finance: Client;
let codes: string[] = [];
let device: PasskeyDevice;
beforeAll(async () => {
  server = await startTestServer({
    secrets: secretBox(Buffer.alloc(32, 1)),
    config: { publicUrl: ORIGIN },
  });
  finance = await server.as('finance');
  codes = await setUpFactor(finance);
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

async function setUpFactor(client: Client): Promise<string[]> {
  const begun = await client.post('/auth/second-factor/begin', { password });
  const { secret } = begun.json<SecondFactorSecret>();
  const code = codeOfApp(secret, -1);
  return (await client.post('/auth/second-factor/confirm', { code })).json<RecoveryCodes>().codes;
}

const begin = (client: Client, proof: object) => client.post('/auth/passkeys/begin', proof);
/** Makes a passkey on a new device, proved with a recovery code. */
async function addPasskey(client: Client, code: string | undefined, name = 'Phone') {
  const made = new PasskeyDevice(ORIGIN);
  const begun = await begin(client, { password, code });
  const passkey = made.make(begun.json<PasskeyCreation>());
  const added = await client.post('/auth/passkeys', { name, passkey });
  expect(added.statusCode).toBe(201);
  return { device: made, row: added.json<OwnPasskey>(), passkey };
}
const ask = async (client: Client) =>
  (await client.post('/auth/passkeys/ask', {})).json<PasskeyRequest>();
const askToSignIn = async () =>
  (await server.anybody.post('/auth/login/passkey/begin', {})).json<PasskeyRequest>();
const enter = (passkey: object) => server.anybody.post('/auth/login/passkey', { passkey });
async function half() {
  const answer = await server.anybody.post('/auth/login', { email: emailOf('finance'), password });
  expect(answer.json()).toMatchObject({ missingHalf: 'code' });
  return new Client(server.app, answer.json<LoginAnswer>().token);
}

it('keeps a passkey of an account with a second factor, after its password and a code', async () => {
  const admin = await server.as('admin');
  expectCode(await begin(admin, { password, code: '000000' }), 409, 'secondFactorOff');
  const wrong = await begin(finance, { password: 'not the right one', code: codes[0] });
  expect(wrong.json()).toMatchObject({ fields: { password: expect.any(String) as string } });
  const bare = await begin(finance, { password });
  expect(bare.json()).toMatchObject({ fields: { code: 'Required' } });

  const added = await addPasskey(finance, codes[0]);
  device = added.device;
  const { host, passkeys } = (await finance.get('/auth/passkeys')).json<OwnPasskeys>();
  expect([host, passkeys]).toEqual(['desk.example.com', [added.row]]);
  const again = await finance.post('/auth/passkeys', { name: 'Copy', passkey: added.passkey });
  expectCode(again, 403, 'passkeyRefused');
  const rows = JSON.stringify(await server.db.select().from(auditTable));
  expect(rows).toContain('add-passkey');
});

it('refuses a new passkey of a device that did not check who holds it', async () => {
  const begun = await begin(finance, { password, code: codes[1] });
  const passkey = device.make(begun.json<PasskeyCreation>(), { isVerified: false });
  expectCode(await finance.post('/auth/passkeys', { name: 'x', passkey }), 403, 'passkeyRefused');
});

it('stands for the code in the middle of a sign-in', async () => {
  const client = await half();
  const choice = (await client.get('/auth/second-factor/passkey')).json<object>();
  expect(choice).toEqual({ host: 'desk.example.com', hasPasskey: true });
  const passkey = device.use(await ask(client));
  const other = await half();
  // The challenge belongs to the session that asked for it.
  expectCode(await other.post('/auth/second-factor/passkey', { passkey }), 403, 'passkeyRefused');
  const passed = await client.post('/auth/second-factor/passkey', {
    passkey: device.use(await ask(client)),
  });
  expect(passed.json()).toMatchObject({ missingHalf: null, deviceKey: null });
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  expectCode(await other.get('/auth/passkeys'), 403, 'secondFactorNeeded');
});

it('ends a half session after five wrong passkeys', async () => {
  const client = await half();
  const answers = [];
  for (let n = 0; n < 6; n += 1) {
    const passkey = device.use({ challenge: 'AAAA', rpId: 'desk.example.com' } as PasskeyRequest);
    answers.push((await client.post('/auth/second-factor/passkey', { passkey })).statusCode);
  }
  expect(answers).toEqual([403, 403, 403, 403, 403, 401]);
});

it('signs in without e-mail and password, as whole as with both factors', async () => {
  const begun = await askToSignIn();
  expect(begun).not.toHaveProperty('allowCredentials');
  const entered = await enter(device.use(begun));
  expect(entered.statusCode).toBe(200);
  const { token, user, missingHalf, recoveryLeft } = entered.json<LoginAnswer>();
  expect([user.email, missingHalf]).toEqual([emailOf('finance'), null]);
  expect(recoveryLeft).toBe(codes.length - 2);
  const client = new Client(server.app, token);
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  const [row] = (await client.get('/auth/passkeys')).json<OwnPasskeys>().passkeys;
  expect(row?.lastUsedAt).not.toBeNull();
});

it('takes each challenge once, within five minutes, and each count of the device once', async () => {
  const used = device.use(await askToSignIn());
  expect((await enter(used)).statusCode).toBe(200);
  expectCode(await enter(used), 403, 'passkeyRefused');

  const late = await askToSignIn();
  await server.db
    .update(passkeyChallengeTable)
    .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` });
  expectCode(await enter(device.use(late)), 403, 'passkeyRefused');
  await tidy(server.db);
  expect(await server.db.$count(passkeyChallengeTable)).toBe(0);

  const [kept] = await server.db.select().from(passkeyTable);
  const copied = device.use(await askToSignIn(), { counter: kept?.counter ?? 0 });
  expectCode(await enter(copied), 403, 'passkeyRefused');
});

it('refuses a false page, a device that nobody unlocked, and a challenge of another use', async () => {
  const begun = await askToSignIn();
  const counter = 100;
  for (const use of [{ origin: 'https://desk.example.org' }, { isVerified: false }])
    expectCode(
      await enter(device.use(await askToSignIn(), { counter, ...use })),
      403,
      'passkeyRefused',
    );
  expectCode(await enter(device.use(await ask(finance), { counter })), 403, 'passkeyRefused');
  expectCode(await enter(new PasskeyDevice(ORIGIN).use(begun)), 403, 'passkeyRefused');
  expect((await enter(device.use(await askToSignIn(), { counter }))).statusCode).toBe(200);
});

it('asks for the password while it is temporary, and lets nobody in who is disabled', async () => {
  const isFinance = eq(userTable.email, emailOf('finance'));
  await server.db.update(userTable).set({ mustChangePassword: true }).where(isFinance);
  expectCode(await enter(device.use(await askToSignIn())), 403, 'passkeyAfterPassword');
  await server.db
    .update(userTable)
    .set({ mustChangePassword: false, active: false })
    .where(isFinance);
  expectCode(await enter(device.use(await askToSignIn())), 403, 'passkeyRefused');
  await server.db.update(userTable).set({ active: true }).where(isFinance);
});

it('makes an account wait whose passkey is tried, as one whose password is', async () => {
  const wrong = { challenge: 'AAAA', rpId: 'desk.example.com' } as PasskeyRequest;
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await enter(device.use(wrong))).statusCode);
  expect(answers).toEqual([403, 403, 403, 403, 403, 429]);
  const login = { email: emailOf('finance'), password };
  expectCode(await server.anybody.post('/auth/login', login), 429, 'tooManyTries');
});

it('is renamed by its owner alone, and removed with the password and a passkey or a code', async () => {
  const { row, device: tablet } = await addPasskey(finance, codes[2], 'Tablet');
  const admin = await server.as('admin');
  const path = `/auth/passkeys/${row._id}`;
  expectCode(await admin.post(`${path}/rename`, { name: 'Mine' }), 404, 'notFound');
  const renamed = await finance.post(`${path}/rename`, { name: 'Office tablet' });
  expect(renamed.json()).toMatchObject({ name: 'Office tablet' });
  const passkey = tablet.use(await ask(finance));
  const other = await finance.post(`${path}/remove`, { password: 'not mine', passkey });
  expect(other.statusCode).toBe(400);
  const removed = await finance.post(`${path}/remove`, {
    password,
    passkey: tablet.use(await ask(finance)),
  });
  expect(removed.json()).toEqual({ done: true });
  expect((await finance.get('/auth/passkeys')).json<OwnPasskeys>().passkeys).toHaveLength(1);
  expectCode(await enter(tablet.use(await askToSignIn())), 403, 'passkeyRefused');
});

it('stands for the code where recovery codes are made anew', async () => {
  const proof = { password, passkey: device.use(await ask(finance)) };
  const made = await finance.post('/auth/second-factor/recovery-codes', proof);
  ({ codes } = made.json<RecoveryCodes>());
  expect(codes).toHaveLength(10);
});

it('keeps at most ten of an account', async () => {
  const [row] = await server.db.select().from(passkeyTable);
  if (!row) throw new Error('No passkey');
  const { _id, ...others } = row;
  const more = Array.from({ length: MOST_PASSKEYS - 1 }, (_, n) => ({
    ...others,
    credentialId: `more-${n}`,
  }));
  await server.db.insert(passkeyTable).values(more);
  expectCode(await begin(finance, { password, code: codes[0] }), 409, 'passkeysFull');
  await server.db.delete(passkeyTable).where(sql`${passkeyTable.credentialId} like 'more-%'`);
});

it('goes with the factor: taken off by a superadmin, by the rescue code and by its owner', async () => {
  const { db } = server;
  const owner = await server.as('superadmin');
  const [account] = await db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('finance')));
  await owner.post(`/staff-accounts/${account?._id}/remove-second-factor`, {});
  expect(await db.$count(passkeyTable)).toBe(0);
  expect(await db.$count(alertTable, eq(alertTable.kind, 'secondFactorRemoved'))).toBe(1);
  expectCode(await enter(device.use(await askToSignIn())), 403, 'passkeyRefused');

  const client = await server.as('finance');
  const [first] = await setUpFactor(client);
  ({ device } = await addPasskey(client, first));
  const code = await newRescueCode(db, emailOf('finance'));
  const newPassword = 'rain over the river';
  expect((await server.anybody.post('/auth/rescue', { code, newPassword })).statusCode).toBe(200);
  expect([await db.$count(passkeyTable), await db.$count(secondFactorTable)]).toEqual([0, 0]);
});

it('has no site over plain HTTP, without a name, and beyond localhost without PUBLIC_URL', () => {
  const hostOf = (PUBLIC_URL: string, host = 'desk.example.com') =>
    passkeySiteOf(readConfig({ PUBLIC_URL }), { headers: {}, protocol: 'http', host })?.host;
  expect(hostOf('http://desk.example.com')).toBeUndefined();
  expect(hostOf('https://192.168.1.5')).toBeUndefined();
  expect(hostOf('https://[::1]')).toBeUndefined();
  expect(hostOf('https://desk.example.com')).toBe('desk.example.com');
  expect(hostOf('http://localhost:4173')).toBe('localhost');
  expect(hostOf('')).toBeUndefined();
  expect(hostOf('', 'localhost:4173')).toBe('localhost');
});
