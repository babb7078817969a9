import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IssuedAccount, StaffAccount } from '#contract/centre/staff-accounts.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
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
const LEFT = [409, 'superadminLeftLately'];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(emailOf('superadmin'));
  admin = await server.as('admin');
  people = staffPeople(server, owner);
});
afterAll(() => server.close());

const inDays = async (days: number) => {
  const { rows } = await server.db.execute<{ day: string }>(sql`
    select to_char((now() + make_interval(days => ${days}::int)) at time zone 'Asia/Vientiane',
      'DD/MM/YYYY') as day`);
  return String(rows[0]?.day);
};
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
  // What was signed until a day does not go on for longer, nor begin again, by one alone.
  const today = dayInLaos();
  expect((await grant('finance', { until: today })).statusCode).toBe(201);
  expect(refusal(await grant('finance'))).toEqual(NEEDED);
  expect(refusal(await grant('finance', { until: addDays(today, 1) }))).toEqual(NEEDED);
  await server.db.execute(sql`update account_grants
    set "from" = ${addDays(today, -9)}, until = ${addDays(today, -3)} where until = ${today}`);
  expect(refusal(await grant('finance', { until: today }))).toEqual(NEEDED);
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
  const finance = async (by = owner) =>
    await by.post('/staff-accounts', await people.person({ role: 'finance' }));
  // An id means the same account in capitals.
  const inCapitals = { ...(await read()), _id: third.account._id.toUpperCase() };
  done(await changeAccount(owner, inCapitals, { active: false }));
  const refused = await finance();
  expect(refusal(refused)).toEqual(LEFT);
  expect(refused.json<{ error: string }>().error).toContain(`From ${await inDays(7)} `);
  done(await changeAccount(owner, await read(), { active: true }));
  expect(refusal(await finance())).toEqual(NEEDED);
  done(await changeAccount(owner, await read(), { role: 'staff' }));
  expect(refusal(await finance())).toEqual(LEFT);
  // The superadmin who is left can sign for an admin.
  const raised = admin.post('/staff-accounts', await people.person({ role: 'admin' }));
  expect(refusal(await raised)).toEqual(NEEDED);
  expect(refusal(await raise({ role: 'superadmin' }))).toEqual(LEFT);
  done(await changeAccount(owner, await read(), { role: 'superadmin' }));
});

const twoPeople = { role: 'superadmin' } as const;
type Person = Awaited<ReturnType<typeof people.settled>>;
/** Gives a temporary password; the session of whoever uses it, with a password of its own. */
const takeOver = async (by: Client, { account: { _id, email } }: Pick<Person, 'account'>) => {
  const given = await by.post(`/staff-accounts/${_id}/temporary-password`, {});
  const { temporaryPassword } = done<IssuedAccount>(given);
  const client = await server.signIn(email, String(temporaryPassword));
  const chosen = { email, oldPassword: temporaryPassword, newPassword: OWN_PASSWORD };
  done(await client.post('/auth/users/change-password', chosen));
  return client;
};
const askedOf = async (asker: Client, { account: { email } }: Pick<Person, 'account'>) => {
  const act = { kind: 'accountRight', email: clerk.email, role: 'finance' };
  const words = { email, password: OWN_PASSWORD, act: { ...act, branchId: clerk.branchId } };
  return (await asker.post('/auth/approvals', words)).json<unknown>();
};
const onePerson = async () => ({
  fields: { email: expect.stringContaining(`Until ${await inDays(7)} `) as string },
});
const signs = { token: expect.any(String) as string };

it('is signed by nobody whose password the asking person gave, or gave to who gave it', async () => {
  const [one, two] = [await people.settled(twoPeople), await people.settled(twoPeople)];
  const words = { email: one.account.email, password: OWN_PASSWORD };
  const approvalToken = await people.signed({ ...clerk, role: 'finance' }, owner, words);
  const puppet = await takeOver(owner, one);
  const used = await raise({ role: 'finance', approvalToken });
  expect(refusal(used)).toEqual([409, 'signerPasswordGiven']);
  expect(await askedOf(owner, one)).toMatchObject(await onePerson());
  expect(await askedOf(owner, two)).toMatchObject(signs);
  await takeOver(puppet, two);
  expect(await askedOf(owner, two)).toMatchObject(await onePerson());
});

it('is signed by nobody for an account that they opened, nor for one of the same giver', async () => {
  const [giver, one, two, other] = [
    await people.settled(twoPeople),
    await people.settled(twoPeople),
    await people.settled(twoPeople),
    await people.settled(twoPeople),
  ];
  const asOne = await takeOver(giver.client, one);
  expect(await askedOf(asOne, giver)).toMatchObject(await onePerson());
  expect(await askedOf(asOne, two)).toMatchObject(signs);
  await takeOver(giver.client, two);
  expect(await askedOf(asOne, two)).toMatchObject(await onePerson());
  expect(await askedOf(asOne, other)).toMatchObject(signs);
  // The first password, given again because its paper was lost, makes nobody one person.
  const { account } = await people.add(twoPeople);
  await takeOver(other.client, { account });
  expect(await askedOf(other.client, { account })).toMatchObject(signs);
  await server.db.execute(sql`alter table audit_log disable trigger user`);
  await server.db.execute(sql`update audit_log set at = at - interval '7 days'
    where action = 'temporary-password'`);
  await server.db.execute(sql`alter table audit_log enable trigger user`);
  expect(await askedOf(asOne, two)).toMatchObject(signs);
});
