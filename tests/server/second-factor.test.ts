import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { IssuedAccount } from '#contract/centre/staff-accounts.ts';
import type { RecoveryCodes, SecondFactorSecret } from '#contract/centre/second-factor.ts';
import type { AlertKind } from '#contract/centre/alerts.ts';
import { tellOfLostKey } from '#server/centre/auth/lost-key.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { secondFactorTable } from '#server/db/tables/centre/second-factors.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { secretBox } from '#server/lib/secret-box.ts';
import { newRescueCode } from '#server/setup/rescue.service.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { expectCode, OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

/** The recovery codes of finance, of which the first test uses the first. */
let financeCodes: string[] = [];
const box = secretBox(Buffer.alloc(32, 1));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ secrets: box });
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

async function signIn(email: string) {
  const answer = await server.anybody.post('/auth/login', { email, password });
  expect(answer.statusCode).toBe(200);
  const { token, missingHalf } = answer.json<LoginAnswer>();
  return { client: new Client(server.app, token), missingHalf };
}

/** Sets the factor up in a session; the code that proved it is used up. */
async function setUp(client: Client, own = password) {
  const begun = await client.post('/auth/second-factor/begin', { password: own });
  const { secret, address } = begun.json<SecondFactorSecret>();
  expect(address).toMatch(/^otpauth:\/\/totp\//);
  const wrong = await client.post('/auth/second-factor/confirm', { code: '000000' });
  expect(wrong.json()).toMatchObject({ fields: { code: /^This code is wrong/ } });
  const confirmed = await client.post('/auth/second-factor/confirm', {
    code: codeOfApp(secret, -1),
  });
  const { codes } = confirmed.json<RecoveryCodes>();
  expect(new Set(codes).size).toBe(10);
  return { secret, codes };
}
const pass = (client: Client, code: string) => client.post('/auth/second-factor', { code });

expect.addEqualityTesters([
  (text, pattern) =>
    typeof text === 'string' && pattern instanceof RegExp ? pattern.test(text) : undefined,
]);

it('asks for a code after the password, takes each code once, and opens nothing before', async () => {
  const email = emailOf('finance');
  const { client: first, missingHalf } = await signIn(email);
  expect(missingHalf).toBeNull();
  const { secret, codes } = await setUp(first);
  financeCodes = codes;
  expect((await first.get('/auth/second-factor')).json()).toEqual({
    isOn: true,
    isAsked: false,
    recoveryLeft: 10,
  });
  const half = await signIn(email);
  expect(half.missingHalf).toBe('code');
  for (const path of ['/auth/me', '/students', '/auth/draft-key', '/auth/sessions'])
    expectCode(await half.client.get(path), 403, 'secondFactorNeeded');
  expectCode(
    await half.client.post('/auth/second-factor/begin', { password }),
    403,
    'secondFactorNeeded',
  );
  const proof = { password, code: codes[1] ?? '' };
  expectCode(
    await half.client.post('/auth/second-factor/remove', proof),
    403,
    'secondFactorNeeded',
  );
  const old = await pass(half.client, codeOfApp(secret, -2));
  expect(old.json()).toMatchObject({ fields: { code: /^This code is wrong/ } });
  const now = codeOfApp(secret);
  expect((await pass(half.client, ` ${now.slice(0, 3)} ${now.slice(3)}`)).json()).toEqual({
    recoveryLeft: 10,
    missingHalf: null,
    wasLimited: false,
    deviceKey: null,
  });
  expect((await half.client.get('/auth/me')).statusCode).toBe(200);

  const again = await signIn(email);
  expect((await pass(again.client, now)).statusCode).toBe(400);
  const byHand = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
  const tries = await Promise.all([pass(again.client, byHand), pass(again.client, byHand)]);
  expect(tries.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await pass((await signIn(email)).client, byHand)).statusCode).toBe(400);
  expect((await first.get('/auth/second-factor')).json()).toMatchObject({ recoveryLeft: 9 });

  // Two codes at once use up one of them.
  const { client: last } = await signIn(email);
  const both = await Promise.all(codes.slice(8).map((code) => pass(last, code)));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await first.get('/auth/second-factor')).json()).toMatchObject({ recoveryLeft: 8 });
});

it('ends a half session after five wrong codes, and lets its owner leave', async () => {
  const { client } = await signIn(emailOf('finance'));
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push((await pass(client, '000000')).statusCode);
  expect(answers).toEqual([400, 400, 400, 400, 400, 401]);
  const other = await signIn(emailOf('finance'));
  expect((await other.client.post('/auth/logout', {})).statusCode).toBe(200);
});

