import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnBranch, LoginAnswer, SignedInUser } from '#contract/centre/auth.ts';
import type { Db } from '#server/db/client.ts';
import { timeQueries } from '#server/db/timed-queries.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { accountOf, addLike, grant, userIn, workIn } from '#tests/helpers/two-branches.ts';
import {
  branchId,
  emailOf,
  moveTo,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { openDrawer } from '#tests/helpers/visits.ts';

// A person with rights in several branches: docs/roles.md, "Several branches".

let server: TestServer;
let clerk: Client;
let [vte, lpb] = ['', ''];
const clerkEmail = emailOf('staff');
beforeAll(async () => {
  server = await startTestServer();
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
});
beforeEach(async () => {
  const { _id } = await accountOf(server.db, clerkEmail);
  await server.db
    .delete(accountGrantTable)
    .where(and(eq(accountGrantTable.userId, _id), sql`${accountGrantTable.branchId} <> ${vte}`));
  clerk = await server.as('staff');
});
afterAll(() => server.close());

const me = async (client = clerk) => (await client.get('/auth/me')).json<SignedInUser>();
const grantsOf = async (email: string) => {
  const { _id } = await accountOf(server.db, email);
  const { branchId: of, role, until } = accountGrantTable;
  return server.db
    .select({ branchId: of, role, until })
    .from(accountGrantTable)
    .where(eq(accountGrantTable.userId, _id))
    .orderBy(of);
};
/** Sets the last day of the clerk's right in the other branch. */
const endOn = (day: ReturnType<typeof sql>) =>
  server.db
    .update(accountGrantTable)
    .set({ from: sql`'2020-01-01'`, until: day })
    .where(eq(accountGrantTable.branchId, lpb));
const yesterday = sql`(now() at time zone 'Asia/Vientiane')::date - 1`;

describe('the right in the own branch', () => {
  it('follows the role and the branch of its account, and a superadmin has none', async () => {
    const email = await addLike(server.db, 'staff', 'LPB', 'follows@branchdesk.test');
    expect(await grantsOf(email)).toEqual([{ branchId: lpb, role: 'staff', until: null }]);
    const set = (change: object) =>
      server.db.update(userTable).set(change).where(eq(userTable.email, email));
    await set({ role: 'finance' });
    expect(await grantsOf(email)).toEqual([{ branchId: lpb, role: 'finance', until: null }]);
    await set({ branchId: vte });
    expect(await grantsOf(email)).toEqual([{ branchId: vte, role: 'finance', until: null }]);
    await grant(server.db, email, 'LPB', 'staff');
    await set({ branchId: lpb, role: 'admin' });
    expect(await grantsOf(email)).toEqual([{ branchId: lpb, role: 'admin', until: null }]);
    await set({ role: 'superadmin' });
    expect(await grantsOf(email)).toEqual([]);
  });

  it('is where a sign-in starts, whatever other rights there are', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'finance');
    const client = await server.signIn(clerkEmail);
    expect(await me(client)).toMatchObject({ role: 'staff', branchId: vte });
  });
});

