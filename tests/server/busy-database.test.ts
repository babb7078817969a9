import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiErrors } from '#contract/errors.ts';
import { languages } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { runReport } from '#server/lib/run-report.ts';
import { writeOnce } from '#server/lib/write.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

const fail = (code: string) =>
  sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`);
const lock = (tx: Tx, word: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${word}))`);
let tries = 0;
let server: TestServer;
let owner: Client;

/** The writes of this file by name. */
const works: Record<string, (tx: Tx) => Promise<unknown>> = {
  'one-way': async (tx) => [await lock(tx, 'a'), await wait(100), await lock(tx, 'b')],
  'other-way': async (tx) => [await lock(tx, 'b'), await wait(100), await lock(tx, 'a')],
  'broken-twice': async (tx) => (tries <= 2 ? tx.execute(fail('40001')) : undefined),
  'broken-always': (tx) => tx.execute(fail('40P01')),
  'waits-too-long': (tx) =>
    server.db.transaction(async (holder) => [
      await lock(holder, 'held'),
      await tx.execute(sql`set local lock_timeout = '50ms'`),
      await lock(tx, 'held'),
    ]),
  'works-too-long': async (tx) => [
    await tx.execute(sql`set local statement_timeout = '50ms'`),
    await tx.execute(sql`select pg_sleep(5)`),
  ],
  'stands-still': async (tx) => [
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '50ms'`),
    await wait(300),
    await lock(tx, 'c'),
  ],
};

beforeAll(async () => {
  server = await startTestServer({
    extraRoutes: (api) =>
      void api.post('/probe/:work', { config: { action: 'own-account:write' } }, (request, reply) =>
        writeOnce(server.db, request, reply, {
          status: 200,
          work: async (tx) => {
            tries += 1;
            await works[(request.params as { work: string }).work]?.(tx);
            return { answer: { done: true }, audit: [] };
          },
        }),
      ),
  });
  owner = await server.as('superadmin');
});
afterAll(() => server.close());

const probe = (work: string, headers: Record<string, string> = {}) => {
  tries = 0;
  return owner.post(`/probe/${work}`, {}, headers);
};
const told = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code];

describe.runIf(onPostgres)('a write that the database breaks off', () => {
  it('is done again when two writes waited for each other', async () => {
    const answers = await Promise.all([probe('one-way'), probe('other-way')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('is done again until it holds', async () => {
    expect((await probe('broken-twice')).statusCode).toBe(200);
    expect(tries).toBe(3);
  });

  it('is given up after three more tries, and the same key may be sent again', async () => {
    const key = { 'idempotency-key': 'a-key-that-is-sent-again' };
    expect(told(await probe('broken-always', key))).toEqual([503, 'tryAgain']);
    expect(tries).toBe(4);
    expect((await owner.post('/probe/broken-always', {}, key)).statusCode).toBe(503);
  });

  it.each([
    ['waits-too-long', 'tryAgain'],
    ['works-too-long', 'tryAgain'],
    ['stands-still', 'unavailable'],
  ])('is not done again when it %s, and the server goes on', async (work, code) => {
    expect(told(await probe(work))).toEqual([503, code]);
    expect(tries).toBe(1);
    expect((await owner.get('/branches')).statusCode).toBe(200);
  });

  it.each(languages)('is told so in %s', async (language) => {
    const answer = await probe('waits-too-long', { 'accept-language': language });
    expect(answer.json()).toEqual({ error: apiErrors.tryAgain[language], code: 'tryAgain' });
  });
});

describe.runIf(onPostgres)('a connection of the pool', () => {
  it.each([
    ['jit', 'off'],
    ['random_page_cost', '1.1'],
    ['max_parallel_workers_per_gather', '0'],
    ['lock_timeout', '20s'],
    ['statement_timeout', '40s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])('has %s = %s', async (name, value) => {
    const { rows } = await server.db.execute(sql`select current_setting(${name}) as value`);
    expect(rows).toEqual([{ value }]);
  });
});

describe.runIf(onPostgres)('a report whose person has left', () => {
  it('gives its connection back after the order to cancel has arrived', async () => {
    const events: string[] = [];
    // The order to cancel takes its time; transactions begin as ever.
    const execute = () => wait(200).then(() => events.push('cancelled'));
    const db = Object.create(server.db, { execute: { value: execute } }) as Db;
    const leaving = new AbortController();
    await runReport({ db, engine: 'postgresql' }, 'one', leaving.signal, async () =>
      leaving.abort(),
    );
    events.push('over');
    expect(events).toEqual(['cancelled', 'over']);
  });
});