it('makes whoever knows the password wait after ten wrong codes, however often they sign in', async () => {
  const email = emailOf('finance');
  const third = await signIn(email);
  for (const half of [await signIn(email), await signIn(email)])
    for (let n = 0; n < 5; n += 1) expect((await pass(half.client, '000000')).statusCode).toBe(400);
  expectCode(await pass(third.client, financeCodes[1] ?? ''), 429, 'tooManyTries');
});

it('writes neither secret nor code into the log of changes or the table', async () => {
  const acts = JSON.stringify(await server.db.select().from(auditTable));
  const rows = JSON.stringify(await server.db.select().from(secondFactorTable));
  expect(acts).toContain('add-second-factor');
  expect(rows).toContain('v1$');
  for (const text of [acts, rows]) expect(text).not.toMatch(/otpauth|"secret":"[A-Z2-7]{32}"/);
});

/** The centre asks superadmin and finance for it since so many days. */
const askSince = (days: number) =>
  server.db.update(schoolInfoTable).set({
    secondFactorFor: 'money',
    secondFactorSince: sql`clock_timestamp() - make_interval(days => ${days}::int)`,
  });
const askNobody = () =>
  server.db.update(schoolInfoTable).set({ secondFactorFor: 'nobody', secondFactorSince: null });

it('is demanded where the centre says so, after the days of grace', async () => {
  const email = emailOf('superadmin');
  await askSince(6);
  expect((await signIn(email)).missingHalf).toBeNull();
  await askSince(8);
  expect((await signIn(emailOf('staff'))).missingHalf).toBeNull();
  const { client, missingHalf } = await signIn(email);
  expect(missingHalf).toBe('setUp');
  expectCode(await client.get('/auth/me'), 403, 'secondFactorNeeded');
  const { codes } = await setUp(client);
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  const proof = { password, code: codes[0] };
  expectCode(await client.post('/auth/second-factor/remove', proof), 409, 'secondFactorAsked');
  await askNobody();
  const wrong = await client.post('/auth/second-factor/remove', {
    password: 'wrong',
    code: codes[0],
  });
  expect(wrong.json()).toMatchObject({ fields: { password: 'This password is not right' } });
  expect((await client.post('/auth/second-factor/remove', proof)).statusCode).toBe(200);
  expect((await signIn(email)).missingHalf).toBeNull();
});

it('is set up with a password of one’s own by somebody with a temporary one', async () => {
  const owner = await server.as('superadmin');
  const people = staffPeople(server, owner);
  const { account, secret } = await people.add({ role: 'finance' });
  await askSince(8);
  const { email } = account;
  const begun = await server.anybody.post('/auth/login', { email, password: secret });
  expect(begun.json()).toMatchObject({ missingHalf: 'setUp', mustChangePassword: true });
  const client = new Client(server.app, begun.json<LoginAnswer>().token);
  const change = { email, oldPassword: secret, newPassword: OWN_PASSWORD };
  // As if the person had taken four of the five minutes.
  await server.db.update(sessionTable).set({ expiresAt: sql`now() + interval '1 minute'` });
  expect((await client.post('/auth/users/change-password', change)).statusCode).toBe(200);
  const [session] = await server.db
    .select({ isLonger: sql<boolean>`${sessionTable.expiresAt} > now() + interval '4 minutes'` })
    .from(sessionTable)
    .where(eq(sessionTable.userId, account._id));
  expect(session).toEqual({ isLonger: true });
  expectCode(await client.get('/auth/me'), 403, 'secondFactorNeeded');
  const { codes } = await setUp(client, OWN_PASSWORD);
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  await askNobody();
  const proof = { password: OWN_PASSWORD, code: codes[0] };
  expect((await client.post('/auth/second-factor/remove', proof)).statusCode).toBe(200);
});

