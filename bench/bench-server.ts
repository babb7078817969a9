import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/lib/config.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import type { Api } from '#server/lib/api.ts';

const ignore = () => undefined;

/**
 * A new database on the PostgreSQL at `url`, or a copy of `from` there, dropped when it is closed;
 * without `url`, the embedded engine.
 */
async function openBenchDatabase(
  url: string | undefined,
  from: string | undefined,
): Promise<Database> {
  if (url === undefined) return openDatabase({ image: undefined }, ignore);
  const name = `branchdesk_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}${from === undefined ? '' : ` template ${from}`}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ url: own.href }, ignore);
  const close = async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { ...database, close };
}

/**
 * The database `name` on the PostgreSQL at `url`, which stays there for later runs; `fill` writes
 * its rows once.
 */
export async function keepBenchDatabase(
  url: string,
  name: string,
  fill: (db: Database['db']) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const own = new URL(url);
    own.pathname = `/${unfinished}`;
    const { db, close } = await openDatabase({ url: own.href }, ignore);
    await fill(db);
    await close();
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await admin.end();
  }
}

export type BenchServer = {
  database: Database;
  origin: string;
  /** The session token of a superadmin. */
  token: string;
  /** A request with the rights of a superadmin or of the staff of one branch. */
  ask: (path: string, as?: 'superadmin' | 'staff') => Promise<Response>;
  /**
   * A write with the rights of a superadmin or of the staff of one branch, whatever the answer is.
   */
  send: (path: string, body: object, as?: 'superadmin' | 'staff') => Promise<Response>;
  stop: () => Promise<void>;
};

/**
 * The real server with the demo centre and an empty table `bench_rows`, listening, which also
 * serves the built client. `addRoutes` adds the bare reads and writes to compare with. `from` is a
 * database that `npm run seed:scale` has filled.
 */
export async function startBenchServer(
  addRoutes: (api: Api, database: Database) => void,
  from?: string,
): Promise<BenchServer> {
  const database = await openBenchDatabase(
    process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'],
    from,
  );
  if (from === undefined) await seedDemoCentre(database.db);
  // A measurement asks as fast as it can.
  const patient = { busyAfterMs: 0, requestsPerMinute: 0 };
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-bench-'));
  const config = { ...readConfig({}), clientDir: path.resolve('dist/client'), dataDir, ...patient };
  await database.db.execute(
    sql`create table bench_rows (id bigserial primary key, word text not null)`,
  );
  const app = await buildApp({
    ...database,
    config,
    log: false,
    extraRoutes: (api) => addRoutes(api, database),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const tokens = new Map<string, string>();
  for (const { role, email, password } of demoAccounts) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    tokens.set(role, ((await answer.json()) as { token: string }).token);
  }
  return {
    database,
    origin,
    token: tokens.get('superadmin') ?? '',
    ask: async (of, as = 'superadmin') => {
      const answer = await fetch(`${origin}/api${of}`, {
        headers: { authorization: `Bearer ${tokens.get(as)}` },
      });
      if (!answer.ok) throw new Error(`${of}: ${await answer.text()}`);
      return answer;
    },
    send: (of, body, as = 'superadmin') => {
      const headers = {
        authorization: `Bearer ${tokens.get(as)}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      return fetch(`${origin}/api${of}`, { method: 'POST', headers, body: JSON.stringify(body) });
    },
    stop: async () => {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
