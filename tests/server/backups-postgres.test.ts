import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type BackupList, type BackupNote, type BooksHistory } from '#contract/centre/backups.ts';
import type { QueueAnswer, StepsDone } from '#contract/reports/overview.ts';
import { openDatabase } from '#server/db/client.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import { withDatabase } from '#server/safekeeping/backups/postgres-programs.ts';
import { readBackup } from '#server/safekeeping/backups/zip-file.ts';
import { backUpTonight, nightOf } from '#server/safekeeping/backups/nightly-backup.ts';
import type { BackupSource } from '#server/safekeeping/backups/make-backup.service.ts';
import { CannotRestore, restoreBackup } from '#server/safekeeping/restores/restore.service.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

vi.setConfig({ testTimeout: 120_000 });

let home: string;
let config: Config;
let server: TestServer;
let owner: Client;
let address: string;
const admin = async (...statements: string[]) => {
  const client = new pg.Client(address);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-dumps-'));
  const template = inject('databaseTemplate');
  if (!('url' in template)) throw new Error('This file needs PostgreSQL');
  address = template.url;
  const probe = await startTestServer();
  const { rows } = await probe.db.execute<{ name: string }>(sql`select current_database() as name`);
  await probe.app.close();
  config = {
    ...readConfig({}),
    dataDir: path.join(home, 'none'),
    databaseUrl: withDatabase(address, rows[0]?.name ?? ''),
    backupDir: path.join(home, 'backups'),
  };
  server = await startTestServer({ database: probe.database, config });
  owner = await server.as('superadmin');
});
afterAll(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const list = async () => (await owner.get('/backups')).json<BackupList>();
const source = (): BackupSource => ({ ...server.database, folder: undefined, config });

async function finished(): Promise<BackupList['rows'][number]> {
  return vi.waitFor(
    async () => {
      const [row] = (await list()).rows;
      if (!row || row.state === 'running') throw new Error('still running');
      return row;
    },
    { timeout: 100_000, interval: 200 },
  );
}

it('shows a superadmin alone that there is no backup yet', async () => {
  expect(await list()).toMatchObject({ age: 'none', lastGoodAt: null, rows: [] });
  const { backup } = (await owner.get('/overview/steps')).json<StepsDone>();
  expect(backup).toBe(false);
  const other = await server.as('admin');
  for (const route of ['/backups', '/overview/backup'])
    expect((await other.get(route)).statusCode).toBe(403);
  expect((await other.post('/backups', {})).statusCode).toBe(403);
});

it('makes a backup on request, restores it elsewhere to prove it, and gives it out', async () => {
  expect((await owner.post('/backups', {})).statusCode).toBe(202);
  expect((await owner.post('/backups', {})).statusCode).toBe(409);
  const row = await finished();
  expect(row).toMatchObject({ state: 'good', reason: '', hasFile: true });
  expect((await owner.get('/overview/backup')).json<BackupNote>().age).toBe('fresh');
  const answer = await owner.get(`/backups/${row._id}/file`);
  expect(answer.headers['content-disposition']).toContain(row.fileName);
  const file = path.join(home, 'got.zip');
  writeFileSync(file, answer.rawPayload);
  expect(await readBackup(file)).toMatchObject({ engine: 'postgresql', proof: { differences: 0 } });
  // The scratch database is gone.
  const { rows } = await server.db.execute(
    sql`select from pg_database where datname like 'branchdesk_check_%'`,
  );
  expect(rows).toEqual([]);
});

it('is written and not called good where no account may make a database', async () => {
  const name = new URL(config.databaseUrl ?? '').pathname.slice(1);
  await admin(
    `create role branchdesk_plain login password 'a secret'`,
    `grant pg_read_all_data to branchdesk_plain`,
  );
  const plain = new URL(withDatabase(address, name));
  plain.username = 'branchdesk_plain';
  plain.password = 'a secret';
  const night = nightOf('00:00', Date.now());
  const outcome = await backUpTonight(
    { ...source(), config: { ...config, databaseUrl: plain.href, backupAt: '00:00' } },
    Date.now(),
  );
  expect(outcome).toMatchObject({ state: 'written', reason: 'notProved', night });
  expect(outcome?.fileName).toMatch(/-unproved\.zip$/);
  expect(JSON.stringify(await list())).not.toContain('a secret');
  await admin('drop role branchdesk_plain');
});

it('makes one backup a night, whichever process does', async () => {
  const now = Date.now() + 2 * 24 * 3600 * 1000;
  const outcomes = await Promise.all([1, 2].map(() => backUpTonight(source(), now)));
  expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
  expect(await backUpTonight(source(), now)).toBeUndefined();
});

it('turns amber and red with age, in the queue of a superadmin alone', async () => {
  const kinds = async (of: Client) =>
    Object.keys((await of.get('/overview/queue')).json<QueueAnswer>().counts);
  expect(await kinds(owner)).not.toContain('backup');
  const before = (days: number) =>
    server.db.update(backupTable).set({
      startedAt: sql`clock_timestamp() - make_interval(hours => ${days * 24 + 1}::int)`,
    });
  for (const [days, age] of [
    [2, 'amber'],
    [7, 'red'],
  ] as const) {
    await before(days);
    expect((await owner.get('/overview/backup')).json<BackupNote>().age).toBe(age);
  }
  expect(await kinds(owner)).toContain('backup');
  for (const role of ['admin', 'finance', 'staff'] as const)
    expect(await kinds(await server.as(role))).not.toContain('backup');
});

it('is restored into an empty database only, and says so to devices', async () => {
  const name = readdirSync(config.backupDir ?? '').find((one) => !one.includes('unproved')) ?? '';
  const asked = {
    file: path.join(config.backupDir ?? '', name),
    passphrase: () => Promise.resolve(undefined),
    highest: () => Promise.resolve([]),
    say: () => {},
  };
  await expect(restoreBackup(asked, config)).rejects.toThrow(CannotRestore);
  await admin('create database branchdesk_restored');
  const databaseUrl = withDatabase(address, 'branchdesk_restored');
  const wrong = { ...asked, highest: () => Promise.resolve(['QQQ-R26-000001']) };
  await expect(restoreBackup(wrong, { ...config, databaseUrl })).rejects.toThrow(/no number/);
  await restoreBackup(asked, { ...config, databaseUrl });
  const database = await openDatabase({ url: databaseUrl }, () => {});
  expect(await database.db.$count(sessionTable)).toBe(0);
  const restored = await startTestServer({ database });
  const clerk = await restored.as('staff');
  const history = (await clerk.get('/books-history')).json<BooksHistory>();
  expect(history.restore).toMatchObject({ wentBackTo: expect.any(String) as string });
  const lost = await clerk.post('/books-history/receipts', { numbers: ['VTE-R26-999999'] });
  expect(lost.json()).toEqual({ missing: ['VTE-R26-999999'] });
  expect((await owner.get('/books-history')).json<BooksHistory>().restore).toBeNull();
  await restored.close();
  await admin('drop database branchdesk_restored with (force)');
});
