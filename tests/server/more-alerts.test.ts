import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AlertKind } from '#contract/centre/alerts.ts';
import { auditFields } from '#contract/words/audit/fields.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import type { SchoolInfo } from '#contract/centre/school-info.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { checkOnRecord } from '#server/reading/books-check/nightly-check.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { changeAccount, OWN_PASSWORD, staffPeople } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  emailOf,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  openDrawer,
  priced,
  sendVisit,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let owner: Client;
let people: ReturnType<typeof staffPeople>;
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } });
  owner = await server.as('superadmin');
  people = staffPeople(server, owner);
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(signInAttemptTable));

const alertsOf = (kind: AlertKind) =>
  server.db.select().from(alertTable).where(eq(alertTable.kind, kind)).orderBy(asc(alertTable.at));
/** A wrong password, without the wait of the tries before it. */
async function fail(email: string, address: string): Promise<void> {
  await server.db.delete(signInAttemptTable);
  const login = { email, password: 'not the password' };
  const answer = await server.anybody.post('/auth/login', login, { 'x-forwarded-for': address });
  expect(answer.statusCode).toBe(401);
}

it('tells of ten failed sign-ins of an account, and of thirty of an address', async () => {
  const address = '203.0.113.7';
  for (let n = 0; n < 9; n += 1) await fail(emailOf('staff'), address);
  expect(await alertsOf('accountFailures')).toEqual([]);
  for (let n = 0; n < 2; n += 1) await fail(emailOf('staff'), address);
  expect(await alertsOf('accountFailures')).toMatchObject([
    { detail: `${emailOf('staff')} · ${address}`, closedAt: null },
  ]);
  for (let n = 0; n < 18; n += 1) await fail(`person${n}@elsewhere.test`, address);
  expect(await alertsOf('addressFailures')).toEqual([]);
  await fail('another@elsewhere.test', address);
  expect(await alertsOf('addressFailures')).toMatchObject([{ detail: address, subjectId: null }]);
  expect(JSON.stringify(await alertsOf('addressFailures'))).not.toContain('elsewhere');
});

it('tells of somebody who guesses slowly, after thirty failures of a day', async () => {
  const { _id: subjectId } = await people.ofRole('finance');
  const told = async () =>
    (await alertsOf('accountFailures')).filter((alert) => alert.subjectId === subjectId).length;
  const failedHoursAgo = (hours: number, times: number) =>
    server.db.insert(auditTable).values(
      Array.from({ length: times }, () => ({
        actorName: '',
        role: '',
        ip: '',
        device: '',
        requestId: '',
        action: 'second-factor-failed',
        entity: 'users',
        entityId: subjectId,
        at: sql`now() - make_interval(hours => ${hours}::int)` as unknown as string,
      })),
    );
  await failedHoursAgo(25, 5);
  await failedHoursAgo(2, 28);
  await fail(emailOf('finance'), '203.0.113.9');
  expect(await told()).toBe(0);
  await fail(emailOf('finance'), '203.0.113.9');
  expect(await told()).toBe(1);
});

it('counts the addresses of one network with IPv6 as one', async () => {
  const before = (await alertsOf('addressFailures')).length;
  const fails = async (from: number, until: number, network = '2001:db8:1:2') => {
    for (let n = from; n < until; n += 1) await fail(`one${n}@elsewhere.test`, `${network}::${n}`);
  };
  await fails(1, 30);
  await fails(1, 3, '2001:db8:1:3');
  expect(await alertsOf('addressFailures')).toHaveLength(before);
  await fails(30, 32);
  expect((await alertsOf('addressFailures')).slice(before)).toMatchObject([
    { detail: '2001:db8:1:2::/64', subjectId: null },
  ]);
});

