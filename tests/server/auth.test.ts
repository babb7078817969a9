import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { loginAnswer } from '#contract/centre/auth.ts';
import { apiErrors } from '#contract/errors.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { sha256 } from '#server/lib/tokens.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
  type Answer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const hashOf = ({ token = '' }: Client) => sha256(token);
const ofSession = (client: Client) => eq(sessionTable.tokenHash, hashOf(client));

async function expiryInMinutes(client: Client): Promise<number> {
  const minutes = sql<number>`extract(epoch from ${sessionTable.expiresAt} - now())::float / 60`;
  const [session] = await server.db.select({ minutes }).from(sessionTable).where(ofSession(client));
  return session?.minutes ?? 0;
}

describe('sign-in', () => {
  it('answers a 256-bit token and the person, without a hash', async () => {
    const answer = await server.anybody.post('/auth/login', {
      email: ' Admin@BranchDesk.test ',
      password,
    });
    expect(answer.statusCode).toBe(200);
    const body = z.strictObject(loginAnswer.shape).parse(answer.json());
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32);
    expect(body.user).toMatchObject({
      email: 'admin@branchdesk.test',
      role: 'admin',
      firstName: 'Manivanh',
    });
    expect(Object.keys(body.user).sort()).toEqual(
      [
        '_id',
        'branchId',
        'email',
        'firstName',
        'lastName',
        'permissionSet',
        'profileImage',
        'role',
      ].sort(),
    );
  });

  it('keeps only the hash of the token', async () => {
    const client = await server.as('staff');
    const rows = await server.db.select().from(sessionTable);
    expect(JSON.stringify(rows)).not.toContain(client.token);
    expect(rows.some(({ tokenHash }) => tokenHash === hashOf(client))).toBe(true);
  });

  it('says the same of an unknown account, a wrong password and a disabled account', async () => {
    await server.db
      .update(userTable)
      .set({ active: false })
      .where(eq(userTable.email, emailOf('finance')));
    const tries = [
      { email: 'nobody@branchdesk.test', password },
      { email: emailOf('admin'), password: 'not the password' },
      { email: emailOf('finance'), password },
    ];
    const answers = await Promise.all(
      tries.map((payload) => server.anybody.post('/auth/login', payload)),
    );
    await server.db
      .update(userTable)
      .set({ active: true })
      .where(eq(userTable.email, emailOf('finance')));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ error: apiErrors.loginFailed.en, code: 'loginFailed' });
    }
  });

  it('that fails is audited with account and address, and never with the typed values', async () => {
    const failures = () =>
      server.db
        .select()
        .from(auditTable)
        .where(eq(auditTable.action, 'sign-in-failed'))
        .orderBy(auditTable.at);
    const before = (await failures()).length;
    const [account] = await server.db
      .select({ _id: userTable._id, branchId: userTable.branchId })
      .from(userTable)
      .where(eq(userTable.email, emailOf('staff')));
    await server.anybody.post('/auth/login', { email: emailOf('staff'), password: 'typed wrong' });
    await server.anybody.post('/auth/login', {
      email: 'my-password@branchdesk.test',
      password: 'typed wrong',
    });
    const rows = (await failures()).slice(before);
    expect(rows).toMatchObject([
      { entityId: account?._id, recordBranchId: account?.branchId, actorId: null, ip: '127.0.0.1' },
      { entityId: '', recordBranchId: null },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/typed wrong|my-password/);
  });

  it('answers in Lao when asked to', async () => {
    const answer = await server.anybody.post(
      '/auth/login',
      { email: 'x', password: '' },
      { 'accept-language': 'lo-LA,en' },
    );
    expect(answer.json()).toEqual({
      error: apiErrors.fieldsInvalid.lo,
      code: 'fieldsInvalid',
      fields: { email: 'ຂຽນແບບ name@example.com', password: 'ຈຳເປັນຕ້ອງໃສ່' },
    });
  });
});

