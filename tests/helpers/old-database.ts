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

const rowsFile = (release: string) => path.join(ROWS, `${release}.sql`);

/**
 * The releases that brought something to keep, and the newest, by the migration each ended with.
 */
export const releases: string[] = tags.filter(
  (tag) => existsSync(rowsFile(tag)) || tag === tags.at(-1),
);

/**
 * Brings a database that may be older to the tables of a release, and writes what its people then
 * wrote.
 */
async function advance(pool: pg.Pool, release: string, passwordHash: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-release-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const entries = journal.entries.slice(0, tags.indexOf(release) + 1);
  writeFileSync(path.join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  await migrate(drizzle(pool), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
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
