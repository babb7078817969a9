import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openDatabase, type Database, type DatabaseSource } from '#server/db/client.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import type { Store } from './centre.ts';

const ignore = () => undefined;

async function differencesOf(source: DatabaseSource): Promise<string[]> {
  const database = await openDatabase(source, ignore);
  try {
    const { differences } = await checkBooks(database);
    return differences.map(({ check, where, detail }) => `${check}: ${where}: ${detail}`);
  } finally {
    await database.close();
  }
}

/** Fills an empty database with the demo centre. */
export type Fill = (database: Database) => Promise<unknown>;

/**
 * A centre in a data folder. `image` is a copy of a filled one; without it `fill` makes the rows.
 */
export async function embeddedStore(
  of: { image: Uint8Array } | { fill: Fill },
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-torture-')),
): Promise<Store> {
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if ('image' in of)
    await startEmbeddedEngine({ folder: dataDir, image: of.image }).then((engine) =>
      engine.close(),
    );
  else {
    const database = await openDatabase({ folder: dataDir }, ignore);
    await of.fill(database);
    await database.close();
  }
  const flag = path.join(folder, 'full');
  const hook = pathToFileURL(path.resolve('scripts/torture/full-disk.mjs')).href;
  return {
    engine: 'embedded',
    variables: { DATA_DIR: dataDir, TORTURE_DISK: flag, NODE_OPTIONS: `--import ${hook}` },
    withDatabase: async (work) => {
      const { pool, close } = await startEmbeddedEngine({ folder: dataDir });
      try {
        return await work(async <Row>(text: string, values?: unknown[]) => {
          const { rows } = await pool.query(text, values);
          return rows as Row[];
        });
      } finally {
        await close();
      }
    },
    checkBooks: () => differencesOf({ folder: dataDir }),
    disk: {
      fill: () => fs.promises.writeFile(flag, ''),
      free: () => fs.promises.rm(flag, { force: true }),
    },
    remove: () => fs.promises.rm(folder, { recursive: true, force: true }),
  };
}

/** The refusal that PostgreSQL gives when its disk is full. */
const FULL = `
  create or replace function torture_disk() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
  create trigger torture_disk before insert on audit_log
    for each row execute function torture_disk()`;

/** A centre in a database of its own on the PostgreSQL at `url`, a copy of `from` or filled. */
export async function postgresStore(
  url: string,
  of: { from: string } | { fill: Fill },
): Promise<Store> {
  const name = `branchdesk_torture_${randomBytes(4).toString('hex')}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  const at = { url: own.href };
  const administer = async (address: string, ...statements: string[]) => {
    const client = new pg.Client(address);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(url, `create database ${name}${'from' in of ? ` template ${of.from}` : ''}`);
  if ('fill' in of) {
    const database = await openDatabase(at, ignore);
    await of.fill(database);
    await database.close();
  }
  return {
    engine: 'postgresql',
    variables: { DATABASE_URL: own.href },
    withDatabase: async (work) => {
      const client = new pg.Client(own.href);
      await client.connect();
      try {
        return await work(async <Row>(text: string, values?: unknown[]) => {
          const { rows } = await client.query(text, values);
          return rows as Row[];
        });
      } finally {
        await client.end();
      }
    },
    checkBooks: () => differencesOf(at),
    disk: {
      fill: () => administer(own.href, FULL),
      free: () => administer(own.href, 'drop trigger if exists torture_disk on audit_log'),
    },
    remove: () => administer(url, `drop database ${name} with (force)`),
  };
}
