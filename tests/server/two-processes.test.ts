import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/lib/config.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import { account, connect, ServerProcess } from '#tests/helpers/server-process.ts';
import { Client } from '#tests/helpers/test-server.ts';

const template = inject('databaseTemplate');
const name = `branchdesk_shared_${process.pid}`;

describe.runIf('url' in template)('several processes on one PostgreSQL', () => {
  const url = 'url' in template ? template.url : '';
  const databases: Database[] = [];
  const clients: Client[] = [];
  const broken: Error[] = [];

  beforeAll(async () => {
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    // Both start on an empty database at once.
    const open = () =>
      openDatabase({ url: withDatabase(url, name) }, (error) => broken.push(error));
    databases.push(...(await Promise.all([open(), open()])));
    const config = readConfig({ BUSY_AFTER_MS: '0' });
    for (const { db, engine } of databases)
      clients.push(new Client(await buildApp({ db, engine, config, log: false })));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('migrate once, and take each other’s set-up codes and sessions', async () => {
    const [one, other] = databases;
    const [first, second] = clients;
    if (!one || !other || !first || !second) throw new Error('Two servers were expected');
    const form = {
      centreNameEn: 'Centre',
      centreNameLo: 'ສູນ',
      branchName: 'Main',
      branchCode: 'ONE',
      provinceCode: '01',
      firstName: 'Bounmy',
      lastName: 'Keomany',
      email: 'a@example.com',
      password: 'correct horse',
      demoData: false,
    };
    const setUp = await second.post('/setup', { ...form, code: await newSetupCode(one.db) });
    const { token } = setUp.json<{ token: string }>();
    expect(setUp.statusCode).toBe(201);
    const headers = { authorization: `Bearer ${token}` };
    expect((await first.get('/auth/me', headers)).json()).toMatchObject({ role: 'superadmin' });
  });

  it('outlive a database that drops every connection', async () => {
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await admin.end();
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await clients[0]?.get('/health'))?.statusCode);
    expect(statuses.at(-1)).toBe(200);
    expect(broken.length).toBeGreaterThan(0);
  });
});

describe.runIf('url' in template)('a process that stands still in the middle of a write', () => {
  const url = 'url' in template ? template.url : '';
  const own = `branchdesk_frozen_${process.pid}`;
  const servers: ServerProcess[] = [];
  let admin: pg.Client;
  const askAdmin = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  beforeAll(async () => {
    await askAdmin(`create database ${own}`);
    admin = new pg.Client(withDatabase(url, own));
    await admin.connect();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await admin.end();
    await askAdmin(`drop database ${own} with (force)`);
  });

  const rate = { currency: 'USD', rateToLAK: '21500', createdAt: new Date().toISOString() };
  const start = () => {
    const server = new ServerProcess({
      DATABASE_URL: withDatabase(url, own),
      BOOTSTRAP_EMAIL: account.email,
      BOOTSTRAP_PASSWORD: account.password,
    });
    servers.push(server);
    return server;
  };

  it('holds up the others for no longer than 10 seconds', async () => {
    const frozen = start();
    const other = start();
    const first = await connect(await frozen.origin());
    const second = await connect(await other.origin());
    // The write of this process has the lock of the currency, and waits for the table.
    await admin.query('begin; lock table exchange_rates in exclusive mode');
    const lost = first.post('/exchange-rates', rate).catch(() => undefined);
    // Not pg_stat_activity, because that stands still inside a transaction once it was read.
    const waiting = `select from pg_locks where not granted and relation = 'exchange_rates'::regclass`;
    const waits = async () => (await admin.query(waiting)).rowCount;
    await expect.poll(waits, { timeout: 30_000 }).toBe(1);
    frozen.signal('SIGSTOP');
    await admin.query('commit');
    const from = performance.now();
    const answer = await second.post('/exchange-rates', rate);
    expect(answer.status).toBe(201);
    // The frozen one did hold the lock, and for about 10 seconds.
    const seconds = (performance.now() - from) / 1000;
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(15);
    await frozen.stop('SIGKILL');
    await lost;
  });
});
