import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase, type Database, type DatabaseSource } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { installedPostgres } from '#scripts/installed-postgres.ts';
import { startPostgres } from './postgres-server.ts';

/** The content of a new database: empty tables, or the demo centre. */
export type Seed = 'demo' | 'empty';
/** The source of every test file's own database: a file or a database for each seed. */
export type DatabaseTemplate =
  { images: Record<Seed, string> } | { url: string; names: Record<Seed, string> };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

const fail = (error: Error) => {
  throw error;
};

/** The same server's address with another database in it. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * The demo password at the lowest cost that scrypt takes, because the tests sign in hundreds of
 * times; `password.test.ts` proves the real cost.
 */
function cheapHash(): string {
  const salt = Buffer.alloc(16);
  const key = scryptSync(demoAccounts[0].password, salt, 32, { N: 2 });
  return ['scrypt', 1, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Opens what is at `source`, which brings the tables, seeds it and hands it on. */
async function fill(
  source: DatabaseSource,
  seed: Seed,
  done: (database: Database) => Promise<unknown> = () => Promise.resolve(),
) {
  const database = await openDatabase(source, fail);
  if (seed === 'demo') {
    await seedDemoCentre(database.db);
    await database.db.update(userTable).set({ passwordHash: cheapHash() });
  }
  await done(database);
  await database.close();
}

async function prepareServer(project: TestProject, url: string) {
  const names = {
    empty: `branchdesk_empty_${process.pid}`,
    demo: `branchdesk_demo_${process.pid}`,
  };
  await administer(url, `create database ${names.empty}`);
  await fill({ url: withDatabase(url, names.empty) }, 'empty');
  await administer(url, `create database ${names.demo} template ${names.empty}`);
  await fill({ url: withDatabase(url, names.demo) }, 'demo');
  project.provide('databaseTemplate', { url, names });
  return () => administer(url, ...Object.values(names).map((name) => `drop database ${name}`));
}

async function prepareImages(project: TestProject) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-test-'));
  const images = { empty: path.join(folder, 'empty.tar'), demo: path.join(folder, 'demo.tar') };
  for (const seed of ['empty', 'demo'] as const) {
    await fill({ image: undefined }, seed, async ({ image }) => {
      if (!image) throw new Error('The embedded engine gives no image');
      writeFileSync(images[seed], await image());
    });
  }
  project.provide('databaseTemplate', { images });
  return () => rmSync(folder, { recursive: true });
}

/** Migrates one database for the whole run, and seeds a copy of it. */
export async function setup(project: TestProject) {
  if (project.name === 'embedded') return prepareImages(project);
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return prepareServer(project, given);
  const programs = installedPostgres();
  if (programs === undefined)
    throw new Error('No PostgreSQL is installed, and TEST_DATABASE_URL names none');
  const { url, stop } = await startPostgres(programs);
  await prepareServer(project, url);
  return stop;
}
