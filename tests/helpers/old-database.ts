import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseSource } from '#server/db/client.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { withDatabase } from './database-template.ts';

const MIGRATIONS = 'server/db/migrations';
const JOURNAL = 'meta/_journal.json';
/** For each release that brought something to keep: rows as that release wrote them. */
const ROWS = 'tests/releases';

type Journal = { entries: { tag: string }[] };
const journal = JSON.parse(readFileSync(path.join(MIGRATIONS, JOURNAL), 'utf8')) as Journal;
const tags = journal.entries.map(({ tag }) => tag);

/** Every release, by the migration it ended with; the very first one only made an extension. */
export const releases: string[] = tags.slice(1);

const orNothing = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Brings a database that may be older to the tables of a release, and writes what its people then wrote. */
async function advance(pool: pg.Pool, release: string, passwordHash: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-release-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const entries = journal.entries.slice(0, tags.indexOf(release) + 1);
  writeFileSync(path.join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  await migrate(drizzle(pool), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  await pool.query(orNothing(path.join(ROWS, `${release}.sql`)).replaceAll('$PASSWORD_HASH', () => passwordHash));
}

export type OldDatabase = {
  /** Opens this database the way the server does. */
  source: DatabaseSource;
  /** Every row of every table, as it was, by table. */
  rows: Rows;
  remove: () => Promise<void>;
};

export type Rows = Record<string, Record<string, unknown>[]>;

/** Every row of the application's tables. */
export async function allRows(query: (statement: string) => Promise<{ rows: Record<string, unknown>[] }>): Promise<Rows> {
  const { rows: tables } = await query("select tablename from pg_tables where schemaname = 'public' order by 1");
  const found: Rows = {};
  for (const { tablename } of tables) {
    // The whole row as text is an order that does not depend on a table's columns.
    const { rows } = await query(`select to_jsonb(t) as row from "${String(tablename)}" t order by t::text`);
    found[String(tablename)] = rows.map(({ row }) => row as Record<string, unknown>);
  }
  return found;
}

async function oldOnPostgres(url: string, releases: string[], passwordHash: string): Promise<OldDatabase> {
  const name = `branchdesk_old_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const source = { url: withDatabase(url, name) };
  const pool = new pg.Pool({ connectionString: source.url });
  for (const release of releases) await advance(pool, release, passwordHash);
  const rows = await allRows((statement) => pool.query(statement));
  await pool.end();
  const remove = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { source, rows, remove };
}

/** One engine grows through all releases and is copied at each. */
async function oldEmbedded(passwordHash: string): Promise<Map<string, OldDatabase>> {
  const engine = await startEmbeddedEngine({});
  const found = new Map<string, OldDatabase>();
  for (const release of releases) {
    await advance(engine.pool, release, passwordHash);
    const rows = await allRows((statement) => engine.pool.query(statement));
    found.set(release, { source: { image: await engine.image() }, rows, remove: () => Promise.resolve() });
  }
  await engine.close();
  return found;
}

/** A database of every release as it was left, with rows in every table; the accounts have the password of the hash. */
export async function oldDatabases(passwordHash: string): Promise<Map<string, OldDatabase>> {
  const template = inject('databaseTemplate');
  if (!('url' in template)) return oldEmbedded(passwordHash);
  const found = new Map<string, OldDatabase>();
  for (const [at, release] of releases.entries()) {
    found.set(release, await oldOnPostgres(template.url, releases.slice(0, at + 1), passwordHash));
  }
  return found;
}
