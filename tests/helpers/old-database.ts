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

type Entry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean };
type Journal = { entries: Entry[] };

const journal = JSON.parse(readFileSync(path.join(MIGRATIONS, JOURNAL), 'utf8')) as Journal;
/** The migrations of this release, oldest first. */
export const migrations: readonly Entry[] = journal.entries;
const tags = migrations.map(({ tag }) => tag);

const rowsFile = (release: string) => path.join(ROWS, `${release}.sql`);

/**
 * The releases that brought something to keep, and the newest, by the migration each ended with.
 */
export const releases: string[] = tags.filter(
  (tag) => existsSync(rowsFile(tag)) || tag === tags.at(-1),
);

/**
 * Calls `use` with a folder that has exactly these migrations. `made` has the SQL of those that the
 * project does not have, by their tags.
 */
export async function withMigrations(
  entries: readonly Entry[],
  made: Record<string, string>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-release-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [tag, statements] of Object.entries(made))
    writeFileSync(path.join(folder, `${tag}.sql`), statements);
  writeFileSync(path.join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Brings a database that may be older to the tables of a release, and writes what its people then
 * wrote.
 */
export async function advance(pool: pg.Pool, release: string, passwordHash: string): Promise<void> {
  await withMigrations(migrations.slice(0, tags.indexOf(release) + 1), {}, (migrationsFolder) =>
    migrate(drizzle(pool), { migrationsFolder }),
  );
  const file = rowsFile(release);
  if (existsSync(file))
    await pool.query(readFileSync(file, 'utf8').replaceAll('$PASSWORD_HASH', () => passwordHash));
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
export async function allRows(
  query: (statement: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<Rows> {
  const { rows: tables } = await query(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  const found: Rows = {};
  for (const { tablename } of tables) {
    // The whole row as text is an order that does not depend on a table's columns.
    const { rows } = await query(
      `select to_jsonb(t) as row from "${String(tablename)}" t order by t::text`,
    );
    found[String(tablename)] = rows.map(({ row }) => row as Record<string, unknown>);
  }
  return found;
}

/** One database grows through all releases and is copied at each. */
async function oldOnPostgres(url: string, passwordHash: string): Promise<Map<string, OldDatabase>> {
  const run = randomBytes(6).toString('hex');
  const growing = `branchdesk_growing_${run}`;
  const admin = new pg.Pool({ connectionString: url, max: 1 });
  await admin.query(`create database ${growing}`);
  const found = new Map<string, OldDatabase>();
  for (const [at, release] of releases.entries()) {
    const pool = new pg.Pool({ connectionString: withDatabase(url, growing) });
    await advance(pool, release, passwordHash);
    const rows = await allRows((statement) => pool.query(statement));
    // A database is copied only while nobody is connected to it.
    await pool.end();
    const name = `branchdesk_old_${at}_${run}`;
    await admin.query(`create database ${name} template ${growing}`);
    const remove = async () => {
      await admin.query(`drop database ${name} with (force)`);
      if (release === releases.at(-1)) await admin.end();
    };
    found.set(release, { source: { url: withDatabase(url, name) }, rows, remove });
  }
  await admin.query(`drop database ${growing}`);
  return found;
}

/** One engine grows through all releases and is copied at each. */
async function oldEmbedded(passwordHash: string): Promise<Map<string, OldDatabase>> {
  const engine = await startEmbeddedEngine({});
  const found = new Map<string, OldDatabase>();
  for (const release of releases) {
    await advance(engine.pool, release, passwordHash);
    const rows = await allRows((statement) => engine.pool.query(statement));
    found.set(release, {
      source: { image: await engine.image() },
      rows,
      remove: () => Promise.resolve(),
    });
  }
  await engine.close();
  return found;
}

/**
 * A database of every release as it was left, with rows in every table; the accounts have the
 * password of the hash.
 */
export async function oldDatabases(passwordHash: string): Promise<Map<string, OldDatabase>> {
  const template = inject('databaseTemplate');
  return 'url' in template ? oldOnPostgres(template.url, passwordHash) : oldEmbedded(passwordHash);
}

export type RawDatabase = { pool: pg.Pool; remove: () => Promise<void> };

async function rawOnPostgres(url: string): Promise<RawDatabase> {
  const name = `branchdesk_raw_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const pool = new pg.Pool({ connectionString: withDatabase(url, name), max: 1 });
  // The drop may reach the server before the end of a connection does, and then breaks it.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The pool tells of an idle connection that broke, and an event 'error' that nobody hears throws.
  pool.on('error', () => {});
  const remove = async () => {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { pool, remove };
}

/** A database that has run no migration. */
export async function rawDatabase(): Promise<RawDatabase> {
  const template = inject('databaseTemplate');
  if ('url' in template) return rawOnPostgres(template.url);
  const engine = await startEmbeddedEngine({});
  return { pool: engine.pool, remove: engine.close };
}

/** Fills an empty database as a version from before the first release did. */
export async function fillAsOlderVersion(pool: pg.Pool): Promise<void> {
  const [baseline] = migrations;
  if (!baseline) throw new Error('There are no migrations');
  const tag = '0000_extensions';
  const statements = 'CREATE EXTENSION IF NOT EXISTS pg_trgm;\n';
  // The older versions numbered their migrations from 0 too, at earlier times.
  const entry = { ...baseline, tag, when: baseline.when - 1 };
  await withMigrations([entry], { [tag]: statements }, (migrationsFolder) =>
    migrate(drizzle(pool), { migrationsFolder }),
  );
  await pool.query(
    "create table branches (id int primary key, bank_accounts jsonb); insert into branches values (1, '[]')",
  );
}
