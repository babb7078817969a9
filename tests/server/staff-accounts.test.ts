import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { staffAccount } from '#contract/centre/staff-accounts.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import {
  changeAccount,
  expectCode,
  OWN_PASSWORD,
  staffPeople,
} from '#tests/helpers/staff-people.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let people: ReturnType<typeof staffPeople>;
let owner: Client;
let admin: Client;
let home: string;
let away: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  admin = await server.as('admin');
  people = staffPeople(server, owner);
  home = await branchId(server.db, 'VTE');
  away = await branchId(server.db, 'PKS');
});
afterAll(() => server.close());

describe('the list', () => {
  it('is for a superadmin, and holds no hash', async () => {
    const answer = await owner.get('/staff-accounts');
    for (const row of answer.json<unknown[]>()) z.strictObject(staffAccount.shape).parse(row);
    expect(answer.body).not.toContain('scrypt');
    expect((await owner.get('/staff-accounts?search=finance@')).json<unknown[]>()).toHaveLength(1);
    for (const role of ['admin', 'staff', 'finance'] as const) {
      expectCode(await (await server.as(role)).get('/staff-accounts'), 403, 'forbidden');
    }
  });

  it('says when somebody signed in last', async () => {
    const { account, secret } = await people.add();
    expect(account.lastSignInAt).toBeNull();
    await server.signIn(account.email, secret);
    const { lastSignInAt } = await people.read(account._id);
    expect(Date.now() - Date.parse(String(lastSignInAt))).toBeLessThan(60_000);
  });
});

describe('saving', () => {
  it('takes another e-mail of the own account with its password alone', async () => {
    const { account, client } = await people.settled({ role: 'superadmin' });
    const email = `new-${account.email}`;
    const change = (by: Client, more: object) => changeAccount(by, account, { email, ...more });
    for (const wrong of [{}, { password: 'wrong password' }]) {
      const answer = await change(client, wrong);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { fields: { email: 'This password is not right' } },
      ]);
    }
    expect((await changeAccount(client, account, { phone: '' })).statusCode).toBe(200);
    const named = { email, password: OWN_PASSWORD, version: account.version + 1 };
    const changed = await changeAccount(client, account, named);
    expect(changed.json()).toMatchObject({ email });
    expect(changed.body).not.toContain(OWN_PASSWORD);
    await server.signIn(email, OWN_PASSWORD);
  });

  it('refuses an e-mail that is taken, in any case of its letters, beside the field', async () => {
    const answer = await owner.post(
      '/staff-accounts',
      await people.person({ email: 'FINANCE@branchdesk.test' }),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'fieldsInvalid',
      fields: { email: 'Already used' },
    });
    const { account } = await people.add();
    const taken = await changeAccount(owner, account, { email: emailOf('finance') });
    expect(taken.json()).toMatchObject({ fields: { email: 'Already used' } });
  });

  it('refuses a branch and a picture that are not there', async () => {
    const missing = '01890000-0000-7000-8000-000000000000';
    expect(
      (await owner.post('/staff-accounts', await people.person({ branchId: missing }))).json(),
    ).toMatchObject({
      fields: { branchId: 'This branch was not found' },
    });
    expect(
      (await owner.post('/staff-accounts', await people.person({ profileImage: missing }))).json(),
    ).toMatchObject({
      fields: { profileImage: 'The file was not found. Upload it again' },
    });
  });

  it('refuses a stale version', async () => {
    const { account } = await people.add();
    expect((await changeAccount(owner, account, { firstName: 'A' })).statusCode).toBe(200);
    expectCode(await changeAccount(owner, account, { firstName: 'B' }), 409, 'versionConflict');
    expect((await people.read(account._id)).firstName).toBe('A');
  });

  it('keeps on record who changed what', async () => {
    const { account } = await people.add();
    const right = { ...account, role: 'finance' as const };
    const approvalToken = await people.signed(right, owner);
    done(await changeAccount(owner, account, { role: 'finance', approvalToken }));
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.entityId, account._id), eq(auditTable.action, 'update')));
    expect(row).toMatchObject({
      before: { role: 'staff' },
      after: { role: 'finance' },
      actorName: 'Somphone Vongsavanh',
    });
  });

  it.each([
    ['role', { role: 'finance' as const }],
    ['disabled account', { active: false }],
  ])('ends the sessions of somebody with another %s', async (_name, fields) => {
    const { account, client } = await people.settled();
    const approvalToken =
      'role' in fields && (await people.signed({ ...account, ...fields }, owner));
    done(
      await changeAccount(owner, account, { ...fields, ...(approvalToken && { approvalToken }) }),
    );
    expectCode(await client.get('/auth/me'), 401, 'unauthenticated');
  });

  it('ends the sessions of somebody who moves to another branch, and not for another name', async () => {
    const { account, client } = await people.settled();
    const renamed = await changeAccount(owner, account, { firstName: 'ດາວວອນ' });
    expect((await client.get('/auth/me')).json()).toMatchObject({ firstName: 'ດາວວອນ' });
    expect((await changeAccount(owner, renamed.json(), { branchId: away })).statusCode).toBe(200);
    expectCode(await client.get('/auth/me'), 401, 'unauthenticated');
  });

  it('of a disabled account does not sign it in again, nor after it is enabled with an old session', async () => {
    const { account, client } = await people.settled();
    const disabled = await changeAccount(owner, account, { active: false });
    expect(
      (await server.anybody.post('/auth/login', { email: account.email, password: OWN_PASSWORD }))
        .statusCode,
    ).toBe(401);
    await changeAccount(owner, disabled.json(), { active: true });
    expectCode(await client.get('/auth/me'), 401, 'unauthenticated');
    await server.signIn(account.email, OWN_PASSWORD);
  });
});

