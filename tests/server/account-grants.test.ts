import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccountGrant } from '#contract/centre/staff-accounts.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { accountOf, addLike, grant, workIn } from '#tests/helpers/two-branches.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Who gives and takes rights in other branches: docs/roles.md, "Several branches".

let server: TestServer;
let owner: Client;
let admin: Client;
let [vte, lpb] = ['', ''];
/** A clerk of Luang Prabang. */
const email = 'noy@branchdesk.test';
let userId = '';
beforeAll(async () => {
  server = await startTestServer();
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  await addLike(server.db, 'staff', 'LPB', email);
  ({ _id: userId } = await accountOf(server.db, email));
  [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
});
beforeEach(async () => {
  await server.db.delete(accountGrantTable).where(
    sql`${accountGrantTable.branchId} <>
        (select branch_id from ${userTable} where id = ${accountGrantTable.userId})`,
  );
});
afterAll(() => server.close());

const give = (client: Client, role: string, more: object = {}) =>
  client.post('/account-grants', { email, branchId: vte, role, until: null, ...more });
const listed = async (client: Client, query = '') =>
  (await client.get(`/account-grants${query}`)).json<AccountGrant[]>();
const raised = () => server.db.$count(alertTable, eq(alertTable.kind, 'accountRaised'));
const newest = async () =>
  (
    await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.entity, 'staff-accounts'), eq(auditTable.entityId, userId)))
      .orderBy(desc(auditTable._id))
      .limit(1)
  )[0];
const fieldsOf = (answer: Awaited<ReturnType<typeof give>>) =>
  Object.keys(answer.json<{ fields?: object }>().fields ?? {});

it('a superadmin gives, changes and takes a right, each on record; wide ones are an alert', async () => {
  const before = await raised();
  const until = addDays(dayInLaos(), 30);
  const given = await give(owner, 'staff', { until });
  expect(given.statusCode).toBe(201);
  const { _id } = given.json<AccountGrant>();
  expect(given.json()).toMatchObject({ userId, email, branchId: vte, role: 'staff', until });
  expect(await newest()).toMatchObject({
    action: 'give-right',
    recordBranchId: vte,
    before: null,
    after: { branchId: vte, role: 'staff', until },
  });
  expect(await raised()).toBe(before);

  expect((await give(owner, 'finance')).json()).toMatchObject({ _id, role: 'finance' });
  expect(await newest()).toMatchObject({
    before: { role: 'staff', until },
    after: { role: 'finance', until: null },
  });
  expect(await raised()).toBe(before + 1);
  expect(await listed(owner, `?userId=${userId}`)).toHaveLength(1);
  expect(
    await listed(owner, `?userId=${(await accountOf(server.db, emailOf('staff')))._id}`),
  ).toEqual([]);

  expect((await owner.post(`/account-grants/${_id}/take`, {})).json()).toEqual({ done: true });
  expect(await newest()).toMatchObject({ action: 'take-right', before: { role: 'finance' } });
  expect(await listed(owner)).toEqual([]);
  expectCode(await owner.post(`/account-grants/${_id}/take`, {}), 404, 'notFound');
});

it('an admin gives and takes that of staff in the own branch alone', async () => {
  for (const role of ['admin', 'finance']) expectCode(await give(admin, role), 403, 'forbidden');
  expectCode(await give(admin, 'staff', { branchId: lpb }), 403, 'forbidden');
  const given = await give(admin, 'staff');
  expect(given.statusCode).toBe(201);
  expect((await listed(admin)).map((one) => one.email)).toEqual([email]);
  const { _id } = given.json<AccountGrant>();
  expect((await admin.post(`/account-grants/${_id}/take`, {})).statusCode).toBe(200);

  // What a superadmin gave beyond that is neither shown to them nor lowered by them.
  const wide = (await give(owner, 'finance')).json<AccountGrant>();
  expect(await listed(admin)).toEqual([]);
  expectCode(await give(admin, 'staff'), 403, 'forbidden');
  expectCode(await admin.post(`/account-grants/${wide._id}/take`, {}), 404, 'notFound');
  const away = (
    await give(owner, 'staff', { branchId: await branchId(server.db, 'PKS') })
  ).json<AccountGrant>();
  expectCode(await admin.post(`/account-grants/${away._id}/take`, {}), 404, 'notFound');
});

