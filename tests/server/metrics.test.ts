import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { freePort } from '#scripts/built-server.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { checkOnRecord } from '#server/reading/books-check/nightly-check.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startTestServer({
    config: { metricsPort: port, slowQueryMs: 30, backupDir: '.' },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

it('counts requests by the pattern of their route and names nobody', async () => {
  const clerk = await server.as('staff');
  const student = crypto.randomUUID();
  await clerk.get(`/students/${student}`);
  await server.anybody.post('/auth/login', { email: 'nobody@example.com', password: 'wrong' });
  const text = await readMetrics();
  expect(text).toContain(
    'branchdesk_requests_total{method="GET",route="/api/students/:id",status="404"} 1',
  );
  expect(text).toContain(
    'branchdesk_requests_total{method="POST",route="/api/auth/login",status="401"} 1',
  );
  expect(text).toMatch(/branchdesk_database_connections\{state="idle"\} \d/);
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain(student);
  expect(text).not.toContain('nobody@example.com');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

it('counts refused passwords apart from forms that somebody else could not send', async () => {
  await server.anybody.post('/auth/login', { email: 'nobody@example.com', password: 'wrong' });
  await server.anybody.post('/auth/unlock', { password: 'wrong' });
  const text = await readMetrics();
  expect(text).toMatch(
    /branchdesk_failed_sign_ins_total\{route="\/api\/auth\/login",reason="refused"\} [1-9]/,
  );
  expect(text).not.toContain('route="/api/auth/unlock",reason');
});

it('knows the newest good backup, the newest check of the books, and the free disk', async () => {
  const before = await readMetrics();
  expect(before).toContain('branchdesk_backup_last_good_timestamp_seconds 0');
  expect(before).not.toMatch(/^branchdesk_(backup_last_try_good|books_\w+) \d/m);
  const moment = '2026-11-01T14:00:00.000Z';
  await server.db
    .insert(backupTable)
    .values({ kind: 'night', state: 'good', startedAt: moment, endedAt: moment });
  expect(await readMetrics()).toContain('branchdesk_backup_last_try_good 1');
  await server.db
    .insert(backupTable)
    .values({ kind: 'night', state: 'failed', reason: 'noFolder' });
  const { checkedAt } = await checkOnRecord(server.database);
  const text = await readMetrics();
  expect(text).toContain(
    `branchdesk_backup_last_good_timestamp_seconds ${Date.parse(moment) / 1000}`,
  );
  expect(text).toContain('branchdesk_backup_last_try_good 0');
  expect(text).toContain(
    `branchdesk_books_checked_timestamp_seconds ${Date.parse(checkedAt) / 1000}`,
  );
  expect(text).toContain('branchdesk_books_differences 0');
  expect(text).toMatch(/branchdesk_disk_free_bytes\{disk="backups"\} \d/);
  expect(text).toMatch(/branchdesk_build_info\{version="[\d.]+",build="/);
});

it('counts slow statements', async () => {
  const count = async () =>
    Number(/branchdesk_slow_queries_total (\d+)/.exec(await readMetrics())?.[1]);
  const before = await count();
  await server.db.execute(sql`select pg_sleep(0.05)`);
  expect(await count()).toBe(before + 1);
});
