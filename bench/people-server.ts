import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import pg from 'pg';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { student } from '#contract/students.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { demoAccounts } from '#server/db/seed/demo-accounts.ts';
import { seedDemoCentre } from '#server/db/seed/demo-centre.ts';
import { seedScale } from '#server/db/seed/scale.ts';
import { answers } from '#server/lib/answers.ts';
import type { Api } from '#server/lib/api.ts';
import { studentTable } from '#server/modules/students/students.table.ts';

const ignore = () => undefined;

/** A database of its own on the PostgreSQL at `url`, which goes again when it is closed; without one, the embedded engine. */
async function openBenchDatabase(url: string | undefined): Promise<Database> {
  if (url === undefined) return openDatabase({ image: undefined }, ignore);
  const name = `branchdesk_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
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

/** One row by its key, as bare as the database gives it: what every figure is compared with. */
function keyedRead(api: Api, { db }: Database): void {
  const columns = getTableColumns(studentTable);
  const fields = Object.fromEntries(Object.entries(columns).filter(([field]) => field in student.shape));
  const schema = { params: z.object({ id }), response: answers(200, student) };
  api.get('/bench/students/:id', { config: { action: 'students:read' }, schema }, async (request) => {
    const [row] = await db.select(fields).from(studentTable).where(eq(studentTable._id, request.params.id));
    return row as z.output<typeof student>;
  });
}

const word = z.object({ word: z.string() });

/** One row in a transaction of its own and nothing else: what writes are compared with. */
function bareInsert(api: Api, { db }: Database): void {
  const schema = { body: word, response: answers(200, word) };
  api.post('/bench/insert', { config: { action: 'own-account:write', idempotencyKey: false }, schema }, async ({ body }) => {
    await db.transaction((tx) => tx.execute(sql`insert into bench_rows (word) values (${body.word})`));
    return body;
  });
}

export type PeopleServer = {
  database: Database;
  origin: string;
  /** Of a superadmin. */
  token: string;
  /** A request with the rights of a superadmin or of the staff of one branch. */
  ask: (path: string, as?: 'superadmin' | 'staff') => Promise<Response>;
  /** A write with the rights of a superadmin, whatever is answered. */
  send: (path: string, body: object) => Promise<Response>;
  stop: () => Promise<void>;
};

/** The real server with `count` students and their parents, listening, the built client before it. */
export async function startPeopleServer(count: number): Promise<PeopleServer> {
  const database = await openBenchDatabase(process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']);
  await seedDemoCentre(database.db);
  await seedScale(database.db, count);
  const config = { ...readConfig({}), clientDir: path.resolve('dist/client') };
  await database.db.execute(sql`create table bench_rows (id bigserial primary key, word text not null)`);
  const extraRoutes = (api: Api) => {
    keyedRead(api, database);
    bareInsert(api, database);
  };
  const app = await buildApp({ ...database, config, log: false, extraRoutes });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const tokens = new Map<string, string>();
  for (const { role, email, password } of demoAccounts) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
    tokens.set(role, ((await answer.json()) as { token: string }).token);
  }
  return {
    database,
    origin,
    token: tokens.get('superadmin') ?? '',
    ask: async (of, as = 'superadmin') => {
      const answer = await fetch(`${origin}/api${of}`, { headers: { authorization: `Bearer ${tokens.get(as)}` } });
      if (!answer.ok) throw new Error(`${of}: ${await answer.text()}`);
      return answer;
    },
    send: (of, body) => {
      const headers = { authorization: `Bearer ${tokens.get('superadmin')}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return fetch(`${origin}/api${of}`, { method: 'POST', headers, body: JSON.stringify(body) });
    },
    stop: async () => {
      await app.close();
      await database.close();
    },
  };
}