it('ends the sessions of those who have none once the days of grace are over', async () => {
  const [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
  const statuses = async () => {
    await tidy(server.db);
    const answers = [await owner.get('/auth/me'), await staff.get('/auth/me')];
    return answers.map(({ statusCode }) => statusCode);
  };
  await askSince(6);
  expect(await statuses()).toEqual([200, 200]);
  await askSince(8);
  const { client } = await signIn(emailOf('superadmin'));
  expect(await statuses()).toEqual([401, 200]);
  const { codes } = await setUp(client);
  await tidy(server.db);
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  await askNobody();
  const proof = { password, code: codes[0] };
  expect((await client.post('/auth/second-factor/remove', proof)).statusCode).toBe(200);
});

it('tells of a clock that is minutes away when the factor is set up', async () => {
  const { client } = await signIn(emailOf('admin'));
  const { secret } = (
    await client.post('/auth/second-factor/begin', { password })
  ).json<SecondFactorSecret>();
  const late = await client.post('/auth/second-factor/confirm', { code: codeOfApp(secret, -6) });
  expect(late.json()).toMatchObject({ fields: { code: /another time, 3 minutes away/ } });
});

it('is opened by a recovery code where the key of the secrets was lost', async () => {
  const email = emailOf('finance');
  const [before] = await server.db
    .select({ secret: secondFactorTable.secret })
    .from(secondFactorTable)
    .innerJoin(userTable, eq(userTable._id, secondFactorTable.userId))
    .where(eq(userTable.email, email));
  expect(before?.secret).toBeDefined();
  const elsewhere = await startTestServer({ database: server.database });
  const answer = await elsewhere.anybody.post('/auth/login', { email, password });
  const client = new Client(elsewhere.app, answer.json<LoginAnswer>().token);
  expect((await client.post('/auth/second-factor', { code: '123456' })).statusCode).toBe(400);
  const opened = await client.post('/auth/second-factor', { code: financeCodes[2] });
  expect(opened.json()).toMatchObject({ recoveryLeft: 7, missingHalf: null });
  await elsewhere.app.close();
});

it('is set up anew after a recovery code where the centre was restored without the key', async () => {
  const email = emailOf('finance');
  const ofOwner = await setUp((await signIn(emailOf('superadmin'))).client);
  const other = secretBox(Buffer.alloc(32, 2));
  const elsewhere = await startTestServer({ database: server.database, secrets: other });
  const two = { lost: 2, waiting: 0 };
  for (let n = 0; n < 2; n += 1) expect(await tellOfLostKey(server.db, other)).toEqual(two);
  expect(await tellOfLostKey(server.db, box)).toMatchObject({ lost: 0 });
  const ofKind = (kind: AlertKind) =>
    server.db.select().from(alertTable).where(eq(alertTable.kind, kind));
  expect(await ofKind('secretsKeyLost')).toMatchObject([{ detail: '2', subjectId: null }]);
  const begin = async (who = email) => {
    const answer = await elsewhere.anybody.post('/auth/login', { email: who, password });
    return new Client(elsewhere.app, answer.json<LoginAnswer>().token);
  };
  const codesUsed = (await ofKind('recoveryCodeUsed')).length;
  const client = await begin();
  const opened = await pass(client, financeCodes[3] ?? '');
  expect(opened.json()).toMatchObject({
    recoveryLeft: 6,
    missingHalf: 'setUp',
    deviceKey: null,
  });
  expect((await ofKind('recoveryCodeUsed')).slice(codesUsed)).toMatchObject([{ detail: email }]);
  expectCode(await client.get('/auth/me'), 403, 'secondFactorNeeded');
  // A set-up that was left half-way opens nothing, and the old app stays lost.
  const begun = await client.post('/auth/second-factor/begin', { password });
  const { secret } = begun.json<SecondFactorSecret>();
  expect((await pass(await begin(), codeOfApp(secret))).statusCode).toBe(400);
  const confirmed = await client.post('/auth/second-factor/confirm', { code: codeOfApp(secret) });
  financeCodes = confirmed.json<RecoveryCodes>().codes;
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  expect((await pass(await begin(), codeOfApp(secret, 1))).json()).toMatchObject({
    missingHalf: null,
  });

  const owner = await begin(emailOf('superadmin'));
  expect((await pass(owner, codeOfApp(ofOwner.secret))).statusCode).toBe(400);
  expect((await pass(owner, ofOwner.codes[0] ?? '')).json()).toMatchObject({
    missingHalf: 'setUp',
  });
  const { codes } = await setUp(owner);
  expect((await owner.get('/staff-accounts')).statusCode).toBe(200);
  expect(await tellOfLostKey(server.db, other)).toMatchObject({ lost: 0 });
  const proof = { password, code: codes[0] };
  expect((await owner.post('/auth/second-factor/remove', proof)).statusCode).toBe(200);
  await elsewhere.app.close();
});

const discountAct = async () => ({
  kind: 'discount',
  branchId: await branchId(server.db, 'VTE'),
  lineKey: randomUUID(),
  studentKey: null,
  classId: null,
  productId: null,
  percent: 30,
  quantity: 1,
  discountLAK: 10_000,
});

it('is asked of a second person who signs', async () => {
  const { codes } = await setUp((await signIn(emailOf('admin'))).client);
  const clerk = await server.as('staff');
  const act = await discountAct();
  const sign = (code?: string) =>
    clerk.post('/auth/approvals', {
      email: emailOf('admin'),
      password,
      act,
      ...(code && { code }),
    });
  const asked = await sign();
  expect(asked.json(), asked.body).toMatchObject({ fields: { code: /needs a code/ } });
  const failures = () => server.db.$count(auditTable, eq(auditTable.action, 'approval-failed'));
  const before = await failures();
  expect((await sign('000000')).json()).toMatchObject({ fields: { code: /^This code is wrong/ } });
  expect((await failures()) - before).toBe(1);
  expect((await sign(codes[0])).statusCode).toBe(200);
});

it('counts the wrong codes of signatures with those of the account’s own sign-ins', async () => {
  const clerk = await server.as('staff');
  const words = { email: emailOf('admin'), password, act: await discountAct() };
  const { client } = await signIn(emailOf('admin'));
  for (let n = 0; n < 6; n += 1) {
    const answer = await clerk.post('/auth/approvals', { ...words, code: '000000' });
    expect(answer.statusCode).toBe(422);
  }
  for (let n = 0; n < 4; n += 1) expect((await pass(client, '000000')).statusCode).toBe(400);
  expectCode(await pass(client, '000000'), 429, 'tooManyTries');
});

it('keeps who has to set one up by now from signing with the password alone', async () => {
  const clerk = await server.as('staff');
  const signs = async () => {
    const words = { email: emailOf('superadmin'), password, act: await discountAct() };
    return clerk.post('/auth/approvals', words);
  };
  await askSince(6);
  expect((await signs()).statusCode).toBe(200);
  await askSince(8);
  const refused = await signs();
  expect([refused.statusCode, refused.json<object>()]).toMatchObject([
    422,
    { fields: { email: expect.stringContaining('set up their second factor') as string } },
  ]);
  await askNobody();
});

it('is taken off another account by a superadmin alone, whose act is an alert', async () => {
  const [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
  const finance = await signIn(emailOf('finance'));
  const [account] = await server.db
    .select({ _id: userTable._id })
    .from(userTable)
    .where(eq(userTable.email, emailOf('finance')));
  const path = `/staff-accounts/${account?._id}/remove-second-factor`;
  expectCode(await admin.post(path, {}), 403, 'forbidden');
  expect((await owner.post(path, {})).statusCode).toBe(200);
  expectCode(await owner.post(path, {}), 409, 'secondFactorOff');
  expectCode(await finance.client.get('/auth/me'), 401, 'unauthenticated');
  expect((await signIn(emailOf('finance'))).missingHalf).toBeNull();
  const alerts = await server.db
    .select()
    .from(alertTable)
    .where(eq(alertTable.kind, 'secondFactorRemoved'));
  expect(alerts).toMatchObject([{ detail: emailOf('finance') }]);
  await setUp((await signIn(emailOf('finance'))).client);
});

it('stays on when an admin gives a new password, which alone opens nothing', async () => {
  const admin = await server.as('admin');
  const email = emailOf('staff');
  await setUp((await signIn(email)).client);
  const [account] = await server.db.select().from(userTable).where(eq(userTable.email, email));
  const given = await admin.post(`/staff-accounts/${account?._id}/temporary-password`, {});
  const { temporaryPassword } = given.json<IssuedAccount>();
  const answer = await server.anybody.post('/auth/login', { email, password: temporaryPassword });
  const { token, missingHalf } = answer.json<LoginAnswer>();
  expect(missingHalf).toBe('code');
  const client = new Client(server.app, token);
  expectCode(await client.get('/students'), 403, 'secondFactorNeeded');
  const change = { email, oldPassword: temporaryPassword, newPassword: 'a boat below the bridge' };
  expectCode(await client.post('/auth/users/change-password', change), 403, 'secondFactorNeeded');
});

it('is taken off by a rescue code from the console', async () => {
  const email = emailOf('finance');
  const code = await newRescueCode(server.db, email);
  const newPassword = 'a garden behind the temple';
  const answer = await server.anybody.post('/auth/rescue', { code, newPassword });
  expect(answer.json()).toMatchObject({ missingHalf: null });
});
