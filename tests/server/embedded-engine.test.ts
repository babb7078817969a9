import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { PortStream } from '#server/db/port-stream.ts';
import { EngineUpkeep } from '#server/jobs/engine-upkeep.ts';
import { apiErrorOfDatabase } from '#server/lib/database-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-engine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileUrl = (file: string) => new URL(file, import.meta.url);

describe('a commit', () => {
  it('is on the disk before it is answered', async () => {
    const counts = new SharedArrayBuffer(8);
    const [calls, callsAtLastAnswer] = [
      () => Atomics.load(new Int32Array(counts), 0),
      () => Atomics.load(new Int32Array(counts), 1),
    ];
    const worker = new Worker(fileUrl('../../server/db/pglite-worker.mjs'), {
      workerData: { folder: path.join(folder, 'pg'), counts },
      execArgv: ['--import', fileUrl('../helpers/count-fsyncs.mjs').href],
    });
    await once(worker, 'message');
    // A new folder is synced as a whole before the first answer.
    expect(callsAtLastAnswer()).toBeGreaterThan(500);

    const settings = { user: 'postgres', database: 'postgres', password: 'unused' };
    const client = new pg.Client({ ...settings, stream: () => new PortStream(worker) as never });
    await client.connect();
    await client.query('create table rates (n integer)');
    for (let n = 0; n < 5; n += 1) {
      const before = calls();
      await client.query('insert into rates values ($1)', [n]);
      expect(callsAtLastAnswer()).toBeGreaterThan(before);
    }
    await client.end();
    await worker.terminate();
  });
});

describe('an engine that dies', () => {
  it('fails what is under way and what comes after, and says so', async () => {
    const workers: Worker[] = [];
    const onWorker = (worker: Worker) => workers.push(worker);
    process.on('worker', onWorker);
    const engine = await startEmbeddedEngine({});
    process.off('worker', onWorker);
    engine.pool.on('error', () => {});
    const underWay = engine.pool.query('select pg_sleep(0.2)').catch((error: unknown) => error);
    await workers[0]?.terminate();
    expect(apiErrorOfDatabase(await underWay)).toMatchObject({ code: 'unavailable' });
    const next = await engine.pool.query('select 1').catch((error: unknown) => error);
    expect(apiErrorOfDatabase(next)).toMatchObject({ code: 'unavailable' });
    expect((await engine.lost).message).toMatch(/engine ended/);
    await engine.close();
  });
});

describe('a connection that is dropped', () => {
  it('leaves no transaction, setting or lock to the next one', async () => {
    const engine = await startEmbeddedEngine({});
    const client = await engine.pool.connect();
    await client.query(
      'begin; create table gone (n integer); set local work_mem to 65; select pg_advisory_lock(1)',
    );
    client.release(true);
    const { rows } = await engine.pool.query<{ gone: string | null; locks: string }>(
      "select to_regclass('gone') as gone, (select count(*) from pg_locks where locktype = 'advisory') as locks",
    );
    expect(rows).toEqual([{ gone: null, locks: '0' }]);
    await engine.close();
  });
});

describe.skipIf(process.platform === 'win32')('the files of the engine', () => {
  it('are for one account alone from the beginning, also those that it adds later', async () => {
    const engine = await startEmbeddedEngine({ folder: path.join(folder, 'data') });
    await engine.pool.query('create table later (n integer)');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const open = names.filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
    expect(names.length).toBeGreaterThan(500);
    expect(open).toEqual([]);
    await engine.close();
  });
});

describe('the upkeep of the engine', () => {
  it('writes a checkpoint each time, and vacuums at first and then every night', async () => {
    const { db, close } = await openDatabase({ image: undefined }, () => {});
    const read = async () => {
      const { rows } = await db.execute<{ redo: string; vacuums: number }>(
        `select (select redo_lsn::text from pg_control_checkpoint()) as redo,
         (select vacuum_count::int from pg_stat_user_tables where relname = 'branches') as vacuums`,
      );
      return rows[0];
    };
    const upkeep = new EngineUpkeep(db);
    const steps = [
      ['2026-11-20T10:00:00+07:00', 1],
      ['2026-11-20T11:00:00+07:00', 1],
      ['2026-11-21T02:00:00+07:00', 1],
      ['2026-11-21T03:00:00+07:00', 1],
      ['2026-11-22T02:00:00+07:00', 2],
    ] as const;
    let redo = (await read())?.redo;
    for (const [at, vacuums] of steps) {
      await db.execute('create table if not exists written (n integer)');
      await db.execute('insert into written values (1)');
      await upkeep.run(Date.parse(at));
      const now = await read();
      expect(now?.vacuums, at).toBe(vacuums);
      expect(now?.redo).not.toBe(redo);
      redo = now?.redo;
    }
    await close();
  });
});
