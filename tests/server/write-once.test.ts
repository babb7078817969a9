import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branch } from '#contract/centre/branches.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { sha256 } from '#server/lib/tokens.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import {
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const rate = (rateToLAK = '21700') => ({
  currency: 'USD',
  rateToLAK,
  createdAt: new Date().toISOString(),
});
const count = () => server.db.$count(exchangeRateTable);
const auditOf = (entity: string, entityId: string) =>
  server.db
    .select()
    .from(auditTable)
    .where(sql`${auditTable.entity} = ${entity} and ${auditTable.entityId} = ${entityId}`);

describe('an Idempotency-Key', () => {
  it.each(['', 'short', 'x'.repeat(101), 'with a space'])('must not be "%.12s"', async (key) => {
    const answer = await owner.post('/exchange-rates', rate(), { 'idempotency-key': key });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'idempotencyKeyMissing',
    ]);
  });

  it('gets the stored answer when it is repeated', async () => {
    const [body, key, before] = [rate(), randomUUID(), await count()];
    const first = await owner.post('/exchange-rates', body, { 'idempotency-key': key });
    const again = await owner.post('/exchange-rates', body, { 'idempotency-key': key });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect([first.headers['idempotent-replay'], again.headers['idempotent-replay']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await count()).toBe(before + 1);
  });

  it('is the same in capitals and in small letters, also for who asks what became of it', async () => {
    const [body, key, before] = [rate(), `${randomUUID()}-a`, await count()];
    const inCapitals = { 'idempotency-key': key.toUpperCase() };
    const first = await owner.post('/exchange-rates', body, inCapitals);
    const again = await owner.post('/exchange-rates', body, { 'idempotency-key': key });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    for (const asked of [key, key.toUpperCase()]) {
      const settled = await owner.send('POST', `/idempotency-keys/${asked}/settle`);
      expect(settled.json()).toEqual({ outcome: 'saved', answer: first.json<object>() });
    }
    expect(await count()).toBe(before + 1);
    const [row] = await auditOf('exchange-rates', first.json<{ _id: string }>()._id);
    expect(row).toMatchObject({ clientKey: key });
  });

  it('never writes twice, however many arrive at once', async () => {
    const [body, key, before] = [rate(), randomUUID(), await count()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        owner.post('/exchange-rates', body, { 'idempotency-key': key }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 10 }, () => 201),
    );
    expect(await count()).toBe(before + 1);
  });

  it('is refused for another body or another address', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await owner.post('/exchange-rates', rate(), key);
    const otherBody = await owner.post('/exchange-rates', rate('21800'), key);
    const otherPath = await owner.post(
      '/branches',
      { branchName: 'X', code: 'XX', provinceCode: '01', phone: '02055512345' },
      key,
    );
    for (const answer of [otherBody, otherPath]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        422,
        'idempotencyKeyReused',
      ]);
    }
  });

  it('belongs to one person', async () => {
    const [body, key] = [rate(), { 'idempotency-key': randomUUID() }];
    const mine = await owner.post('/exchange-rates', body, key);
    const theirs = await (await server.as('finance')).post('/exchange-rates', body, key);
    expect(theirs.statusCode).toBe(201);
    expect(theirs.json<{ _id: string }>()._id).not.toBe(mine.json<{ _id: string }>()._id);
  });

  it('may be used again after a failure', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const taken = { branchName: 'X', code: 'VTE', provinceCode: '01', phone: '02055512345' };
    expect((await owner.post('/branches', taken, key)).statusCode).toBe(400);
    expect((await owner.post('/branches', { ...taken, code: 'NEW' }, key)).statusCode).toBe(201);
  });

  it('is refused for another password, and keeps nothing from which one could be guessed', async () => {
    const client = await server.as('staff');
    const key = randomUUID();
    const body = {
      email: emailOf('staff'),
      oldPassword: password,
      newPassword: 'first new password',
    };
    const change = (newPassword: string) =>
      client.post(
        '/auth/users/change-password',
        { ...body, newPassword },
        { 'idempotency-key': key },
      );
    const [first, again] = [await change(body.newPassword), await change(body.newPassword)];
    expect([first.statusCode, again.json(), again.headers['idempotent-replay']]).toEqual([
      200,
      first.json(),
      'true',
    ]);
    expect((await change('another password')).json()).toMatchObject({
      code: 'idempotencyKeyReused',
    });
    const [stored] = await server.db
      .select()
      .from(idempotencyTable)
      .where(eq(idempotencyTable.key, key));
    const quick = ['POST', '/api/auth/users/change-password', JSON.stringify(body)].join('\n');
    expect([sha256(quick), sha256(JSON.stringify(body))]).not.toContain(stored?.requestHash);
  });

  it('is forgotten after 8 days, a day later than a draft that may ask for it', async () => {
    const key = randomUUID();
    await owner.post('/exchange-rates', rate(), { 'idempotency-key': key });
    const age = (days: number) =>
      server.db
        .update(idempotencyTable)
        .set({ createdAt: sql`now() - make_interval(days => ${days}::int)` })
        .where(eq(idempotencyTable.key, key));
    const stored = () => server.db.$count(idempotencyTable, eq(idempotencyTable.key, key));
    await age(7);
    await tidy(server.db);
    expect(await stored()).toBe(1);
    // To the millisecond it would be a matter of rounding.
    await age(9);
    await tidy(server.db);
    expect(await stored()).toBe(0);
  });
});

describe('the audit log', () => {
  it('says who did what, from where, and what came of it', async () => {
    const answer = await owner.post('/exchange-rates', rate(), { 'user-agent': 'Tablet 3' });
    const { _id } = answer.json<{ _id: string }>();
    const [row, ...more] = await auditOf('exchange-rates', _id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: 'create',
      actorName: 'Somphone Vongsavanh',
      role: 'superadmin',
      ip: '127.0.0.1',
      device: 'Tablet 3',
      requestId: answer.headers['x-request-id'],
      after: { rateToLAK: '21700' },
    });
  });

  it('shows only the fields that changed', async () => {
    const branch = (await owner.get('/branches'))
      .json<Branch[]>()
      .find(({ code }) => code === 'PKS');
    await owner.put(`/branches/${branch?._id}`, { ...branch, manager: 'Sengdao', version: 1 });
    const [row] = await auditOf('branches', String(branch?._id));
    expect(row?.before).toEqual({
      manager: branch?.manager,
      version: 1,
      updatedAt: branch?.updatedAt,
    });
    expect(row?.after).toMatchObject({ manager: 'Sengdao', version: 2 });
    expect(Object.keys(row?.after ?? {})).toHaveLength(3);
  });

  it('has one row for every write and none for a refused or a repeated one', async () => {
    const rows = () => server.db.$count(auditTable);
    const before = await rows();
    const key = { 'idempotency-key': randomUUID() };
    const body = rate();
    await owner.post('/exchange-rates', body, key);
    await owner.post('/exchange-rates', body, key);
    await owner.post('/exchange-rates', { ...body, rateToLAK: '0' });
    expect(await rows()).toBe(before + 1);
  });

  it('holds no password, hash or token', async () => {
    const client = await server.as('admin');
    const secret = 'a very secret phrase';
    await client.post('/auth/users/change-password', {
      email: emailOf('admin'),
      oldPassword: password,
      newPassword: secret,
    });
    await client.send('POST', '/auth/logout');
    const written = JSON.stringify(await server.db.select().from(auditTable));
    expect(written).toContain('change-password');
    expect(written).toContain('sign-out');
    for (const never of [secret, password, 'scrypt$', client.token])
      expect(written).not.toContain(never);
  });
});
