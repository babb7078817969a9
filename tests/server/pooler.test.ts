import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { seatEvents } from '#contract/centre/seat-events.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { NotificationsLost } from '#server/db/direct-connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { MigrationBusy } from '#server/db/migration-lock.ts';
import { listen } from '#server/lib/listen.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { startMutePooler } from '#tests/helpers/mute-pooler.ts';
import { rawDatabase } from '#tests/helpers/old-database.ts';
import { startTestServer } from '#tests/helpers/test-server.ts';

const template = inject('databaseTemplate');
const name = `branchdesk_pooled_${process.pid}`;

describe.runIf('url' in template)('PostgreSQL behind a pooler', () => {
  const url = 'url' in template ? template.url : '';
  const direct = withDatabase(url, name);
  let admin: pg.Client;
  let pooler: Awaited<ReturnType<typeof startMutePooler>>;
  const opened: Database[] = [];
  const open = async (source: { url: string; directUrl?: string; connections?: number }) => {
    const database = await openDatabase(source, () => {});
    opened.push(database);
    return database;
  };
  beforeAll(async () => {
    const names = 'url' in template ? template.names : { demo: '' };
    const maker = new pg.Client(url);
    await maker.connect();
    await maker.query(`create database ${name} template ${names.demo}`);
    await maker.end();
  });
  beforeEach(async () => {
    pooler = await startMutePooler(url);
    admin = new pg.Client(direct);
    // The first start behind a pooler ends idle connections without the limits, this one too.
    admin.on('error', () => {});
    await admin.connect();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await admin.end();
    await pooler.close();
  });
  afterAll(async () => {
    const remover = new pg.Client(url);
    await remover.connect();
    await remover.query(`drop database ${name} with (force)`);
    await remover.end();
  });

  it('refuses to start where notifications are lost, and names the variable that helps', async () => {
    const through = pooler.address(direct);
    const failures = await Promise.all(
      [{ url: through }, { url: through, directUrl: through }].map((source) =>
        open(source).catch((error: unknown) => error),
      ),
    );
    for (const failure of failures) expect(failure).toBeInstanceOf(NotificationsLost);
    expect(failures.map(String)).toEqual([
      expect.stringMatching(/into DATABASE_DIRECT_URL as well, such as \S+\.$/),
      expect.stringContaining('DATABASE_DIRECT_URL hears nothing'),
    ]);
  });

  it('hears changes on the direct address, and its limits belong to the account', async () => {
    const { db, engine } = await open({ url: pooler.address(direct), directUrl: direct });
    const { rows } = await db.execute(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`,
    );
    expect(rows).toEqual([{ lock: '20s', statement: '40s', idle: '10s', jit: 'off' }]);

    const heard: string[] = [];
    const log = { warn: () => {} } as never;
    const listening = await listen({ db, engine, log, directUrl: direct }, 'changes', {
      onNotice: (notice) => heard.push(notice),
      onGap: () => {},
    });
    await db.execute("select pg_notify('changes', 'one')");
    await expect.poll(() => heard).toEqual(['one']);
    expect(await listening.confirm()).toBe(true);
    await listening.stop();
  });

  it('stops telling desks that they know everything when notifications stop arriving', async () => {
    pooler.setMute(false);
    const database = await openDatabase({ url: pooler.address(direct) }, () => {});
    const server = await startTestServer({ database, aliveEveryMs: 200 });
    const desk = await listenAs(await openPort(server), await server.as('admin'));
    const alive = () => desk.events.filter(({ event }) => event === seatEvents.alive).length;
    await expect.poll(alive).toBeGreaterThan(2);
    pooler.setMute(true);
    // A beat that was under way may still end well.
    await wait(400);
    const before = alive();
    await wait(1500);
    expect(alive()).toBe(before);
    pooler.setMute(false);
    await expect.poll(alive, { timeout: 20_000 }).toBeGreaterThan(before);
    desk.leave();
    await server.close();
  });

  it('opens no more connections than it may, with the one that listens', async () => {
    const { db, engine } = await open({ url: direct, connections: 3 });
    const log = { warn: () => {} } as never;
    const listening = await listen({ db, engine, log }, 'changes', {
      onNotice: () => {},
      onGap: () => {},
    });
    const work = Promise.all(Array.from({ length: 8 }, () => db.execute('select pg_sleep(0.1)')));
    await wait(150);
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([{ count: 3 }]);
    await work;
    await listening.stop();
  });
});

describe.runIf('url' in template)('the lock for updating the tables', () => {
  it('is waited for with a line and a limit, and is free after the start', async () => {
    // The template of the other files cannot be copied while somebody is connected to it.
    const raw = await rawDatabase();
    const { connectionString } = raw.pool.options;
    const pool = new pg.Pool({ connectionString, max: 2 });
    pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {});
    const holder = await pool.connect();
    try {
      await holder.query('select pg_advisory_lock(727274)');
      const said: string[] = [];
      const waiting = { say: (line: string) => said.push(line), mostMs: 300 };
      const failure: unknown = await migrate(pool, undefined, waiting).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(MigrationBusy);
      expect(String(failure)).toMatch(/pg_terminate_backend\(\d+\);$/);
      expect(said).toEqual([expect.stringMatching(/^Another BranchDesk server is updating/)]);

      await holder.query('select pg_advisory_unlock(727274)');
      await migrate(pool);
      const { rows } = await holder.query(
        `select 1 from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toEqual([]);
    } finally {
      holder.release();
      await pool.end();
      await raw.remove();
    }
  });
});
