import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import {
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

const unlock = (client: Client, secret: string) =>
  client.post('/auth/unlock', { password: secret });

it('takes the password of whoever is signed in, and puts it on record', async () => {
  const client = await server.as('staff');
  const answer = await unlock(client, password);
  expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }]);
  const [person] = await server.db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('staff')));
  const [row] = await server.db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.action, 'unlock'), eq(auditTable.entityId, String(person?._id))))
    .orderBy(desc(auditTable.at));
  expect(row).toMatchObject({
    entity: 'users',
    actorId: person?._id,
    role: 'staff',
    before: null,
    after: null,
  });
});

it('refuses any other beside its field, and the session goes on', async () => {
  const client = await server.as('staff');
  const answer = await unlock(client, 'not the password');
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { password: 'This password is not right' } });
  expect((await client.get('/auth/me')).statusCode).toBe(200);
});

it('needs a session and a password, and no Idempotency-Key', async () => {
  expect((await unlock(server.anybody, password)).statusCode).toBe(401);
  const client = await server.as('staff');
  expect((await unlock(client, '')).json()).toMatchObject({ fields: { password: 'Required' } });
  const headers = { 'content-type': 'application/json', 'idempotency-key': '' };
  const bare = await client.send('POST', '/auth/unlock', {
    headers,
    payload: JSON.stringify({ password }),
  });
  expect(bare.statusCode).toBe(200);
});

it('makes whoever guesses wait, together with the guesses at the old password', async () => {
  const client = await server.as('finance');
  const codes = [];
  for (let n = 0; n < 3; n += 1) codes.push((await unlock(client, 'wrong')).statusCode);
  const change = { email: emailOf('finance'), oldPassword: 'wrong', newPassword: 'long enough' };
  for (let n = 0; n < 2; n += 1)
    codes.push((await client.post('/auth/users/change-password', change)).statusCode);
  expect(codes).toEqual([400, 400, 400, 400, 400]);
  const blocked = await unlock(client, password);
  expect(blocked.statusCode).toBe(429);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
  await server.db.update(signInAttemptTable).set({ blockedUntil: sql`now()` });
  expect((await unlock(client, password)).statusCode).toBe(200);
});

it('does not count a password that was right', async () => {
  const client = await server.as('admin');
  for (let n = 0; n < 8; n += 1) expect((await unlock(client, password)).statusCode).toBe(200);
});

it('keeps nothing of the password', async () => {
  await unlock(await server.as('admin'), 'a secret guess');
  const tables = [auditTable, idempotencyTable, signInAttemptTable];
  const kept = await Promise.all(tables.map((table) => server.db.select().from(table)));
  expect(JSON.stringify(kept)).not.toContain('a secret guess');
});
