import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import { BackupChild } from '#server/safekeeping/backups/child.ts';
import { copyEngine } from '#server/safekeeping/backups/engine-backup.ts';
import {
  findProgram,
  variablesOf,
  withDatabase,
} from '#server/safekeeping/backups/postgres-programs.ts';
import { backupName } from '#server/safekeeping/backups/old-backups.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { seedScale } from '#server/seed/scale.ts';
import { p95, workAtDesks, type Took } from './desk-load.ts';

// A backup and its check, beside `cp` of the same data folder (embedded engine) or `pg_dump` of the
// same database (PostgreSQL at TEST_DATABASE_URL), and what desks wait meanwhile, beside the same
// desks without a backup. `--orders=n` (200,000), `--students=n` (half as many), `--desks=n` (10),
// `--alone=n` seconds without a backup (20), `--engine=embedded` or `postgres` for one of them.
// `cp` and `pg_dump` run beside the same desks with the same priority as a backup. Fails if a goal
// is missed or a desk is refused.
const { values: args } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    students: { type: 'string' },
    desks: { type: 'string', default: '10' },
    alone: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'both' },
  },
});
const orders = Number(args.orders);
const students = Number(args.students ?? Math.ceil(orders / 2));
const [desks, aloneMs] = [Number(args.desks), Number(args.alone) * 1000];
/** The goals: the copy beside `cp` or `pg_dump`, and the desks with a backup beside without. */
const GOALS = { copy: 3, desks: 1.5 };

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-bench-'));
const missed: string[] = [];

async function timed<Result>(work: () => Promise<Result> | Result): Promise<[number, Result]> {
  const begin = performance.now();
  const result = await work();
  return [(performance.now() - begin) / 1000, result];
}

function judge(what: string, ratio: number, goal: number): void {
  console.log(`  ${what} ${ratio.toFixed(2)} times (goal ${goal})${ratio > goal ? ' MISSED' : ''}`);
  if (ratio > goal) missed.push(`${what} ${ratio.toFixed(2)} times`);
}

async function seed({ db }: Database): Promise<void> {
  await seedDemoCentre(db);
  await seedScale(db, students);
  await seedScaleOrders(db, { orders, payments: orders * 5 });
  await db.execute(sql`vacuum analyze`);
  await db.execute(sql`checkpoint`);
  console.log(`the data is there after ${(performance.now() / 1000).toFixed(0)} s`);
}

type Works = { plain: () => Promise<void>; backup: () => Promise<void> };

/** Desks at a server of this database: beside the plain copy, alone, and beside the backup. */
async function beside(database: Database, config: Config, { plain, backup }: Works) {
  // A measurement asks as fast as it can.
  const patient = { ...config, busyAfterMs: 0, requestsPerMinute: 0 };
  const app = await buildApp({ ...database, config: patient, log: false });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const [{ email, password }] = demoAccounts;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const [branch] = await database.db.select().from(branchTable).limit(1);
  const at = { origin, token, branchId: String(branch?._id), desks };
  const during = async (work: () => Promise<unknown>) => {
    let isOver = false;
    const done = work().finally(() => (isOver = true));
    const took = await workAtDesks(at, () => isOver);
    await done;
    return took;
  };
  // The first requests fill the caches.
  await during(() => wait(3000));
  await during(plain);
  const alone = await during(() => wait(aloneMs));
  print(alone, await during(backup));
  await app.close();
}

function print(alone: Took, during: Took): void {
  const text = (took: Took) =>
    `p95 ${p95(took).toFixed(0)} ms of ${took.ms.length} requests, longest ${Math.max(...took.ms).toFixed(0)} ms`;
  console.log(`  ${desks} desks without a backup: ${text(alone)}`);
  console.log(`  ${desks} desks during a backup:  ${text(during)}`);
  judge('p95 during a backup', p95(during) / p95(alone), GOALS.desks);
  const refused = [...alone.refused, ...during.refused];
  if (refused[0] !== undefined) missed.push(`${refused.length} refused, such as ${refused[0]}`);
}

/** Runs a program with the priority that a backup has. */
const runNicely = (program: string, options: string[], env = process.env) =>
  promisify(execFile)('nice', ['-n', '10', program, ...options], { env });

const newTarget = () => {
  const work = fs.mkdtempSync(path.join(home, 'work-'));
  const name = backupName(Date.now(), randomBytes(2).toString('hex'));
  return { work, folder: home, name, passphrase: undefined, fileStore: undefined };
};
const MB = 1024 * 1024;

async function benchEmbedded(): Promise<void> {
  const folder = path.join(home, 'data');
  const database = await openDatabase({ folder }, () => undefined);
  await seed(database);
  const child = new BackupChild();
  let cp = 0;
  const plain = async () => {
    [cp] = await timed(async () => {
      await runNicely('cp', ['-r', path.join(folder, 'pg'), path.join(home, 'cp')]);
      // A backup waits for the disk too.
      await runNicely('sync', ['-f', path.join(home, 'cp')]);
    });
    console.log(`embedded engine, ${orders} orders\n  cp ${cp.toFixed(1)} s`);
  };
  const backup = async () => {
    const target = newTarget();
    const startedAt = new Date().toISOString();
    const [copy, facts] = await timed(() =>
      copyEngine({ db: database.db, folder }, child, { work: target.work, startedAt }),
    );
    const [check, { bytes }] = await timed(() => child.ask('finishFolder', { ...target, facts }));
    console.log(`  copy ${copy.toFixed(1)} s, pack and check ${check.toFixed(1)} s`);
    console.log(`  the file has ${(bytes / MB).toFixed(0)} MB`);
    judge('copy beside cp', copy / cp, GOALS.copy);
  };
  await beside(database, { ...readConfig({}), dataDir: folder }, { plain, backup });
  child.end();
  await database.close();
}

async function benchPostgres(url: string): Promise<void> {
  const name = `branchdesk_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const address = withDatabase(url, name);
  const database = await openDatabase({ url: address }, () => undefined);
  try {
    await seed(database);
    const { rows } = await admin.query<{ n: number }>(
      `select current_setting('server_version_num')::int / 10000 as n`,
    );
    const program = await findProgram('pg_dump', rows[0]?.n ?? 0);
    const env = { ...process.env, ...variablesOf(address) };
    let dump = 0;
    const plain = async () => {
      const options = ['-Fc', '-f', path.join(home, 'dump')];
      [dump] = await timed(() => runNicely(program, options, env));
      console.log(`PostgreSQL, ${orders} orders\n  pg_dump ${dump.toFixed(1)} s`);
    };
    const child = new BackupChild();
    const backup = async () => {
      const startedAt = new Date().toISOString();
      const [all, { bytes }] = await timed(() =>
        child.ask('dump', { ...newTarget(), address, checkAddress: url, startedAt }),
      );
      console.log(`  backup with its check ${all.toFixed(1)} s`);
      console.log(`  the file has ${(bytes / MB).toFixed(0)} MB`);
      console.log(`  backup with its check beside pg_dump ${(all / dump).toFixed(1)} times`);
    };
    await beside(database, readConfig({ DATABASE_URL: address }), { plain, backup });
    child.end();
  } finally {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

try {
  if (args.engine !== 'postgres') await benchEmbedded();
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) console.log('PostgreSQL: not measured, TEST_DATABASE_URL is not set');
  else if (args.engine !== 'embedded') await benchPostgres(url);
} finally {
  fs.rmSync(home, { recursive: true, force: true });
}
if (missed.length > 0) throw new Error(missed.join('; '));
