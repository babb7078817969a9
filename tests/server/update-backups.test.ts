import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { backupTable } from '#server/db/tables/safekeeping/backups.table.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import { NoBackupBeforeUpdate, openCentre } from '#server/safekeeping/backups/open-centre.ts';
import { withDatabase } from '#server/safekeeping/backups/postgres-programs.ts';
import { readBackup } from '#server/safekeeping/backups/zip-file.ts';
import { restoreBackup } from '#server/safekeeping/restores/restore.service.ts';
import { startFailure } from '#server/start-failure.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { advance, allRows, releases, type Rows } from '#tests/helpers/old-database.ts';

// A new version starts on the centre of an older one: docs/backups.md, "Before an update".
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const OLD = releases.slice(0, -1);
let home: string;
/** Removes the databases of the tests. */
const removals: (() => Promise<unknown>)[] = [];

type Opened = { pool: pg.Pool; end: () => Promise<void> };

/** An empty place for a centre on the engine of this run, and a way to look into it. */
async function newPlace(): Promise<{ config: Config; open: () => Promise<Opened> }> {
  const dataDir = mkdtempSync(path.join(home, 'centre-'));
  const template = inject('databaseTemplate');
  if (!('url' in template)) {
    const open = async () => {
      const { pool, close: end } = await startEmbeddedEngine({ folder: dataDir });
      return { pool, end };
    };
    return { config: { ...readConfig({}), dataDir }, open };
  }
  const name = `branchdesk_update_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(template.url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  removals.push(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const databaseUrl = withDatabase(template.url, name);
  const open = async () => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    return { pool, end: () => pool.end() };
  };
  return { config: { ...readConfig({}), dataDir, databaseUrl }, open };
}

const schemaAndRows = async (pool: pg.Pool) => ({
  migrations: (await pool.query('select hash from drizzle.__drizzle_migrations order by id')).rows,
  rows: await allRows((statement) => pool.query<Rows[string][number]>(statement)),
});

type Content = Awaited<ReturnType<typeof schemaAndRows>>;

async function contentOf(open: () => Promise<Opened>): Promise<Content> {
  const { pool, end } = await open();
  try {
    return await schemaAndRows(pool);
  } finally {
    await end();
  }
}

async function fill(pool: pg.Pool): Promise<Content> {
  for (const release of OLD) await advance(pool, release, 'no password');
  return schemaAndRows(pool);
}

/** A data folder is filled once and copied, because each write to it waits for the disk. */
let filled: { folder: string; before: Content } | undefined;

async function fillFolder() {
  const folder = path.join(home, 'filled');
  const engine = await startEmbeddedEngine({});
  const before = await fill(engine.pool);
  const image = await engine.image();
  await engine.close();
  await (await startEmbeddedEngine({ folder, image })).close();
  return { folder, before };
}

/** The centre of the release before this one. */
async function oldPlace() {
  const place = await newPlace();
  if (place.config.databaseUrl === undefined) {
    filled ??= await fillFolder();
    cpSync(filled.folder, place.config.dataDir, { recursive: true });
    return { ...place, before: filled.before };
  }
  const { pool, end } = await place.open();
  const before = await fill(pool);
  await end();
  return { ...place, before };
}

async function start(config: Config) {
  const said: string[] = [];
  const started = await openCentre(
    config,
    () => {},
    (line) => said.push(line),
  );
  return { ...started, said };
}

const rowsOf = ({ db }: Pick<Database, 'db'>) => db.select().from(backupTable);
const folderOf = ({ dataDir }: Config) => path.join(dataDir, 'backups');

beforeAll(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-updates-'));
});
afterAll(async () => {
  for (const remove of removals) await remove();
  rmSync(home, { recursive: true, force: true });
});

it('backs an older centre up before its tables change, and that backup is the way back', async () => {
  const { config, before } = await oldPlace();
  const { said, ...database } = await start(config);
  const [name = ''] = readdirSync(folderOf(config));
  expect(name).toMatch(/-update(-unproved)?\.zip$/);
  expect(said.join('\n')).toContain(`npm run restore ${path.join(folderOf(config), name)}`);
  expect((await rowsOf(database)).find(({ kind }) => kind === 'update')).toMatchObject({
    fileName: name,
    byId: null,
  });
  await database.close();
  const again = await start(config);
  expect(again.said).toEqual([]);
  await again.close();
  expect(readdirSync(folderOf(config))).toEqual([name]);

  const empty = await newPlace();
  const asked = {
    file: path.join(folderOf(config), name),
    passphrase: () => Promise.resolve(undefined),
    highest: () => Promise.resolve([]),
    say: () => {},
  };
  if (config.databaseUrl === undefined) {
    // The restore itself is tried elsewhere; the rows of the file are those of before.
    await readBackup(asked.file, (of) => path.join(empty.config.dataDir, of));
    const { rows, migrations } = await contentOf(empty.open);
    expect({ migrations, rows }).toEqual(before);
  } else {
    const { manifest } = await restoreBackup(asked, empty.config);
    expect(manifest.schema.migrations).toBe(before.migrations.length);
    // An export is made again, so its pieces are in no backup.
    const { centre_export_parts: _parts, ...kept } = before.rows;
    expect(manifest.rows).toEqual(
      Object.fromEntries(Object.entries(kept).map(([table, { length }]) => [table, length])),
    );
  }
});

it('changes nothing when that backup fails, unless the operator says so', async () => {
  const { config, before, open } = await oldPlace();
  const file = path.join(config.dataDir, 'a-file');
  writeFileSync(file, '');
  const wrong = { ...config, backupDir: path.join(file, 'inside') };
  const failure: unknown = await start(wrong).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NoBackupBeforeUpdate);
  expect(startFailure(failure, wrong)).toMatch(
    /^This version changes the tables, and the backup .* failed: .*a-file.*UPDATE_WITHOUT_BACKUP=true\.$/,
  );
  expect(await contentOf(open)).toEqual(before);
  const { said, ...database } = await start({ ...wrong, updateWithoutBackup: true });
  expect(said).toEqual([expect.stringContaining('without a backup')]);
  await database.close();
  expect((await contentOf(open)).migrations.length).toBeGreaterThan(before.migrations.length);
});

it.runIf(onPostgres)('backs up no new centre', async () => {
  const { config } = await newPlace();
  const { said, ...database } = await start(config);
  expect(said).toEqual([]);
  expect(await rowsOf(database)).toEqual([]);
  await database.close();
  expect(readdirSync(config.dataDir)).not.toContain('backups');
});