it('tells of a temporary password that was used, and of accounts with wide rights', async () => {
  const { account, client } = await people.settled({ role: 'staff' });
  expect(await alertsOf('temporaryPasswordUsed')).toMatchObject([{ subjectId: account._id }]);
  await server.signIn(account.email, OWN_PASSWORD);
  expect(await alertsOf('temporaryPasswordUsed')).toHaveLength(1);
  expect((await client.get('/auth/me')).statusCode).toBe(200);
  expect(await alertsOf('accountRaised')).toEqual([]);
  const raised = await changeAccount(owner, account, { role: 'finance' });
  expect(raised.statusCode).toBe(200);
  await people.add({ role: 'admin' });
  const { _id: subjectId } = await people.ofRole('superadmin');
  expect(await alertsOf('accountRaised')).toMatchObject([
    { subjectId, detail: `${account.email} · ${auditValues.finance.join(' / ')}` },
    { subjectId },
  ]);
});

it('tells of another limit for rates, and of books that do not add up, once while it is open', async () => {
  const info = done<SchoolInfo>(await owner.get('/school-info'));
  done(await owner.put('/school-info', { ...info, rateFreePercent: 8 }));
  expect(await alertsOf('limitChanged')).toMatchObject([
    { detail: `${auditFields.rateFreePercent.join(' / ')}: 5 → 8` },
  ]);
  await checkOnRecord(server.database);
  expect(await alertsOf('booksDiffer')).toEqual([]);
  await server.db.execute(sql`update stock_levels set reserved = reserved + 1
    where product_id = (select product_id from stock_levels order by product_id limit 1)`);
  await checkOnRecord(server.database);
  await checkOnRecord(server.database);
  expect(await alertsOf('booksDiffer')).toHaveLength(1);
});

it('tells of settings that guard less: the second factor, and how long things are kept', async () => {
  await server.db.update(schoolInfoTable).set({ secondFactorFor: 'everybody', slipMonths: 0 });
  const told = (await alertsOf('limitChanged')).length;
  const put = async (fields: Partial<SchoolInfo>) => {
    const info = done<SchoolInfo>(await owner.get('/school-info'));
    done(await owner.put('/school-info', { ...info, ...fields }));
  };
  await put({ secondFactorFor: 'money', slipMonths: 24, auditAddressMonths: 6 });
  await put({ slipMonths: 36, auditAddressMonths: 0 });
  const details = (await alertsOf('limitChanged')).slice(told).map(({ detail }) => detail);
  expect(details.toSorted()).toEqual(
    [
      auditFields.secondFactorFor.join(' / '),
      `${auditFields.auditAddressMonths.join(' / ')}: 12 → 6`,
      `${auditFields.slipMonths.join(' / ')}: 0 → 24`,
    ].toSorted(),
  );
  await put({ secondFactorFor: 'nobody' });
});

it('tells of an undo after the receipt was printed, and of the fourth undo of a person on one day', async () => {
  const clerk = await server.as('staff');
  const shift = await openDrawer(clerk);
  const [vte, bookId] = [await branchId(server.db, 'VTE'), await insertBook(server.db)];
  const undoSale = async (isPrinted: boolean) => {
    const visit = await priced(clerk, {
      branchId: vte,
      payer: { kind: 'walkIn', name: 'Noy', phone: '' },
      products: [book(bookId, null)],
      tenders: [cash(BOOK)],
      shiftId: shift._id,
    });
    const { order, receipt } = done<VisitAnswer>(await sendVisit(clerk, visit));
    if (isPrinted) done(await clerk.post(`/papers/receipt/${receipt?._id}/print`, {}));
    done(await clerk.post(`/visits/${order?._id}/undo`, {}));
    return order?.number;
  };
  await undoSale(false);
  expect(await alertsOf('undoneAfterPrint')).toEqual([]);
  const printed = await undoSale(true);
  const { _id: subjectId } = await people.ofRole('staff');
  expect(await alertsOf('undoneAfterPrint')).toMatchObject([
    { branchId: vte, subjectId, detail: printed, amountLAK: BOOK },
  ]);
  await undoSale(false);
  expect(await alertsOf('manyReversals')).toEqual([]);
  const fourth = await undoSale(false);
  await undoSale(false);
  expect(await alertsOf('manyReversals')).toMatchObject([
    { branchId: vte, subjectId, detail: `4 · ${fourth}`, amountLAK: BOOK },
  ]);
});
