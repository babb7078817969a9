import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import {
  grantedRoles,
  staffAccountInput,
  type GrantedRole,
  type StaffAccount,
} from '#contract/centre/staff-accounts.ts';
import {
  addable,
  MAX_SETS,
  removable,
  type AccountRight,
  type PermissionSet,
} from '#contract/rights/permission-sets.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { RIGHT_HEADER } from '#contract/rights/right-header.ts';
import { lentActions } from '#contract/rights/lent-actions.ts';
import { rolesOfAction, why, type Action, type Grant } from '#contract/roles.ts';
import { rightOf } from '#server/centre/approvals/signing-rights.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { addressOf, withRoutes, type ServedRoute } from '#tests/helpers/routes.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { accountOf } from '#tests/helpers/two-branches.ts';
import {
  cash,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

// Sets of rights on the roles: docs/roles.md, "Permission sets".

let server: TestServer;
let routes: ServedRoute[];
let owner: Client;
beforeAll(async () => {
  ({ result: server, routes } = await withRoutes(() => startTestServer()));
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const set = (name: string, role: GrantedRole, more: object) =>
  owner.post('/permission-sets', { name, role, adds: [], removes: [], ...more });
const added = async (...of: Parameters<typeof set>) => {
  const answer = await set(...of);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PermissionSet>();
};
const sets = async () => (await owner.get('/permission-sets')).json<PermissionSet[]>();
/** The right that the demo account of the role has at home. */
async function homeRight(role: GrantedRole): Promise<AccountRight> {
  const { _id } = await accountOf(server.db, emailOf(role));
  const [right] = (await owner.get(`/staff-accounts/${_id}/rights`)).json<AccountRight[]>();
  if (!right) throw new Error(`${role} has no right`);
  return right;
}
async function carry(role: GrantedRole, permissionSetId: string | null): Promise<void> {
  const { _id } = await homeRight(role);
  const answer = await owner.put(`/account-grants/${_id}/permission-set`, { permissionSetId });
  expect(answer.statusCode, answer.body).toBe(200);
}
const fieldsOf = (answer: Awaited<ReturnType<typeof set>>) =>
  answer.json<{ fields?: Record<string, string> }>().fields ?? {};

/** These would end or lock the session of the next request, and the stream of events never ends. */
const cannotBeCalled = ['/auth/logout', '/auth/lock', '/events'];
/** Everybody with `files:write` may upload a slip; a picture takes a further right. */
const queries: Record<string, string> = { '/files': '?for=slip' };

/** The rule of docs/roles.md, "Permission sets", said once more without `why`. */
function isMeant({ role, permissionSet }: Grant, action: Action): boolean {
  const { adds = [], removes = [] } = permissionSet ?? {};
  const has = rolesOfAction(action).some((one) => one === role);
  return has ? !removes.includes(action) : adds.includes(action);
}

/** The routes on which the answer, `why` and the rule do not agree. */
async function disagreements(client: Client, grant: Grant): Promise<string[]> {
  const found: string[] = [];
  let asked = 0;
  for (const { method, path, action } of routes) {
    if (action === undefined || cannotBeCalled.includes(path)) continue;
    asked += 1;
    const answer = await client.send(method as 'GET', addressOf(path) + (queries[path] ?? ''));
    const isRefused =
      answer.statusCode === 403 && answer.json<{ code: string }>().code === 'forbidden';
    const { allowed } = why(grant, action);
    if (allowed !== isMeant(grant, action) || isRefused === allowed || answer.statusCode >= 500)
      found.push(`${method} ${path} (${action}) answered ${answer.statusCode}`);
  }
  const guarded = routes.filter((one) => one.action !== undefined).length;
  expect(asked).toBe(guarded - cannotBeCalled.length);
  return found;
}

it.each(grantedRoles)(
  'answers every route to %s as `why` says, with all that a set adds and without all it takes',
  async (role) => {
    const client = await server.as(role);
    const all = { adds: [...addable[role]], removes: [] as Action[], discountLimitPercent: null };
    const none = { adds: [] as Action[], removes: removable(role), discountLimitPercent: null };
    const carried: [string, typeof all][] = [
      [`${role} with all`, all],
      [`${role} with nothing`, none],
    ];
    for (const [name, change] of carried) {
      const { _id } = await added(name, role, change);
      await carry(role, _id);
      const permissionSet = { name, ...change };
      expect(await disagreements(client, { role, permissionSet })).toEqual([]);
      expect((await client.get('/auth/me')).json()).toMatchObject({ permissionSet });
    }
    await carry(role, null);
    expect(await disagreements(client, { role })).toEqual([]);
  },
);

it('adds only what is marked for the role, takes only what the role has, and changes something', async () => {
  const never: Action[] = [
    'staff-accounts:write',
    'permission-sets:write',
    'audit-log:read',
    'books:read',
    'days:reopen',
    'verification:write',
  ];
  for (const role of grantedRoles)
    for (const action of never)
      expect(Object.keys(fieldsOf(await set('Too much', role, { adds: [action] })))).toEqual([
        'adds',
      ]);
  expect(
    Object.keys(fieldsOf(await set('Own account', 'staff', { removes: ['own-account:write'] }))),
  ).toEqual(['removes']);
  expect(fieldsOf(await set('Not had', 'staff', { removes: ['books:read'] }))).toHaveProperty(
    'removes',
  );
  expectCode(await set('Nothing', 'staff', {}), 400, 'permissionSetEmpty');
  expect(fieldsOf(await set('No limit', 'admin', { discountLimitPercent: 5 }))).toHaveProperty(
    'discountLimitPercent',
  );
  expect(fieldsOf(await set('Limit', 'finance', { discountLimitPercent: 20 }))).toHaveProperty(
    'discountLimitPercent',
  );
  expect(
    Object.keys(fieldsOf(await set('staff with all', 'staff', { removes: ['find:read'] }))),
  ).toEqual(['name']);
});

it('is on record with its people, stays while somebody has it, and leaves with the role', async () => {
  const { _id, version } = await added('Senior clerk', 'staff', { discountLimitPercent: 25 });
  await carry('staff', _id);
  const { firstName, lastName, _id: userId } = await accountOf(server.db, emailOf('staff'));
  const people = [`${firstName} ${lastName}`];
  const change = { name: 'Senior clerk', role: 'staff', adds: [], discountLimitPercent: 25 };
  const removes = ['enrolments:leave'];
  const changed = await owner.put(`/permission-sets/${_id}`, { ...change, removes, version });
  expect(changed.json()).toMatchObject({ removes, people: [{ userId, name: people[0] }] });
  const entries = await server.db.select().from(auditTable).where(eq(auditTable.entityId, _id));
  expect(entries.at(-1)).toMatchObject({
    action: 'update',
    before: { removes: [] },
    after: { removes, people },
  });
  expectCode(
    await owner.put(`/permission-sets/${_id}`, { ...change, removes, version }),
    409,
    'versionConflict',
  );
  expectCode(await owner.post(`/permission-sets/${_id}/remove`, {}), 409, 'permissionSetInUse');

  const { _id: rightId } = await homeRight('staff');
  const finance = (await sets()).find((one) => one.role === 'finance');
  expect(
    fieldsOf(
      await owner.put(`/account-grants/${rightId}/permission-set`, {
        permissionSetId: finance?._id ?? null,
      }),
    ),
  ).toHaveProperty('permissionSetId');

  await server.db.update(userTable).set({ role: 'finance' }).where(eq(userTable._id, userId));
  expect((await homeRight('staff')).permissionSetId).toBeNull();
  await server.db.update(userTable).set({ role: 'staff' }).where(eq(userTable._id, userId));
  expect((await owner.post(`/permission-sets/${_id}/remove`, {})).json()).toEqual({ done: true });
});

it('holds an admin to it: no role with a right that was taken, no set taken off by a new role', async () => {
  const { _id } = await added('Admin without merging', 'admin', { removes: ['students:merge'] });
  await carry('admin', _id);
  const admin = await server.as('admin');
  const account = await accountOf(server.db, emailOf('staff'));
  const { branchId } = account;
  const person = { firstName: 'A', lastName: 'B', phone: '', profileImage: null, active: true };
  const make = (role: string) =>
    admin.post('/staff-accounts', { ...person, branchId, role, email: `${role}9@branchdesk.test` });
  expectCode(await make('admin'), 403, 'forbidden');
  expect((await make('staff')).statusCode).toBe(201);
  await carry('admin', null);

  const { _id: ofStaff } = await added('Clerk', 'staff', { removes: ['students:write'] });
  await carry('staff', ofStaff);
  const row = (await admin.get(`/staff-accounts/${account._id}`)).json<StaffAccount>();
  const change = Object.fromEntries(
    Object.entries(row).filter(([key]) => key in staffAccountInput.shape || key === 'version'),
  );
  const raised = await admin.put(`/staff-accounts/${account._id}`, { ...change, role: 'admin' });
  expect(Object.keys(fieldsOf(raised))).toEqual(['role']);
  expect((await homeRight('staff')).permissionSetId).toBe(ofStaff);
  await carry('staff', null);
});

it('ends a right in the middle of a session, and every answer says that it has changed', async () => {
  const clerk = await server.as('staff');
  const ask = () => clerk.get('/students');
  const before = await ask();
  expect(before.statusCode).toBe(200);
  expect((await ask()).headers[RIGHT_HEADER]).toBe(before.headers[RIGHT_HEADER]);
  const input = { name: 'No lists', role: 'staff', adds: [], removes: ['students:read'] };
  const { _id, version } = await added(input.name, 'staff', input);
  await carry('staff', _id);
  const refused = await ask();
  expectCode(refused, 403, 'forbidden');
  expect(refused.headers[RIGHT_HEADER]).not.toBe(before.headers[RIGHT_HEADER]);
  // The set itself changes while the clerk carries it.
  await owner.put(`/permission-sets/${_id}`, { ...input, removes: ['find:read'], version });
  const given = await ask();
  expect(given.statusCode).toBe(200);
  expect(given.headers[RIGHT_HEADER]).not.toBe(refused.headers[RIGHT_HEADER]);
  await carry('staff', null);
  expect((await ask()).headers[RIGHT_HEADER]).toBe(before.headers[RIGHT_HEADER]);
});

it('leaves no discount by hand to a clerk from whom it was taken, also with a signature', async () => {
  const clerk = await server.as('staff');
  const shift = await openDrawer(clerk);
  const course = await insertCourse(server.db);
  const line = {
    key: randomUUID(),
    studentId: String((await insertProspects(server.db, 1))[0]?._id),
  };
  const classId = (await insertClass(server.db, { course }))._id;
  const vte = await branchId(server.db, 'VTE');
  const act = {
    kind: 'discount',
    branchId: vte,
    lineKey: line.key,
    studentKey: line.studentId,
    classId,
    productId: null,
    percent: 50,
    quantity: 1,
    discountLAK: TUITION / 2,
  };
  const sign = () => clerk.post('/auth/approvals', { email: emailOf('admin'), password, act });
  const given = (await sign()).json<ApprovalAnswer>();
  const discount = { kind: 'byHand', percent: 50, reason: 'promised', approvalToken: given.token };
  const visit = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: line.studentId },
    places: [place(line.studentId, classId, { key: line.key, discount })],
    tenders: [cash(TUITION)],
    shiftId: shift._id,
  });
  await carry(
    'staff',
    (await added('No discounts', 'staff', { removes: ['orders:discount'] }))._id,
  );
  expectCode(await sendVisit(clerk, visit), 403, 'forbidden');
  expectCode(await sign(), 403, 'forbidden');
  await carry('staff', null);
  done<VisitAnswer>(await sendVisit(clerk, visit));
});

it('are at most twenty, and nobody but a superadmin sees or gives one', async () => {
  const before = (await sets()).length;
  for (let n = before; n < MAX_SETS; n += 1)
    await added(`Set ${n}`, 'staff', { removes: ['find:read'] });
  expectCode(await set('One more', 'staff', { removes: ['find:read'] }), 409, 'permissionSetsFull');
  const admin = await server.as('admin');
  const { _id } = await homeRight('staff');
  for (const answer of [
    await admin.get('/permission-sets'),
    await admin.put(`/account-grants/${_id}/permission-set`, { permissionSetId: null }),
  ])
    expectCode(answer, 403, 'forbidden');
});

it('lends by signature exactly the actions that a signer may be asked for', () => {
  const signed = new Set<string>(Object.values(rightOf));
  // A rate, a raise and a new right are signed by a second person with the same right or a wider
  // one.
  for (const action of ['exchange-rates:write', 'teacher-rates:write', 'permission-sets:write'])
    signed.delete(action);
  expect(new Set(Object.keys(lentActions))).toEqual(signed);
});