describe('a change of branch', () => {
  it('answers like a sign-in with the same token, and every request has the new role and branch', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'finance');
    expectCode(await clerk.get('/payments'), 403, 'forbidden');
    const answer = await workIn(server.db, clerk, 'LPB');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.json<LoginAnswer>()).toMatchObject({
      token: clerk.token,
      user: { email: clerkEmail, role: 'finance', branchId: lpb },
      mustChangePassword: false,
      missingHalf: null,
      wasLimited: false,
    });
    expect(await me()).toEqual(userIn(answer));
    expect((await clerk.get('/payments')).statusCode).toBe(200);
    const students = (await clerk.get('/students')).json<{ homeBranchId: string }[]>();
    expect(new Set(students.map(({ homeBranchId }) => homeBranchId))).toEqual(new Set([lpb]));
    // Another session of the same person stays where it is.
    expect(await me(await server.as('staff'))).toMatchObject({ role: 'staff', branchId: vte });
    expect(userIn(await workIn(server.db, clerk, 'VTE'))).toMatchObject({ role: 'staff' });
    expect((await clerk.get('/students')).json<{ homeBranchId: string }[]>()[0]).toMatchObject({
      homeBranchId: vte,
    });
  });

  it('is on record with both branches, and later acts with the branch they were done in', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'finance');
    await workIn(server.db, clerk, 'LPB');
    await clerk.post('/auth/logout', {});
    const { _id } = await accountOf(server.db, clerkEmail);
    const rows = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.actorId, _id))
      .orderBy(auditTable._id);
    expect(rows.slice(-2)).toMatchObject([
      {
        action: 'change-branch',
        entityId: _id,
        before: { branchId: vte, role: 'staff' },
        after: { branchId: lpb, role: 'finance' },
      },
      { action: 'sign-out', role: 'finance', branchId: lpb },
    ]);
  });

  it('is refused without a right there, before its first day and after its last, and to a superadmin', async () => {
    expectCode(await workIn(server.db, clerk, 'LPB'), 403, 'forbidden');
    await grant(server.db, clerkEmail, 'LPB', 'finance');
    await endOn(yesterday);
    expectCode(await workIn(server.db, clerk, 'LPB'), 403, 'forbidden');
    expect((await clerk.get('/auth/branches')).json<OwnBranch[]>()).toHaveLength(1);
    await server.db
      .update(accountGrantTable)
      .set({ from: sql`${yesterday} + 2`, until: null })
      .where(eq(accountGrantTable.branchId, lpb));
    expectCode(await workIn(server.db, clerk, 'LPB'), 403, 'forbidden');
    await endOn(sql`${yesterday} + 1`);
    expect((await workIn(server.db, clerk, 'LPB')).statusCode).toBe(200);
    expectCode(await workIn(server.db, await server.as('superadmin'), 'LPB'), 403, 'forbidden');
    expect(await me()).toMatchObject({ branchId: lpb });
  });

  it('lists the branches of the person with the role in each, and the one of the session', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'finance');
    const branches = async () =>
      (await clerk.get('/auth/branches'))
        .json<OwnBranch[]>()
        .map(({ code, role, isCurrent }) => [code, role, isCurrent]);
    expect((await branches()).toSorted()).toEqual([
      ['LPB', 'finance', false],
      ['VTE', 'staff', true],
    ]);
    await workIn(server.db, clerk, 'LPB');
    expect((await branches()).toSorted()).toEqual([
      ['LPB', 'finance', true],
      ['VTE', 'staff', false],
    ]);
  });

  it('names a drawer of the person that stays open, and leaves it open once they say so', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'staff');
    const shift = await openDrawer(clerk);
    const asked = await workIn(server.db, clerk, 'LPB');
    expectCode(asked, 409, 'drawerStaysOpen');
    expect(asked.json<{ error: string }>().error).toContain(shift.drawerName);
    expect(await me()).toMatchObject({ branchId: vte });
    expect((await workIn(server.db, clerk, 'LPB', { leaveDrawer: true })).statusCode).toBe(200);
    expectCode(await clerk.get(`/shifts/${shift._id}`), 404, 'notFound');
    await workIn(server.db, clerk, 'VTE');
    const counted = { LAK: 500_000, THB: 0, USD: 0 };
    const close = { counted, left: counted };
    expect((await clerk.post(`/shifts/${shift._id}/close`, close)).statusCode).toBe(200);
    expect((await workIn(server.db, clerk, 'LPB')).statusCode).toBe(200);
  });

  it('asks for a second factor that the new role needs and the session never gave', async () => {
    const rule = (secondFactorFor: 'nobody' | 'money') =>
      server.db
        .update(schoolInfoTable)
        .set({ secondFactorFor, secondFactorSince: sql`now() - interval '30 days'` });
    await rule('money');
    try {
      await grant(server.db, clerkEmail, 'LPB', 'finance');
      expectCode(await workIn(server.db, clerk, 'LPB'), 403, 'secondFactorNeeded');
      // The next sign-in asks for it at once, although it starts as staff.
      const held = await server.anybody.post('/auth/login', {
        email: clerkEmail,
        password,
      });
      expect([held.statusCode, held.json<LoginAnswer>().missingHalf]).toEqual([200, 'setUp']);
    } finally {
      await rule('nobody');
    }
  });
});

