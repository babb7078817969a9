import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IssuedAccount, StaffAccount } from '#contract/centre/staff-accounts.ts';
import { done } from '#tests/helpers/class-data.ts';
import { refusal } from '#tests/helpers/people.ts';
import { changeAccount, OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Nobody makes alone a second person to sign with: docs/roles.md, "Several branches".

let server: TestServer;
let owner: Client;
let admin: Client;
let people: ReturnType<typeof staffPeople>;
let clerk: StaffAccount;
let second: Awaited<ReturnType<typeof people.settled>>;
const NEEDED = [409, 'accountSignatureNeeded'];
const ENDED = [409, 'approvalEnded'];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(emailOf('superadmin'));
  admin = await server.as('admin');
  people = staffPeople(server, owner);
});
afterAll(() => server.close());

const alerts = async () => {
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from alerts where kind = 'accountRaised'`,
  );
  return rows[0]?.n ?? 0;
};
const secondSigns = () => ({ email: second.account.email, password: OWN_PASSWORD });
const raise = async (fields: object, client = owner) =>
  changeAccount(client, await people.read(clerk._id), fields);

it('lets the only superadmin go on alone, and tells of it', async () => {
  clerk = (await people.settled()).account;
  await people.add({ role: 'finance' });
  await people.add({ role: 'admin' }, admin);
  // Who never came cannot sign, so a new centre is not stuck.
  await people.add({ role: 'superadmin' });
  await people.add({ role: 'admin' });
  expect(await alerts()).toBe(4);
  second = await people.settled({ role: 'superadmin' });
});

it('asks for another superadmin in every way to such a role, and for none to a lower one', async () => {
  const before = await alerts();
  for (const role of ['admin', 'finance', 'superadmin']) {
    const added = await owner.post('/staff-accounts', await people.person({ role }));
    expect(refusal(added), role).toEqual(NEEDED);
    expect(refusal(await raise({ role })), role).toEqual(NEEDED);
  }
  const ofAdmin = await admin.post('/staff-accounts', await people.person({ role: 'admin' }));
  expect(refusal(ofAdmin)).toEqual(NEEDED);
  const there = { email: clerk.email, branchId: await branchId(server.db, 'LPB'), until: null };
  const grant = (role: string, more: object = {}) =>
    owner.post('/account-grants', { ...there, role, ...more });
  for (const role of ['admin', 'finance']) expect(refusal(await grant(role))).toEqual(NEEDED);
  expect((await grant('staff')).statusCode).toBe(201);
  const { account: off } = await people.add({ role: 'finance' });
  done(await changeAccount(owner, off, { active: false }));
  const on = changeAccount(owner, await people.read(off._id), { active: true });
  expect(refusal(await on)).toEqual(NEEDED);
  // Whoever gives the other one a temporary password is not alone by that.
  done(await owner.post(`/staff-accounts/${second.account._id}/temporary-password`, {}));
  expect(refusal(await raise({ role: 'admin' }))).toEqual(NEEDED);
  // Nor does that one sign, who may be the same person by now.
  second = await people.settled({ role: 'superadmin' });
  expect(await alerts()).toBe(before + 2);
  const approvalToken = await people.signed({ ...there, role: 'finance' }, owner, secondSigns());
  expect((await grant('finance', { approvalToken })).statusCode).toBe(201);
  expect(await alerts()).toBe(before + 3);
});

it('takes a signature for this account and role alone, once, and names the signer', async () => {
  const { email, branchId: at } = clerk;
  const right = (role: 'admin' | 'superadmin', of = email) =>
    people.signed({ email: of, role, branchId: at }, owner, secondSigns());
  const approvalToken = await right('admin');
  expect(refusal(await raise({ role: 'superadmin', approvalToken }))).toEqual(ENDED);
  const other = await people.person({ role: 'admin' });
  expect(refusal(await owner.post('/staff-accounts', { ...other, approvalToken }))).toEqual(ENDED);
  expect((await raise({ role: 'admin', approvalToken })).statusCode).toBe(200);
  done(await raise({ role: 'staff' }));
  expect(refusal(await raise({ role: 'admin', approvalToken }))).toEqual(ENDED);
  const { rows } = await server.db.execute<{ by: string }>(sql`
    select after ->> 'approvedById' as by from audit_log
    where entity_id = ${clerk._id} and after ->> 'role' = 'admin'`);
  expect(rows.map(({ by }) => by)).toContain(second.account._id);
});

it('is signed by no admin, by nobody for the own act, and by no superadmin who left', async () => {
  const act = { kind: 'accountRight', email: clerk.email, role: 'admin', branchId: clerk.branchId };
  const sign = (client: Client, email: string, password: string) =>
    client.post('/auth/approvals', { email, password, act });
  const { account } = await people.settled({ role: 'admin' });
  const byAdmin = await sign(owner, account.email, OWN_PASSWORD);
  expect(byAdmin.json()).toMatchObject({ fields: { email: 'This person cannot approve this' } });
  const bySelf = await sign(owner, emailOf('superadmin'), password);
  expect(bySelf.json()).toMatchObject({ code: 'approvalRefused' });
  const approvalToken = await people.signed({ ...clerk, role: 'admin' }, owner, secondSigns());
  await server.db.execute(sql`update users set active = false where id = ${second.account._id}`);
  expect(refusal(await raise({ role: 'admin', approvalToken }))).toEqual(ENDED);
});

it('counts a superadmin whom the other one switched off or lowered, but for the account itself', async () => {
  const third = await people.settled({ role: 'superadmin' });
  const read = () => people.read(third.account._id);
  await server.db.execute(sql`update users set role = 'staff' where role = 'superadmin'
    and last_sign_in_at is not null and email not in (${emailOf('superadmin')}, ${third.account.email})`);
  const finance = async () =>
    refusal(await owner.post('/staff-accounts', await people.person({ role: 'finance' })));
  done(await changeAccount(owner, await read(), { active: false }));
  expect(await finance()).toEqual(NEEDED);
  done(await changeAccount(owner, await read(), { active: true }));
  done(await changeAccount(owner, await read(), { role: 'staff' }));
  expect(await finance()).toEqual(NEEDED);
  expect(refusal(await raise({ role: 'superadmin' }))).toEqual(NEEDED);
  done(await changeAccount(owner, await read(), { role: 'superadmin' }));
});

it('is signed by nobody whose password the asking person gave, or gave to who gave it', async () => {
  const [one, two] = [
    await people.settled({ role: 'superadmin' }),
    await people.settled({ role: 'superadmin' }),
  ];
  const words = (of: typeof one) => ({ email: of.account.email, password: OWN_PASSWORD });
  const takeOver = async (by: Client, of: typeof one) => {
    const path = `/staff-accounts/${of.account._id}/temporary-password`;
    const { temporaryPassword } = done<IssuedAccount>(await by.post(path, {}));
    const client = await server.signIn(of.account.email, String(temporaryPassword));
    const { email } = of.account;
    const chosen = { email, oldPassword: temporaryPassword, newPassword: OWN_PASSWORD };
    done(await client.post('/auth/users/change-password', chosen));
    return client;
  };
  const { email, branchId: at } = clerk;
  const act = { kind: 'accountRight', email, role: 'finance', branchId: at };
  const sign = async (of: typeof one): Promise<unknown> =>
    (await owner.post('/auth/approvals', { ...words(of), act })).json();
  const refused = { fields: { email: 'This person cannot approve this' } };
  const approvalToken = await people.signed({ ...clerk, role: 'finance' }, owner, words(one));
  const puppet = await takeOver(owner, one);
  expect(refusal(await raise({ role: 'finance', approvalToken }))).toEqual(ENDED);
  expect(await sign(one)).toMatchObject(refused);
  expect(await sign(two)).toHaveProperty('token');
  await takeOver(puppet, two);
  expect(await sign(two)).toMatchObject(refused);
});