it('staff and finance give none, and nobody raises the own account', async () => {
  for (const role of ['staff', 'finance'] as const) {
    const client = await server.as(role);
    expectCode(await give(client, 'staff'), 403, 'forbidden');
    expectCode(await client.get('/account-grants'), 403, 'forbidden');
  }
  const adminEmail = emailOf('admin');
  await grant(server.db, adminEmail, 'LPB', 'admin');
  const away = await server.as('admin');
  await workIn(server.db, away, 'LPB');
  expectCode(await give(away, 'staff', { email: adminEmail, branchId: lpb }), 409, 'ownAccount');
  expectCode(await give(owner, 'admin', { email: emailOf('superadmin') }), 409, 'ownAccount');
});

it('refuses beside the field what cannot be', async () => {
  const cases: [object, string][] = [
    [{ email: 'nobody@branchdesk.test' }, 'email'],
    [{ branchId: lpb }, 'branchId'],
    [{ branchId: '01890000-0000-7000-8000-000000000000' }, 'branchId'],
    [{ until: addDays(dayInLaos(), -1) }, 'until'],
    [{ role: 'superadmin' }, 'role'],
  ];
  for (const [more, field] of cases) {
    const answer = await give(owner, 'staff', more);
    expect([answer.statusCode, fieldsOf(answer)], field).toEqual([400, [field]]);
  }
  const second = await addLike(server.db, 'superadmin', 'VTE', 'second@branchdesk.test');
  expect(fieldsOf(await give(owner, 'staff', { email: second }))).toEqual(['email']);
});

it('a session that lost its right does not come back when the right does', async () => {
  const { _id } = (await give(owner, 'staff')).json<AccountGrant>();
  const client = await server.signIn(email);
  await workIn(server.db, client, 'VTE');
  await owner.post(`/account-grants/${_id}/take`, {});
  expectCode(await client.get('/students'), 403, 'branchRightEnded');
  await give(owner, 'staff');
  expectCode(await client.get('/students'), 401, 'unauthenticated');

  // A longer right changes nothing for those at work; another role ends their sessions there.
  const other = await server.signIn(email);
  await workIn(server.db, other, 'VTE');
  await give(owner, 'staff', { until: addDays(dayInLaos(), 3) });
  expect((await other.get('/students')).statusCode).toBe(200);
  await give(owner, 'finance');
  expectCode(await other.get('/students'), 401, 'unauthenticated');
});

it('leaves an account with wider rights elsewhere to superadmins', async () => {
  const clerk = emailOf('staff');
  const { _id } = await accountOf(server.db, clerk);
  expect((await admin.get(`/staff-accounts/${_id}`)).statusCode).toBe(200);
  const given = await grant(server.db, clerk, 'LPB', 'finance');
  expectCode(await admin.get(`/staff-accounts/${_id}`), 404, 'notFound');
  expectCode(await admin.post(`/staff-accounts/${_id}/temporary-password`, {}), 404, 'notFound');
  await server.db
    .update(accountGrantTable)
    .set({ role: 'staff' })
    .where(eq(accountGrantTable._id, given));
  expect((await admin.get(`/staff-accounts/${_id}`)).statusCode).toBe(200);
});

it('a person signs as second person in the branches where the right is, and nowhere else', async () => {
  await grant(server.db, email, 'VTE', 'finance');
  const clerk = await server.as('staff');
  const act = (branch: string) => ({
    kind: 'void',
    branchId: branch,
    orderId: userId,
    moneyBack: true,
    totalLAK: 1000,
    cameLAK: 1000,
  });
  const sign = async () => {
    const answer = await clerk.post('/auth/approvals', {
      email,
      password,
      code: '',
      act: act(vte),
    });
    return [answer.statusCode, fieldsOf(answer)];
  };
  const signed = await sign();
  await server.db
    .update(accountGrantTable)
    .set({ role: 'staff' })
    .where(and(eq(accountGrantTable.userId, userId), eq(accountGrantTable.branchId, vte)));
  expect([signed, await sign()]).toEqual([
    [200, []],
    [422, ['email']],
  ]);
});

it('leaves the data of somebody with a wider right elsewhere to superadmins', async () => {
  const clerk = await addLike(server.db, 'staff', 'VTE', 'sao@branchdesk.test');
  const { _id } = await accountOf(server.db, clerk);
  const path = `/personal-data/account/${_id}`;
  const ask = (client: Client) => client.post(`${path}/erasure`, { reason: 'She asked for it' });
  await grant(server.db, clerk, 'LPB', 'staff');
  expect((await admin.get(`${path}/export`)).statusCode).toBe(200);
  await server.db
    .update(accountGrantTable)
    .set({ role: 'finance' })
    .where(and(eq(accountGrantTable.userId, _id), eq(accountGrantTable.branchId, lpb)));
  for (const answer of [await admin.get(path), await admin.get(`${path}/export`), await ask(admin)])
    expectCode(answer, 404, 'notFound');
  expect((await owner.get(`${path}/export`)).statusCode).toBe(200);
});
