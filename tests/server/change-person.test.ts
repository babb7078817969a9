import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Colleague, LoginAnswer, SignedInUser } from '#contract/centre/auth.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  branchId,
  Client,
  emailOf,
  password,
  startTestServer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

const takeOver = (client: Client, userId: string, secret = password) =>
  client.post('/auth/change-person', { userId, password: secret });
const whoIs = async (role: 'staff' | 'finance' | 'superadmin') =>
  (
    await server.db
      .select()
      .from(userTable)
      .where(eq(userTable.email, emailOf(role)))
  )[0]?._id ?? '';

it('gives the device to a colleague of the branch: one session ends, the other begins, both are on record', async () => {
  const clerk = await server.as('staff');
  const colleagues = (await clerk.get('/auth/colleagues')).json<Colleague[]>();
  const finance = await whoIs('finance');
  expect(colleagues.map(({ _id }) => _id)).toContain(finance);
  expect(colleagues.map(({ _id }) => _id)).not.toContain(await whoIs('staff'));
  expect(colleagues.map(({ role }) => role)).not.toContain('superadmin');

  const taken = await takeOver(clerk, finance);
  expect(taken.headers['clear-site-data']).toBe('"cache"');
  const answer = taken.json<LoginAnswer>();
  expect(answer.user).toMatchObject({ _id: finance, role: 'finance' });
  expect((await clerk.get('/auth/me')).statusCode).toBe(401);
  expect(
    (await new Client(server.app, answer.token).get('/auth/me')).json<SignedInUser>()._id,
  ).toBe(finance);
  const rows = await server.db
    .select()
    .from(auditTable)
    .where(
      and(eq(auditTable.entity, 'users'), inArray(auditTable.action, ['sign-out', 'sign-in'])),
    );
  expect(rows.filter(({ action }) => action === 'sign-out').at(-1)).toMatchObject({
    actorId: await whoIs('staff'),
    entityId: await whoIs('staff'),
  });
  expect(rows.filter(({ action }) => action === 'sign-in').at(-1)).toMatchObject({
    actorId: finance,
    entityId: finance,
  });
});

it('refuses a wrong password beside its field, and whoever guesses waits; the session goes on', async () => {
  const clerk = await server.as('staff');
  const finance = await whoIs('finance');
  const wrong = await takeOver(clerk, finance, 'not the password');
  expect([wrong.statusCode, wrong.json()]).toEqual([
    400,
    expect.objectContaining({ fields: { password: 'This password is not right' } }),
  ]);
  const codes = [];
  for (let n = 0; n < 10; n += 1)
    codes.push((await takeOver(clerk, finance, 'not the password')).statusCode);
  expect(codes).toContain(429);
  expect((await takeOver(clerk, finance)).statusCode).toBe(429);
  expect((await clerk.get('/auth/me')).statusCode).toBe(200);
});

it('gives the device to no superadmin, to nobody disabled, of another branch or to oneself', async () => {
  const clerk = await server.as('staff');
  for (const id of [await whoIs('superadmin'), await whoIs('staff')])
    expect(Object.keys((await takeOver(clerk, id)).json<{ fields: object }>().fields)).toEqual([
      'userId',
    ]);
  const finance = await whoIs('finance');
  await server.db.update(userTable).set({ active: false }).where(eq(userTable._id, finance));
  expect((await takeOver(clerk, finance)).statusCode).toBe(400);
  await server.db
    .update(userTable)
    .set({ active: true, branchId: await branchId(server.db, 'PKS') })
    .where(eq(userTable._id, finance));
  expect(
    (await clerk.get('/auth/colleagues')).json<Colleague[]>().map(({ _id }) => _id),
  ).not.toContain(finance);
  expect((await takeOver(clerk, finance)).statusCode).toBe(400);
  await server.db
    .update(userTable)
    .set({ branchId: await branchId(server.db, 'VTE') })
    .where(eq(userTable._id, finance));
});