describe('signing somebody out everywhere', () => {
  it('ends all of their sessions and no other', async () => {
    const { account, client } = await people.settled();
    const second = await server.signIn(account.email, OWN_PASSWORD);
    expect((await owner.post(`/staff-accounts/${account._id}/sign-out`, {})).json()).toEqual({
      done: true,
    });
    for (const ended of [client, second])
      expectCode(await ended.get('/auth/me'), 401, 'unauthenticated');
    expect((await admin.get('/auth/me')).statusCode).toBe(200);
  });

  it('leaves the session that asked', async () => {
    const { _id } = await people.ofRole('superadmin');
    const elsewhere = await server.as('superadmin');
    await owner.post(`/staff-accounts/${_id}/sign-out`, {});
    expect((await owner.get('/auth/me')).statusCode).toBe(200);
    expectCode(await elsewhere.get('/auth/me'), 401, 'unauthenticated');
  });
});

describe('an admin', () => {
  it('adds and changes people of the own branch', async () => {
    const { account } = await people.add({ role: 'admin' }, admin);
    expect((await admin.get(`/staff-accounts/${account._id}`)).statusCode).toBe(200);
    expect((await changeAccount(admin, account, { role: 'staff' })).statusCode).toBe(200);
  });

  it('makes no superadmin, nobody of finance, and nobody of another branch', async () => {
    for (const fields of [{ role: 'superadmin' }, { role: 'finance' }, { branchId: away }]) {
      expectCode(
        await admin.post('/staff-accounts', await people.person(fields)),
        403,
        'forbidden',
      );
      const { account } = await people.add();
      expectCode(await changeAccount(admin, account, fields), 403, 'forbidden');
      expect(await people.read(account._id)).toEqual(account);
    }
  });

  it.each([
    ['a superadmin', { role: 'superadmin' }],
    ['somebody of finance', { role: 'finance' }],
    ['somebody of another branch', { branchId: 'away' }],
  ])('finds nothing where %s is', async (_name, fields) => {
    const { account } = await people.add('branchId' in fields ? { branchId: away } : fields);
    const path = `/staff-accounts/${account._id}`;
    expectCode(await admin.get(path), 404, 'notFound');
    expectCode(
      await changeAccount(admin, account, { role: 'staff', branchId: home }),
      404,
      'notFound',
    );
    expectCode(await admin.post(`${path}/temporary-password`, {}), 404, 'notFound');
    expectCode(await admin.post(`${path}/sign-out`, {}), 404, 'notFound');
    expect(await people.read(account._id)).toEqual(account);
  });

  it('finds one by its whole e-mail, in any case of its letters, and nobody else', async () => {
    const { account } = await people.add();
    const find = (email: string, client = admin) =>
      client.get(`/staff-accounts/find?email=${encodeURIComponent(email)}`);
    expect((await find(account.email.toUpperCase())).json()).toEqual(account);
    const { account: other } = await people.add({ branchId: away });
    for (const email of [other.email, emailOf('superadmin'), 'nobody@branchdesk.test'])
      expectCode(await find(email), 404, 'notFound');
    expect((await find(account.email.slice(1))).statusCode).toBe(404);
    expect((await find('branchdesk')).statusCode).toBe(400);
    expect((await find(other.email, owner)).json()).toEqual(other);
    for (const role of ['staff', 'finance'] as const)
      expectCode(await find(account.email, await server.as(role)), 403, 'forbidden');
  });

  it('cannot demote, promote or disable themselves', async () => {
    const own = await people.ofRole('admin');
    for (const fields of [{ role: 'staff' }, { active: false }]) {
      expectCode(await changeAccount(admin, own, fields), 409, 'ownAccount');
    }
    expectCode(await changeAccount(admin, own, { role: 'superadmin' }), 403, 'forbidden');
    expect((await changeAccount(admin, own, { phone: '020 5555 1212' })).statusCode).toBe(200);
  });
});

describe('superadmins', () => {
  it('cannot demote or disable themselves', async () => {
    const own = await people.ofRole('superadmin');
    for (const fields of [{ role: 'admin' }, { active: false }]) {
      expectCode(await changeAccount(owner, own, fields), 409, 'ownAccount');
    }
    expect((await people.ofRole('superadmin')).version).toBe(own.version);
  });

  it('are never all gone, even when two demote each other at the same moment', async () => {
    // Only these two: the demo centre's own and one more.
    await server.db
      .update(userTable)
      .set({ active: false })
      .where(
        and(eq(userTable.role, 'superadmin'), sql`${userTable.email} <> ${emailOf('superadmin')}`),
      );
    const { account: second, client } = await people.settled({ role: 'superadmin' });
    const first = await people.ofRole('superadmin');
    const outcomes = await Promise.all([
      changeAccount(owner, second, { role: 'staff' }),
      changeAccount(client, first, { active: false }),
    ]);
    expect(
      outcomes.map(({ statusCode }) => statusCode).filter((status) => status === 200),
    ).toHaveLength(1);
    const left = await server.db.$count(
      userTable,
      and(eq(userTable.role, 'superadmin'), eq(userTable.active, true)),
    );
    expect(left).toBe(1);
    await server.db
      .update(userTable)
      .set({ active: true, role: 'superadmin' })
      .where(eq(userTable._id, first._id));
    await server.signIn(emailOf('superadmin'), password);
  });
});
