import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/lib/config.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { newSetupCode } from '#server/setup/setup-code.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
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
    for (const { db, engine } of databases) {
      clients.push(new Client(await buildApp({ db, engine, config: readConfig({}), log: false })));
    }
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
      ...{
        centreNameEn: 'Centre',
        centreNameLo: 'ສູນ',
        branchName: 'Main',
        branchCode: 'ONE',
        provinceCode: '01',
      },
      ...{
        firstName: 'Bounmy',
        lastName: 'Keomany',
        email: 'a@example.com',
        password: 'correct horse',
        demoData: false,
      },
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
