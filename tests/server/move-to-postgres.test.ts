import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openDatabase, type Database } from '#server/db/client.ts';
import { lockDataFolder } from '#server/db/data-lock.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { withDatabase } from '#server/safekeeping/backups/postgres-programs.ts';
import { CannotMove, moveToPostgres } from '#server/safekeeping/moves/move.service.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';
import { advance, allRows, releases } from '#tests/helpers/old-database.ts';
import { ServerProcess } from '#tests/helpers/server-process.ts';
import { startTestServer } from '#tests/helpers/test-server.ts';
import { book, cash, openDrawer, priced, sendVisit } from '#tests/helpers/visits.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let home: string;
let admin: pg.Client;
let address: string;
/** A data folder with the demo centre, and one with a row of an older release in every table. */
let demo: string;
let old: string;
const made: string[] = [];

async function newDatabase(): Promise<string> {
  const name = `branchdesk_moved_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  made.push(name);
  return withDatabase(address, name);
}

const configOf = (dataDir: string, databaseUrl: string): Config => ({
  ...readConfig({}),
  dataDir,
  databaseUrl,
});

/** Every file of a folder with a checksum of its bytes. */
const filesOf = (folder: string) =>
  execFileSync('sh', ['-c', 'find . -type f -exec sha256sum {} + | sort -k 2'], {
    cwd: folder,
    encoding: 'utf8',
  });

const move = (dataDir: string, databaseUrl: string, said: string[] = []) =>
  moveToPostgres(configOf(dataDir, databaseUrl), (line) => said.push(line));

async function contentOf(database: Database) {
  const read = async (statement: string) => (await database.db.execute(statement)).rows;
  return {
    rows: await allRows(async (statement) => database.db.execute(sql.raw(statement))),
    triggers: await read(
      `select pg_get_triggerdef(oid) as rule, tgenabled from pg_trigger where not tgisinternal order by 1`,
    ),
    constraints: await read(
      `select conrelid::regclass::text as on_table, conname, pg_get_constraintdef(oid) as rule, convalidated
       from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
    ),
    sequences: await read(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    ),
  };
}

/** Engines in memory are filled, because each write to a folder waits for the disk. */
async function writeFolder(folder: string, image: Uint8Array | undefined): Promise<void> {
  if (!image) throw new Error('The engine gave no image');
  await (await startEmbeddedEngine({ folder, image })).close();
}

beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-move-'));
  const template = inject('databaseTemplate');
  if (!('url' in template)) throw new Error('This file needs PostgreSQL');
  address = template.url;
  admin = new pg.Client(address);
  await admin.connect();
  demo = path.join(home, 'demo');
  const { db, image, close } = await openDatabase({ image: undefined }, () => {});
  await seedDemoCentre(db);
  await writeFolder(demo, await image?.());
  await close();
  old = path.join(home, 'old');
  const engine = await startEmbeddedEngine({});
  for (const release of releases.slice(0, -1)) await advance(engine.pool, release, 'no password');
  await engine.pool.query(
    `insert into announcement_files (id, name, type, bytes, content, uploaded_by_id)
     select gen_random_uuid(), E'ຮູບ "a", \\\\b\\n{}', 'image/png', 70000,
       decode(repeat('00ff5c27', 17500), 'hex'), id from users limit 1;
     update users set draft_key = ''''`,
  );
  await writeFolder(old, await engine.image());
  await engine.close();
});
afterAll(async () => {
  for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(home, { recursive: true, force: true });
});

