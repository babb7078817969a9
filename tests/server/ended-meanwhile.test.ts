import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import { paidOutKinds } from '#contract/orders/payments.ts';
import type { Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { endSessionsOf } from '#server/centre/auth/sessions.ts';
import { changeUser, temporaryPassword } from '#server/centre/users/change-user.ts';
import { hashPassword } from '#server/lib/password.ts';
import { refusal } from '#tests/helpers/people.ts';
import { OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  Client,
  emailOf,
  password,
  startTestServer,
  type Answer,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// A password takes time to check, and its account may change in that time: docs/security.md,
// "Passwords". Each request here has checked the password before the account changes.

let server: TestServer;
let people: ReturnType<typeof staffPeople>;
let otherHash = '';
beforeAll(async () => {
  server = await startTestServer();
  people = staffPeople(server, await server.as('superadmin'));
  otherHash = await hashPassword('other words of hers');
});
afterAll(() => server.close());

/** True once a transaction waits for another one; the embedded engine has only one at a time. */
const isWaiting = async (tx: Tx) => {
  const { rows } = await tx.execute(sql`select from pg_locks where not granted`);
  return rows.length > 0;
};

/** Sends a request, and changes its account before the write of the request begins. */
async function meanwhile(
  { account, send }: { account: StaffAccount; send: () => Promise<Answer> },
  change: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  const sent = await server.db.transaction(async (tx) => {
    await tx.update(userTable).set({ phone: '' }).where(eq(userTable._id, account._id));
    const answer = send();
    // 3 s are longer than a password takes.
    for (let n = 0; n < 60 && !(await isWaiting(tx)); n += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await change(tx);
    await endSessionsOf(tx, account._id);
    return { answer };
  });
  return sent.answer;
}

const livingSessions = ({ _id }: StaffAccount) =>
  server.db.execute(sql`select from sessions where user_id = ${_id}`).then(({ rows }) => rows);
const replaced = ({ _id }: StaffAccount) => {
  return (tx: Tx) => changeUser(tx, _id, temporaryPassword(otherHash));
};
const switchedOff = ({ _id }: StaffAccount) => {
  return (tx: Tx) => changeUser(tx, _id, { active: false });
};

it('a sign-in with the old password leaves no session', async () => {
  const { account } = await people.settled();
  const send = () =>
    server.anybody.post('/auth/login', { email: account.email, password: OWN_PASSWORD });
  const answer = await meanwhile({ account, send }, replaced(account));
  expect(refusal(answer)).toEqual([401, 'loginFailed']);
  expect(await livingSessions(account)).toEqual([]);
});

it('nobody signs with the old password, or with an account that was switched off', async () => {
  const { account } = await people.settled({ role: 'finance' });
  const clerk = (await people.settled()).client;
  const out = { paidOutKind: paidOutKinds[0], currency: 'LAK', amount: 1 };
  const act = { kind: 'paidOut', branchId: account.branchId, shiftId: randomUUID(), ...out };
  const send = (): Promise<Answer> =>
    clerk.post('/auth/approvals', { email: account.email, password: OWN_PASSWORD, act });
  expect((await send()).statusCode).toBe(200);
  const answer = await meanwhile({ account, send }, switchedOff(account));
  expect(refusal(answer)).toEqual([422, 'approvalRefused']);
});

const change = (client: Client, { email }: StaffAccount) =>
  client.post('/auth/users/change-password', {
    email,
    oldPassword: OWN_PASSWORD,
    newPassword: 'words of a thief',
  });

it('a change of the password by a session that ended does not replace a temporary one', async () => {
  const { account, client } = await people.settled();
  const answer = await meanwhile(
    { account, send: () => change(client, account) },
    replaced(account),
  );
  // Whether the old password or the session is looked at last, it is not the right one any more.
  expect([
    [400, 'fieldsInvalid'],
    [401, 'unauthenticated'],
  ]).toContainEqual(refusal(answer));
  const [now] = await server.db.select().from(userTable).where(eq(userTable._id, account._id));
  expect(now).toMatchObject({ passwordHash: otherHash, mustChangePassword: true });
});

it('a PIN opens nothing once its person was signed out everywhere', async () => {
  await server.db.update(branchTable).set({ pinTakeOver: true });
  const tablet: Record<string, string> = { [DEVICE_HEADER]: randomUUID() };
  const signInThere = async (email: string, secret: string) => {
    const words = { email, password: secret };
    const answer = await server.anybody.post('/auth/login', words, tablet);
    const [cookie] = answer.cookies;
    tablet['cookie'] = `${cookie?.name}=${cookie?.value}`;
    return new Client(server.app, answer.json<LoginAnswer>().token);
  };
  const { account } = await people.settled();
  const own = await signInThere(account.email, OWN_PASSWORD);
  const pin = '480577';
  expect((await own.post('/auth/pin', { password: OWN_PASSWORD, pin })).statusCode).toBe(200);
  const clerk = await signInThere(emailOf('staff'), password);
  const send = () => clerk.post('/auth/change-person', { userId: account._id, pin }, tablet);
  const answer = await meanwhile({ account, send }, async () => undefined);
  expect(refusal(answer)).toEqual([400, 'fieldsInvalid']);
  expect(await livingSessions(account)).toEqual([]);
});

it('an admin who was switched off makes no account', async () => {
  const { account, client } = await people.settled({ role: 'admin' });
  const person = await people.person({ branchId: account.branchId });
  const send = () => client.post('/staff-accounts', person);
  const answer = await meanwhile({ account, send }, switchedOff(account));
  expect(answer.statusCode).toBeGreaterThanOrEqual(401);
  expect(await server.db.$count(userTable, eq(userTable.email, person.email))).toBe(0);
});
