import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BACKGROUND_HEADER, LOCK_MINUTES } from '#contract/centre/lock.ts';
import { seatEvents } from '#contract/centre/seat-events.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// The token of a tablet that lies locked on the counter (docs/security.md, "The lock").

let server: TestServer;
let clerk: Client;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await server.db.delete(sessionTable);
  await server.db.delete(signInAttemptTable);
  clerk = await server.as('staff');
});
afterAll(() => server.close());

const lock = (client = clerk) => client.post('/auth/lock', {});
const background = { [BACKGROUND_HEADER]: 'yes' };
/** Makes it look as if nobody had done anything for so long. */
const leaveAlone = (ago: SQL) =>
  server.db.update(sessionTable).set({
    lastActAt: sql`clock_timestamp() - ${ago}`,
    lastUsedAt: sql`clock_timestamp() - ${ago}`,
  });
const isOpen = async (client = clerk) => (await client.get('/students')).statusCode === 200;

it('opens nothing with the token of a locked screen until the password is typed', async () => {
  expect((await lock()).json()).toEqual({ done: true });
  expectCode(await clerk.get('/students'), 403, 'locked');
  expectCode(await clerk.post('/visits', {}), 403, 'locked');
  expectCode(await clerk.post('/auth/users/change-password', {}), 403, 'locked');
  expectCode(await clerk.get(seatEvents.path), 403, 'locked');
  expect((await clerk.get('/auth/draft-key')).statusCode).toBe(200);
  expect((await clerk.post('/auth/unlock', { password: 'not it' })).statusCode).toBe(400);
  expect(await isOpen()).toBe(false);
  expect((await clerk.post('/auth/unlock', { password })).statusCode).toBe(200);
  expect(await isOpen()).toBe(true);
});

it('locks one session of a person, and lets its owner sign out', async () => {
  const other = await server.as('staff');
  await lock();
  expect(await isOpen(other)).toBe(true);
  expect((await clerk.post('/auth/logout', {})).statusCode).toBe(200);
  expectCode(await clerk.get('/students'), 401, 'unauthenticated');
});

it('locks by itself when no request of a person came for its time', async () => {
  await leaveAlone(sql`make_interval(mins => ${LOCK_MINUTES - 1})`);
  expect(await isOpen()).toBe(true);
  await leaveAlone(sql`make_interval(mins => ${LOCK_MINUTES + 1})`);
  expectCode(await clerk.get('/students'), 403, 'locked');
  // Asking does not open it.
  expectCode(await clerk.get('/students'), 403, 'locked');
});

it('counts a request in the background as no act, and it does not extend the session', async () => {
  await leaveAlone(sql`make_interval(mins => ${LOCK_MINUTES - 1})`);
  await server.db.update(sessionTable).set({ expiresAt: sql`now() + interval '1 hour'` });
  const read = async () =>
    (await server.db.select().from(sessionTable).limit(1)).map(({ lastActAt, expiresAt }) => ({
      lastActAt,
      expiresAt,
    }));
  const before = await read();
  expect((await clerk.get('/students', background)).statusCode).toBe(200);
  expect(await read()).toEqual(before);
  expect(await isOpen()).toBe(true);
  const [now] = await read();
  expect(Date.parse(now?.lastActAt ?? '')).toBeGreaterThan(Date.parse(before[0]?.lastActAt ?? ''));
  expect(Date.parse(now?.expiresAt ?? '')).toBeGreaterThan(Date.parse(before[0]?.expiresAt ?? ''));
});

it('ends what a locked screen was listening to', async () => {
  const desk = await listenAs(await openPort(server), clerk);
  await lock();
  await desk.ended;
});

it('ends the session of superadmin and finance a week after the sign-in, of others after 30 days', async () => {
  for (const [role, days] of [
    ['superadmin', 7],
    ['finance', 7],
    ['admin', 30],
  ] as const) {
    await server.db.delete(sessionTable);
    const person = await server.as(role);
    const signedIn = sql`now() - make_interval(days => ${days}) + interval '1 hour'`;
    await server.db
      .update(sessionTable)
      .set({ createdAt: signedIn, expiresAt: sql`now() + interval '10 minutes'` });
    expect((await person.get('/auth/me')).statusCode).toBe(200);
    const [session] = await server.db.select().from(sessionTable);
    const hours = (Date.parse(session?.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect([role, Math.round(hours)]).toEqual([role, 1]);
  }
});
