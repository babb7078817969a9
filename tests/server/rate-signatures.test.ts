import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { ForeignCurrency } from '#contract/money/currencies.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import type { Role } from '#contract/roles.ts';
import type { SchoolInfo } from '#contract/centre/school-info.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let finance: Client;
let vte: string;
beforeAll(async () => {
  server = await startTestServer();
  finance = await server.as('finance');
  vte = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());

/** The rate of the last days, which nobody of this test entered. */
const known = (currency: ForeignCurrency, rateToLAK: string) =>
  server.db
    .insert(exchangeRateTable)
    .values({ currency, rateToLAK, note: '', createdBy: '', search: '' });
const enter = (currency: ForeignCurrency, rateToLAK: string, more: object = {}, client = finance) =>
  client.post('/exchange-rates', {
    currency,
    rateToLAK,
    note: '',
    createdAt: new Date().toISOString(),
    ...more,
  });
const sign = async (currency: ForeignCurrency, rateToLAK: string, role: Role, client = finance) =>
  done<ApprovalAnswer>(
    await client.post('/auth/approvals', {
      email: emailOf(role),
      password,
      act: { kind: 'rate', branchId: vte, currency, rateToLAK },
    }),
  );
const newest = async (currency: ForeignCurrency) =>
  (await finance.get('/exchange-rates'))
    .json<ExchangeRate[]>()
    .find((rate) => rate.currency === currency);
const alertsOf = (kind: 'firstRate' | 'rateOutsideBand') =>
  server.db.select().from(alertTable).where(eq(alertTable.kind, kind));

it('a superadmin alone sets how far one person may change a rate', async () => {
  const [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
  const info = done<SchoolInfo>(await owner.get('/school-info'));
  expect(info.rateFreePercent).toBe(5);
  const set = (client: Client, version: number, rateFreePercent: number) =>
    client.put('/school-info', { ...info, version, rateFreePercent });
  expect((await set(admin, info.version, 20)).json()).toMatchObject({
    fields: { rateFreePercent: 'Only a superadmin changes this' },
  });
  expect((await set(owner, info.version, 21)).statusCode).toBe(400);
  const { version } = done<SchoolInfo>(await set(owner, info.version, 8));
  await known('USD', '21800');
  done(await enter('USD', '23500'));
  done(await set(owner, version, 5));
});

describe('a rate far from the last one', () => {
  it('is entered by one person up to 5 %, and by two up to 20 %', async () => {
    await known('USD', '21800');
    done(await enter('USD', '22890'));
    await known('USD', '21800');
    const refused = await enter('USD', '23500');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'rateSignatureNeeded',
        error: '21,800 → 23,500 is 7.8 % more. A second person has to approve it',
      },
    ]);
    const { token, approvedBy } = await sign('USD', '23500', 'admin');
    expect((await enter('USD', '23501', { approvalToken: token })).json()).toMatchObject({
      code: 'approvalEnded',
    });
    expect((await newest('USD'))?.rateToLAK).toBe('21800');
    expect(done<ExchangeRate>(await enter('USD', '23500', { approvalToken: token }))).toMatchObject(
      {
        approvedBy,
        enteredAlone: false,
      },
    );
  });

  it('needs a superadmin above 20 %, and tells the superadmins', async () => {
    await known('THB', '650');
    const { token } = await sign('THB', '800', 'admin');
    const refused = await enter('THB', '800', { approvalToken: token });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'rateSignatureNeeded',
        error:
          '650 → 800 is 23.1 % more; one of the two is a superadmin. A second person has to approve it',
      },
    ]);
    const owner = await sign('THB', '800', 'superadmin');
    done(await enter('THB', '800', { approvalToken: owner.token }));
    expect(await alertsOf('rateOutsideBand')).toMatchObject([{ detail: 'THB 650 → 800' }]);
  });

  it('is not reached in small steps by one person', async () => {
    await known('THB', '650');
    done(await enter('THB', '680'));
    expect((await enter('THB', '710')).json()).toMatchObject({
      code: 'rateSignatureNeeded',
      error: '650 → 710 is 9.2 % more. A second person has to approve it',
    });
    done(await enter('THB', '650'));
  });

  it('is not signed by a person who may not enter rates, nor by the one who enters it', async () => {
    for (const role of ['staff', 'finance'] as const)
      expect(
        (
          await finance.post('/auth/approvals', {
            email: emailOf(role),
            password,
            act: { kind: 'rate', branchId: vte, currency: 'USD', rateToLAK: '25000' },
          })
        ).statusCode,
      ).toBe(422);
  });
});

it('the first rate of a currency is entered by one person, and tells the superadmins', async () => {
  const before = (await alertsOf('firstRate')).length;
  await server.db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.delete(exchangeRateTable).where(eq(exchangeRateTable.currency, 'VND'));
  });
  done(await enter('VND', '0.85'));
  const alerts = await alertsOf('firstRate');
  expect(alerts).toHaveLength(before + 1);
  expect(alerts.map(({ detail }) => detail)).toContain('VND 0.85');
});

it('the only person who may enter rates enters any with a reason, which is marked', async () => {
  await known('CNY', '3000');
  await server.db
    .update(userTable)
    .set({ active: false })
    .where(and(ne(userTable.role, 'staff'), ne(userTable.email, emailOf('finance'))));
  const asked = await enter('CNY', '3300');
  expect([asked.statusCode, asked.json()]).toMatchObject([
    400,
    { fields: { note: 'Enter a reason' } },
  ]);
  expect(done<ExchangeRate>(await enter('CNY', '3300', { note: 'the bank jumped' }))).toMatchObject(
    { enteredAlone: true, approvedBy: '' },
  );
  expect((await alertsOf('rateOutsideBand')).map(({ detail }) => detail)).toContain(
    'CNY 3,000 → 3,300',
  );
});