describe('a right that is taken away', () => {
  const student = async () => ({
    firstName: 'Taken',
    lastName: 'Away',
    homeBranchId: lpb,
    dateOfBirth: '2000-01-01',
    phone: '',
  });
  const count = () => server.db.$count(studentTable);

  it('answers 403 to the next request of its sessions, which writes nothing; the others go on', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'staff');
    const atHome = await server.as('staff');
    await workIn(server.db, clerk, 'LPB');
    const before = await count();
    await server.db.delete(accountGrantTable).where(eq(accountGrantTable.branchId, lpb));
    expectCode(await clerk.post('/students', await student()), 403, 'branchRightEnded');
    expectCode(await clerk.get('/students'), 403, 'branchRightEnded');
    expectCode(await clerk.get('/auth/me'), 403, 'branchRightEnded');
    expectCode(await workIn(server.db, clerk, 'VTE'), 403, 'branchRightEnded');
    expect(await count()).toBe(before);
    expect(await me(atHome)).toMatchObject({ branchId: vte });
    expect((await clerk.post('/auth/logout', {})).statusCode).toBe(200);
    expectCode(await clerk.get('/auth/me'), 401, 'unauthenticated');
  });

  it('does so in the middle of the day after its last one, too', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'staff');
    await workIn(server.db, clerk, 'LPB');
    await endOn(yesterday);
    expectCode(await clerk.get('/students'), 403, 'branchRightEnded');
  });

  it('ends the stream of live events at once, as a change of the branch does', async () => {
    await grant(server.db, clerkEmail, 'LPB', 'staff');
    const port = await openPort(server);
    const moving = await listenAs(port, clerk);
    await workIn(server.db, clerk, 'LPB');
    await moving.ended;
    const listening = await listenAs(port, clerk);
    await server.db.delete(accountGrantTable).where(eq(accountGrantTable.branchId, lpb));
    await listening.ended;
  });
});

it('the rights come with the query of the session: one statement a request, in every branch', async () => {
  const { $client: pool } = server.db as Db & { $client: pg.Pool };
  const statements: string[] = [];
  const stop = timeQueries(pool, ({ text }) => statements.push(text));
  const asked = async (client: Client) => {
    statements.length = 0;
    await client.get('/auth/me');
    return statements.length;
  };
  try {
    expect(await asked(clerk)).toBe(1);
    expect(await asked(await server.as('superadmin'))).toBe(1);
    await grant(server.db, clerkEmail, 'LPB', 'staff');
    await workIn(server.db, clerk, 'LPB');
    expect(await asked(clerk)).toBe(1);
  } finally {
    stop();
  }
});

it('a session follows its account to another branch, as before', async () => {
  await moveTo(server.db, 'staff', 'LPB');
  expect(await me()).toMatchObject({ branchId: lpb, role: 'staff' });
  await moveTo(server.db, 'staff', 'VTE');
  const [row] = await server.db.select().from(sessionTable).limit(1);
  expect(row?.branchId).toBeNull();
});

it('a colleague with a right here takes the device over and goes on in this branch', async () => {
  const finance = emailOf('finance');
  const email = await addLike(server.db, 'staff', 'LPB', 'helper@branchdesk.test');
  await grant(server.db, email, 'VTE', 'finance');
  const { _id: userId } = await accountOf(server.db, email);
  const colleagues = (await clerk.get('/auth/colleagues')).json<{ _id: string; role: string }[]>();
  expect(colleagues.find(({ _id }) => _id === userId)).toMatchObject({ role: 'finance' });
  expect(colleagues.map(({ _id }) => _id)).toContain((await accountOf(server.db, finance))._id);
  const taken = await clerk.post('/auth/change-person', { userId, password });
  expect(userIn(taken)).toMatchObject({ _id: userId, role: 'finance', branchId: vte });
});
