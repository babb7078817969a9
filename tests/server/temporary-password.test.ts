import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type { IssuedAccount } from '#contract/centre/staff-accounts.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { expectCode, OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import { branchId, Client, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let people: ReturnType<typeof staffPeople>;
let owner: Client;
let home: string;
const logged: string[] = [];
beforeAll(async () => {
  const stream = new Writable({
    write: (line: Buffer, _encoding, next) => next(void logged.push(line.toString())),
  });
  server = await startTestServer({ log: { stream } });
  owner = await server.as('superadmin');
  people = staffPeople(server, owner);
  home = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());

describe('a temporary password', () => {
  it('has 16 readable characters and another one for everybody', async () => {
    const secrets = [(await people.add()).secret, (await people.add()).secret];
    for (const secret of secrets) expect(secret).toMatch(/^[abcdefghjkmnpqrstuvwxyz2-9]{16}$/);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  it('is nowhere in the database and in no log', async () => {
    const { account, secret } = await people.add();
    const renewed = await owner.post(`/staff-accounts/${account._id}/temporary-password`, {});
    const secrets = [secret, String(renewed.json<IssuedAccount>().temporaryPassword)];
    const tables = [userTable, auditTable, idempotencyTable];
    for (const table of tables) {
      const { rows } = await server.db.execute(
        sql`select row_to_json(t)::text as row from ${table} t`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const one of secrets) expect(JSON.stringify(rows)).not.toContain(one);
    }
    expect(logged.join('')).toContain('/staff-accounts');
    for (const one of secrets) expect(logged.join('')).not.toContain(one);
  });

  it('is not said again to a repeated request, which adds nobody', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = await people.person();
    const first = await owner.post('/staff-accounts', body, headers);
    const again = await owner.post('/staff-accounts', body, headers);
    expect(again.statusCode).toBe(201);
    expect(again.headers['idempotent-replay']).toBe('true');
    expect(again.json<IssuedAccount>()).toEqual({
      ...first.json<IssuedAccount>(),
      temporaryPassword: null,
    });
    const settled = await owner.post(`/idempotency-keys/${headers['idempotency-key']}/settle`, {});
    expect(settled.json()).toEqual({ outcome: 'saved', answer: again.json<IssuedAccount>() });
    expect(await server.db.$count(userTable, eq(userTable.email, body.email))).toBe(1);
  });

  it('allows only changing it and signing out', async () => {
    const { account, secret } = await people.add({ role: 'superadmin' });
    const login = await server.anybody.post('/auth/login', {
      email: account.email,
      password: secret,
    });
    expect(login.json()).toMatchObject({ mustChangePassword: true });
    const client = new Client(server.app, login.json<LoginAnswer>().token);
    for (const path of [
      '/auth/me',
      '/branches',
      '/auth/draft-key',
      '/staff-accounts',
      `/branches/${home}`,
    ]) {
      expectCode(await client.get(path), 403, 'passwordChangeNeeded');
    }
    expectCode(
      await client.post('/staff-accounts', await people.person()),
      403,
      'passwordChangeNeeded',
    );
    const same = { email: account.email, oldPassword: secret, newPassword: secret };
    expect((await client.post('/auth/users/change-password', same)).json()).toMatchObject({
      fields: { newPassword: 'Choose a password other than the temporary one' },
    });
    expectCode(await client.get('/auth/me'), 403, 'passwordChangeNeeded');
    const chosen = { ...same, newPassword: OWN_PASSWORD };
    expect((await client.post('/auth/users/change-password', chosen)).statusCode).toBe(200);
    expect((await client.get('/auth/me')).statusCode).toBe(200);
    const after = await server.anybody.post('/auth/login', {
      email: account.email,
      password: OWN_PASSWORD,
    });
    expect(after.json()).toMatchObject({ mustChangePassword: false });
    expect(
      (await server.anybody.post('/auth/login', { email: account.email, password: secret }))
        .statusCode,
    ).toBe(401);
  });

  it('opens its account once, within 72 hours, and its giver sees which of both ended it', async () => {
    const signIn = (email: string, password: string) =>
      server.anybody.post('/auth/login', { email, password });
    const { account, secret } = await people.add();
    const hours = (Date.parse(String(account.temporaryUntil)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    expect((await signIn(account.email, secret)).statusCode).toBe(200);
    expectCode(await signIn(account.email, secret), 401, 'temporaryPasswordEnded');
    expect((await people.read(account._id)).temporaryUsedAt).not.toBeNull();

    const late = await people.add();
    await server.db
      .update(userTable)
      .set({ temporaryUntil: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(userTable._id, late.account._id));
    expectCode(await signIn(late.account.email, late.secret), 401, 'temporaryPasswordEnded');
    expectCode(await signIn(late.account.email, 'a wrong one'), 401, 'loginFailed');
    expect((await people.read(late.account._id)).temporaryUsedAt).toBeNull();
  });

  it('lets its owner leave', async () => {
    const { account, secret } = await people.add();
    const client = await server.signIn(account.email, secret);
    expect((await client.post('/auth/logout', {})).statusCode).toBe(200);
    expectCode(await client.get('/auth/me'), 401, 'unauthenticated');
  });

  it('is given anew to somebody who forgot theirs: the old one and every session end', async () => {
    const { account, client } = await people.settled();
    const answer = await owner.post(`/staff-accounts/${account._id}/temporary-password`, {});
    const { temporaryPassword, ...told } = answer.json<IssuedAccount>();
    expect(told).toMatchObject({ mustChangePassword: true, version: account.version });
    expectCode(await client.get('/auth/me'), 401, 'unauthenticated');
    expect(
      (await server.anybody.post('/auth/login', { email: account.email, password: OWN_PASSWORD }))
        .statusCode,
    ).toBe(401);
    await server.signIn(account.email, String(temporaryPassword));
  });

  it('cannot be set for the own account', async () => {
    const { _id } = await people.ofRole('superadmin');
    expectCode(
      await owner.post(`/staff-accounts/${_id}/temporary-password`, {}),
      409,
      'ownAccount',
    );
  });
});