it('moves every row of an older centre as it is, and leaves the folder as it was', async () => {
  const before = filesOf(old);
  const databaseUrl = await newDatabase();
  const said: string[] = [];
  const { differences } = await move(old, databaseUrl, said);
  expect(filesOf(old)).toBe(before);
  expect(readdirSync(old).toSorted()).toEqual(['pg', 'server.lock']);
  expect(said.join('\n')).toMatch(/of \d+: students, \d+ rows/);
  const copy = path.join(home, 'copy');
  cpSync(old, copy, { recursive: true });
  const [here, there] = [
    await openDatabase({ folder: copy }, () => {}),
    await openDatabase({ url: databaseUrl }, () => {}),
  ];
  const [expected, found] = [await contentOf(here), await contentOf(there)];
  // Each database has run the last steps by itself.
  for (const { rows } of [expected, found]) {
    rows['finished_steps'] = [];
    // The step that gives each session an id draws it at random.
    for (const session of rows['sessions'] ?? []) session['id'] = null;
  }
  expect(Object.keys(found.rows)).toEqual(Object.keys(expected.rows));
  for (const [table, rows] of Object.entries(expected.rows))
    if (table !== 'audit_log') expect(found.rows[table], table).toEqual(rows);
  expect({ ...found, rows: {} }).toEqual({ ...expected, rows: {} });
  expect(differences).toBe((await checkBooks(here)).differences.length);
  await here.close();
  await there.close();
});

it('never goes over a filled database, nor opens a folder that a server holds', async () => {
  const databaseUrl = await newDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('create table mine (n int)');
  await expect(move(demo, databaseUrl)).rejects.toThrow(/not empty/);
  expect((await client.query('select from mine')).rowCount).toBe(0);
  await client.end();
  const unlock = await lockDataFolder(demo);
  await expect(move(demo, await newDatabase())).rejects.toThrow(/in use by another/);
  unlock();
  await expect(move(path.join(home, 'none'), await newDatabase())).rejects.toThrow(CannotMove);
});

it('leaves nothing to start on when it is killed, begins anew, and sells afterwards', async () => {
  const before = filesOf(path.join(demo, 'pg'));
  const databaseUrl = await newDatabase();
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: demo, DATABASE_URL: databaseUrl };
  const command = ['--import', 'tsx', 'server/commands/move-to-postgres.ts'];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (/: students,/.test(said)) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(said).not.toContain('Moved');
  expect(filesOf(path.join(demo, 'pg'))).toBe(before);
  const server = new ServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: path.join(home, 'x') });
  expect(await server.ended).toBe(1);
  expect(server.said).toContain('type npm run move-to-postgres again');

  const again = await spawnMove(env, command);
  expect(again).toContain('begins anew');
  expect(again.trim().split('\n').at(-1)).toMatch(/^Moved: .* Start the server with the same/);
  expect(filesOf(path.join(demo, 'pg'))).toBe(before);
  expect(readdirSync(demo).toSorted()).toEqual(['pg', 'server.lock']);

  const started = new ServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: path.join(home, 'x') });
  await started.origin();
  await started.stop();
  const database = await openDatabase({ url: databaseUrl }, () => {});
  const moved = await startTestServer({ database });
  const clerk = await moved.as('staff');
  const shift = await openDrawer(clerk);
  const { rows: levels } = await database.db.execute<{ branchId: string; productId: string }>(sql`
    select branch_id as "branchId", product_id as "productId" from stock_levels
    join branches on branches.id = branch_id where code = 'VTE' and on_hand > 5 limit 1`);
  const { branchId = '', productId = '' } = levels[0] ?? {};
  const visit = await priced(clerk, {
    branchId,
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    products: [book(productId, null)],
    shiftId: shift._id,
  });
  const tenders = [cash(Math.ceil(visit.expectedTotal / 1000) * 1000)];
  const answer = await sendVisit(clerk, { ...visit, tenders });
  expect(answer.statusCode, answer.body).toBe(201);
  const number = answer.json<{ receipt: { number: string } }>().receipt.number;
  expect(await moved.db.$count(receiptTable, eq(receiptTable.number, number))).toBe(1);
  expect((await checkBooks(database)).differences).toEqual([]);
  await moved.close();
});

async function spawnMove(env: Record<string, string | undefined>, command: string[]) {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return said;
}
