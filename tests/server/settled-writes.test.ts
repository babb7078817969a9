import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { settledWrite } from '#contract/centre/settled-writes.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { idempotencyTable } from '#server/db/tables/log/idempotency.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { writeOnce } from '#server/lib/write.ts';
import { exchangeRateTable } from '#server/db/tables/catalogue/exchange-rates.table.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// A write that stays open until it is told to go on.
let begun: () => void = () => undefined;
let goOn: Promise<unknown> = Promise.resolve();

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({
    extraRoutes: (api) =>
      void api.post(
        '/slow',
        {
          config: { action: 'own-account:write' },
          schema: { response: { 200: z.object({ slow: z.boolean() }) } },
        },
        (request, reply) =>
          writeOnce(server.db, request, reply, {
            status: 200,
            work: async () => {
              begun();
              await goOn;
              return {
                answer: { slow: true },
                audit: { action: 'slow', entity: 'tests', entityId: 'slow' },
              };
            },
          }),
      ),
  });
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const rate = () => ({ currency: 'USD', rateToLAK: '21700', createdAt: new Date().toISOString() });
const withKey = (key: string) => ({ 'idempotency-key': key });
const settle = (client: Client, key: string) =>
  client.send('POST', `/idempotency-keys/${key}/settle`);
const settled = (answer: Answer) => settledWrite.parse(answer.json());
const everything = async () => [
  await server.db.$count(exchangeRateTable),
  await server.db.$count(auditTable),
];

it('tells the answer of a write that was saved, as often as it is asked', async () => {
  const key = randomUUID();
  const saved = await owner.post('/exchange-rates', rate(), withKey(key));
  for (let time = 0; time < 2; time += 1) {
    expect(settled(await settle(owner, key))).toEqual({
      outcome: 'saved',
      answer: saved.json<object>(),
    });
  }
  const again = await owner.post('/exchange-rates', rate(), withKey(key));
  expect(again.statusCode).toBe(422);
});

it('what was told to be not sent is never saved, however late it arrives', async () => {
  const key = randomUUID();
  expect(settled(await settle(owner, key))).toEqual({ outcome: 'notSent' });
  const before = await everything();
  const late = await owner.post('/exchange-rates', rate(), {
    ...withKey(key),
    'accept-language': 'lo',
  });
  expect([late.statusCode, late.json()]).toEqual([
    409,
    { code: 'writeVoided', error: 'ການສົ່ງຄັ້ງນີ້ຖືກຍົກເລີກແລ້ວ ແລະ ບໍ່ໄດ້ບັນທຶກ. ກະລຸນາກົດບັນທຶກອີກຄັ້ງ.' },
  ]);
  expect(await everything()).toEqual(before);
  expect(settled(await settle(owner, key))).toEqual({ outcome: 'notSent' });
});

it('a write that was refused was not saved', async () => {
  const key = randomUUID();
  expect(
    (await owner.post('/exchange-rates', { ...rate(), rateToLAK: '0' }, withKey(key))).statusCode,
  ).toBe(400);
  expect(settled(await settle(owner, key))).toEqual({ outcome: 'notSent' });
});

it('waits for a write that is under way', async () => {
  const key = randomUUID();
  let release: () => void = () => undefined;
  goOn = new Promise<void>((resolve) => (release = resolve));
  const open = new Promise<void>((resolve) => (begun = resolve));
  const write = owner.post('/slow', {}, withKey(key));
  await open;
  const asked = settle(owner, key);
  const tooEarly = new Promise<string>((resolve) =>
    setTimeout(() => resolve('still waiting'), 300),
  );
  expect(await Promise.race([asked, tooEarly])).toBe('still waiting');
  release();
  expect((await write).statusCode).toBe(200);
  expect(settled(await asked)).toEqual({ outcome: 'saved', answer: { slow: true } });
});

it('a key belongs to a person: asking for another’s says nothing and harms nothing', async () => {
  const finance = await server.as('finance');
  const key = randomUUID();
  expect(settled(await settle(finance, key))).toEqual({ outcome: 'notSent' });
  expect((await owner.post('/exchange-rates', rate(), withKey(key))).statusCode).toBe(201);
  expect(settled(await settle(finance, key))).toEqual({ outcome: 'notSent' });
  expect(settled(await settle(owner, key)).outcome).toBe('saved');
});

it.each(['short', 'x'.repeat(101)])('"%.12s" is no key', async (key) => {
  expect([400, 404]).toContain((await settle(owner, key)).statusCode);
});

it('is itself no write: it needs no key and leaves no audit row', async () => {
  const before = await server.db.$count(auditTable);
  const answer = await owner.send('POST', `/idempotency-keys/${randomUUID()}/settle`, {
    headers: withKey(''),
  });
  expect([answer.statusCode, await server.db.$count(auditTable)]).toEqual([200, before]);
});

it('a void key is forgotten with the answers', async () => {
  const key = randomUUID();
  await settle(owner, key);
  await server.db
    .update(idempotencyTable)
    .set({ createdAt: '2026-01-01T00:00:00Z' })
    .where(eq(idempotencyTable.key, key));
  await tidy(server.db);
  expect(await server.db.$count(idempotencyTable, eq(idempotencyTable.key, key))).toBe(0);
});