describe('a session', () => {
  it('knows whose it is', async () => {
    const client = await server.as('finance');
    const me = await client.get('/auth/me');
    expect(me.json()).toMatchObject({ email: emailOf('finance'), role: 'finance' });
  });

  it('is over after sign-out, which needs neither a body nor a key', async () => {
    const client = await server.as('staff');
    const headers = { 'content-type': 'application/json', 'idempotency-key': '' };
    const clears = (answer: Answer) => answer.headers['clear-site-data'];
    expect(clears(await client.get('/auth/me'))).toBeUndefined();
    const over = await client.send('POST', '/auth/logout', { headers });
    expect([over.json(), clears(over)]).toEqual([{ done: true }, '"cache"']);
    const refused = await client.get('/auth/me');
    expect([refused.statusCode, clears(refused)]).toEqual([401, '"cache"']);
    // Another site can make the browser ask without a token; that clears nothing.
    expect(clears(await server.anybody.get('/auth/me'))).toBeUndefined();
  });

  it('is over 12 hours after its last use', async () => {
    const client = await server.as('staff');
    await server.db
      .update(sessionTable)
      .set({ expiresAt: sql`now()` })
      .where(ofSession(client));
    expect((await client.get('/auth/me')).json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('is extended by use, at most every 5 minutes', async () => {
    const client = await server.as('staff');
    const setExpiry = (minutes: number) =>
      server.db
        .update(sessionTable)
        .set({ expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
        .where(ofSession(client));
    await setExpiry(12 * 60 - 3);
    await client.get('/auth/me');
    expect(await expiryInMinutes(client)).toBeLessThanOrEqual(12 * 60 - 3);
    await setExpiry(60);
    await client.get('/auth/me');
    expect(await expiryInMinutes(client)).toBeGreaterThan(11 * 60);
  });

  it('ends 30 days after the sign-in however much it is used', async () => {
    const client = await server.as('staff');
    await server.db
      .update(sessionTable)
      .set({
        createdAt: sql`now() - interval '30 days' + interval '1 hour'`,
        expiresAt: sql`now() + interval '30 minutes'`,
      })
      .where(ofSession(client));
    await client.get('/auth/me');
    expect(await expiryInMinutes(client)).toBeLessThanOrEqual(60);
  });

  it('ends after 7 days where its person decides about money, in whatever branch', async () => {
    const limitOf = async (email: string) => {
      const client = await server.withSession(email);
      await server.db
        .update(sessionTable)
        .set({
          createdAt: sql`now() - interval '7 days' + interval '1 hour'`,
          expiresAt: sql`now() + interval '30 minutes'`,
        })
        .where(ofSession(client));
      await client.get('/auth/me');
      return expiryInMinutes(client);
    };
    for (const role of ['superadmin', 'finance'] as const)
      expect(await limitOf(emailOf(role))).toBeLessThanOrEqual(60);
    expect(await limitOf(emailOf('admin'))).toBeGreaterThan(11 * 60);
    const [admin] = await server.db
      .select({ userId: userTable._id })
      .from(userTable)
      .where(eq(userTable.email, emailOf('admin')));
    const beside = {
      userId: String(admin?.userId),
      branchId: await branchId(server.db, 'LPB'),
      role: 'finance' as const,
    };
    await server.db.insert(accountGrantTable).values(beside);
    expect(await limitOf(emailOf('admin'))).toBeLessThanOrEqual(60);
    await server.db
      .delete(accountGrantTable)
      .where(
        and(
          eq(accountGrantTable.userId, beside.userId),
          eq(accountGrantTable.branchId, beside.branchId),
        ),
      );
  });

  it('ends when its account is disabled, and stays ended', async () => {
    const client = await server.as('staff');
    const setActive = (active: boolean) =>
      server.db
        .update(userTable)
        .set({ active })
        .where(eq(userTable.email, emailOf('staff')));
    await setActive(false);
    expect((await client.get('/auth/me')).statusCode).toBe(401);
    await setActive(true);
    expect((await client.get('/auth/me')).statusCode).toBe(401);
  });

  it.each([
    '',
    'Bearer ',
    'Bearer short',
    'Basic YTpi',
    `Bearer ${'a'.repeat(43)}`,
    `bearer ${'a'.repeat(5000)}`,
  ])('is not opened by "%.20s"', async (authorization) => {
    const answer = await server.anybody.get('/auth/me', { authorization });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ error: apiErrors.unauthenticated.en, code: 'unauthenticated' });
  });
});

describe('changing the password', () => {
  const change = (client: Client, body: object, key = crypto.randomUUID()) =>
    client.post('/auth/users/change-password', body, { 'idempotency-key': key });
  const [email, newPassword] = [emailOf('admin'), 'a longer pass phrase'];

  it('refuses a wrong old password beside its field', async () => {
    const answer = await change(await server.as('admin'), {
      email,
      oldPassword: 'wrong',
      newPassword,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      fields: { oldPassword: 'The old password is not right' },
    });
  });

  it('changes nobody else’s', async () => {
    const answer = await change(await server.as('admin'), {
      email: emailOf('staff'),
      oldPassword: password,
      newPassword,
    });
    expect(answer.json()).toMatchObject({
      code: 'fieldsInvalid',
      fields: { email: 'Check this entry' },
    });
  });

  it.each([
    ['password2026', /^This password is on a list of common ones/],
    ['aaaaaaaaaaaa', /^This password only repeats itself/],
    ['branchdesk is open', /^This password contains a name/],
    [password, /^Choose a password other than the old one/],
  ])('refuses %s beside its field', async (guessed, text) => {
    const body = { email, oldPassword: password, newPassword: guessed };
    const answer = await change(await server.as('admin'), body);
    expect(answer.json()).toMatchObject({
      fields: { newPassword: expect.stringMatching(text) as string },
    });
  });

  it('ends the other sessions of the account and is answered again for a repeated key', async () => {
    const [mine, other, stranger] = [
      await server.as('admin'),
      await server.as('admin'),
      await server.as('staff'),
    ];
    const body = { email, oldPassword: password, newPassword };
    const key = crypto.randomUUID();
    expect((await change(mine, body, key)).json()).toEqual({ done: true });
    expect((await other.get('/auth/me')).statusCode).toBe(401);
    expect((await mine.get('/auth/me')).statusCode).toBe(200);
    expect((await stranger.get('/auth/me')).statusCode).toBe(200);
    expect((await change(mine, body, key)).headers['idempotent-replay']).toBe('true');
    expect((await server.anybody.post('/auth/login', { email, password })).statusCode).toBe(401);
    expect(
      (await server.anybody.post('/auth/login', { email, password: newPassword })).statusCode,
    ).toBe(200);
  });
});
