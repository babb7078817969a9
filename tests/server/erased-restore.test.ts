import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openDatabase, type Database } from '#server/db/client.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { eraseDue } from '#server/jobs/erase-people.ts';
import { readConfig, type Config } from '#server/lib/config.ts';
import {
  eraseAgain,
  erasedFolders,
  keepErasedList,
  readErasedLines,
} from '#server/safekeeping/restores/erased-list.ts';
import { claimBackup, makeBackup } from '#server/safekeeping/backups/make-backup.service.ts';
import { restoreBackup } from '#server/safekeeping/restores/restore.service.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let home: string;
let config: Config;
let database: Database;
const newFolder = (name: string) => mkdtempSync(path.join(home, name));

beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-erased-'));
  const template = inject('databaseTemplate');
  if (!('images' in template)) throw new Error('This file needs the embedded engine');
  const dataDir = newFolder('data-');
  const image = readFileSync(template.images.demo);
  const filled = await startEmbeddedEngine({ folder: dataDir, image });
  await filled.close();
  database = await openDatabase({ folder: dataDir }, () => {});
  config = {
    ...readConfig({}),
    dataDir,
    backupDir: newFolder('backups-'),
    backupSecondDir: newFolder('stick-'),
  };
});
afterAll(async () => {
  await database.close();
  rmSync(home, { recursive: true, force: true });
});

/** A prospect without money, whose name nobody else has, and things called after them. */
async function addMarked(): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`
    insert into students (id, student_code, first_name, last_name, gender, home_branch_id, name_key, search)
    select gen_random_uuid(), 'ST-26-999999', 'Zqxfirst', 'Zqxlast', 'female', id, 'zqxfirst zqxlast', 'zqxfirst zqxlast'
    from branches limit 1 returning id::text as id`);
  const name = sql`${'Zqxfirst Zqxlast'}`;
  await database.db.execute(sql`update courses set description = ${name}, name_en = ${name}`);
  await database.db.execute(sql`insert into drawers (id, branch_id, name)
    select gen_random_uuid(), id, ${name} from branches`);
  await database.db.execute(sql`update bank_accounts set account_name = ${name},
    qr_text = '5916' || ${name} || '6009VIENTIANE', active = false, is_default = false`);
  return rows[0]?.id ?? '';
}

const marked = async ({ db }: Pick<Database, 'db'>) => {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  let found = 0;
  for (const { name } of tables) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(name)} t
        where to_jsonb(t)::text ~* 'zqx'`,
    );
    found += rows[0]?.n ?? 0;
  }
  return found;
};

it('erases again after a restore, from every copy of the list, before anybody signs in', async () => {
  const { db, engine, folder } = database;
  const id = await addMarked();
  const backup = await db.transaction((tx) => claimBackup(tx, { kind: 'asked' }));
  const made = await makeBackup({ db, engine, folder, config }, backup ?? '');
  const file = path.join(config.backupDir ?? '', made.fileName);
  await db.execute(sql`
    insert into erasures (id, kind, person_id, confirmed_by_id, confirmed_at)
    select gen_random_uuid(), 'student', ${id}, id, now() - interval '15 days' from users limit 1`);
  expect(await eraseDue(db)).toBe(1);
  expect(await marked(database)).toBe(0);
  const folders = erasedFolders(config);
  expect(await keepErasedList(db, folders)).toEqual([]);
  for (const one of folders)
    expect(readErasedLines([one])).toMatchObject([{ kind: 'student', id }]);
  expect(readFileSync(path.join(folders[0] ?? '', 'erased.jsonl'), 'utf8')).not.toMatch(/zqx/i);

  // The list beside the backup is the only one that the new computer has.
  const restoredDir = newFolder('restored-');
  const elsewhere = { ...config, dataDir: restoredDir, backupDir: newFolder('new-') };
  const restored = await restoreBackup(
    {
      file,
      passphrase: () => Promise.resolve(undefined),
      highest: () => Promise.resolve([]),
      say: () => {},
    },
    { ...elsewhere, backupSecondDir: undefined },
  );
  expect(restored.erased).toBe(1);
  const again = await openDatabase({ folder: restoredDir }, () => {});
  try {
    expect(await marked(again)).toBe(0);
    expect(readErasedLines([restoredDir])).toMatchObject([{ kind: 'student', id }]);
    expect(await eraseAgain(again.db, [restoredDir])).toBe(0);
  } finally {
    await again.close();
  }
});
