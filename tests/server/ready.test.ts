import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

const template = inject('databaseTemplate');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = async (asked: TestServer) => {
  const answer = await asked.anybody.get('/ready');
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};

it('tells the age of the last good backup, and is ready without one', async () => {
  const answer = await server.anybody.get('/ready');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', backup: 'none' }]);
  const startedAt = new Date(Date.now() - 3 * 24 * 3600 * 1000).toISOString();
  await server.db.insert(backupTable).values({ kind: 'night', state: 'good', startedAt });
  expect((await server.anybody.get('/ready')).json()).toEqual({ status: 'ready', backup: 'amber' });
});

it('is not ready after a newer program has changed the tables', async () => {
  const newer = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
  await server.db.execute(newer);
  expect(await codeOf(server)).toEqual([503, 'unavailable']);
  await server.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
  expect(await codeOf(server)).toEqual([200, undefined]);
});

it('is not ready on a disk that is nearly full', async () => {
  const { database } = server;
  const full = await startTestServer({ database, freeBytes: () => Promise.resolve(1000) });
  expect(await codeOf(full)).toEqual([507, 'diskFull']);
  await full.app.close();
});

describe.runIf(onPostgres)('a process that hears no changes', () => {
  it('is not ready', async () => {
    const { database } = server;
    // It listens in another database, as behind a pooler that swallows notifications.
    const databaseDirectUrl = 'url' in template ? template.url : '';
    const deaf = await startTestServer({ database, config: { databaseDirectUrl } });
    expect(await codeOf(deaf)).toEqual([503, 'unavailable']);
    await deaf.app.close();
  });
});
