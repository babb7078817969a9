import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '#server/db/client.ts';
import { hashPassword } from '#server/lib/password.ts';
import {
  allRows,
  oldDatabases,
  releases,
  type OldDatabase,
  type Rows,
} from '#tests/helpers/old-database.ts';
import { openTestDatabase } from '#tests/helpers/test-database.ts';
import { startTestServer } from '#tests/helpers/test-server.ts';

// Whatever release a centre comes from, its next start ends with the newest schema and with
// everything it had. A database of every release is built first.
vi.setConfig({ hookTimeout: 300_000 });

const PASSWORD = 'a password of long ago';
// The server drops connections on purpose when a test's database is removed.
const ignore = () => {};

/** What a search finds is worked out anew by whichever release writes it. */
const DERIVED = ['search', 'name_key'];

async function query(database: Database, statement: string) {
  const { rows } = await database.db.execute(statement);
  return { rows };
}

/** Columns, triggers, indexes and constraints, whatever order they were made in. */
async function schemaOf(database: Database) {
  const read = async (statement: string) =>
    (await query(database, statement)).rows.map((row) => Object.values(row).join(' ')).sort();
  return {
    columns: await read(
      `select table_name, column_name, data_type, is_nullable, coalesce(column_default, '-') as byDefault
       from information_schema.columns where table_schema = 'public'`,
    ),
    triggers: await read(
      'select pg_get_triggerdef(oid) as rule from pg_trigger where not tgisinternal',
    ),
    indexes: await read("select indexdef from pg_indexes where schemaname = 'public'"),
    constraints: await read(
      `select conrelid::regclass::text as on_table, conname, pg_get_constraintdef(oid) as rule
       from pg_constraint where connamespace = 'public'::regnamespace`,
    ),
  };
}

/** Columns whose content became rows of a table of its own. */
const MOVED: Record<string, string[]> = { branches: ['bank_accounts'] };

/** A row without what later releases added to its table, and without what is derived. */
function asBefore(
  before: Record<string, unknown>,
  after: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const kept = Object.keys(before).filter((column) => !DERIVED.includes(column));
  return Object.fromEntries(kept.map((column) => [column, after?.[column]]));
}

const withoutDerived = (row: Record<string, unknown>) => asBefore(row, row);
/** Columns that tell the rows of a table apart, whatever its key is. */
const KEYS = [
  'id',
  'key',
  'kind',
  'session_id',
  'student_id',
  'parent_id',
  'bucket',
  'assessment_id',
  'enrolment_id',
  'branch_id',
  'day',
  'course_id',
  'product_id',
  'delivery_id',
  'count_id',
  'transfer_id',
];
const identity = (row: Record<string, unknown>) =>
  JSON.stringify(KEYS.map((column) => row[column]));

/** Rows of the tables that have another name by now, as they are kept there. */
function underNewNames({ code_series: series, ...others }: Rows): Rows {
  return series
    ? { ...others, number_series: series.map(({ series: kind, last }) => ({ kind, last })) }
    : others;
}

let all: Map<string, OldDatabase>;
let newest: Awaited<ReturnType<typeof schemaOf>>;
beforeAll(async () => {
  all = await oldDatabases(await hashPassword(PASSWORD));
  const fresh = await openTestDatabase();
  newest = await schemaOf(fresh);
  await fresh.close();
});

describe.each(releases)('a database of %s', (release) => {
  let old: OldDatabase;
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let rows: Rows;
  beforeAll(async () => {
    old = all.get(release) as OldDatabase;
    const database = await openDatabase(old.source, ignore);
    rows = await allRows((statement) => query(database, statement));
    server = await startTestServer({ database });
  });
  afterAll(async () => {
    await server.close();
    await old.remove();
  });

  it('had something in every table', () => {
    const empty = Object.entries(old.rows).filter(([, found]) => found.length === 0);
    expect(empty.map(([table]) => table)).toEqual([]);
  });

  it('has the schema of a new one', async () => {
    expect(await schemaOf(server.database)).toEqual(newest);
  });

  it('has kept every row as it was', () => {
    for (const [table, before] of Object.entries(underNewNames(old.rows))) {
      const after = new Map(rows[table]?.map((row) => [identity(row), row]));
      expect(after.size, table).toBe(before.length);
      for (const whole of before) {
        const row = Object.fromEntries(
          Object.entries(whole).filter(([column]) => !MOVED[table]?.includes(column)),
        );
        expect(asBefore(row, after.get(identity(row))), table).toEqual(withoutDerived(row));
      }
    }
  });

  it('lets its people sign in and work on', async () => {
    const owner = await server.signIn('owner@old.test', PASSWORD);
    const found = await owner.get('/branches?search=VTE');
    expect(found.statusCode, found.body).toBe(200);
    const [branch] = found.json<{ _id: string; version: number }[]>();
    expect(branch).toMatchObject({ branchName: 'Vientiane Centre', phone: '+8562055550001' });
    const {
      _id,
      createdAt: _created,
      updatedAt: _updated,
      ...input
    } = branch as Record<string, unknown>;
    const saved = await owner.put(`/branches/${String(_id)}`, { ...input, manager: 'ແສງ' });
    expect(saved.json()).toMatchObject({ manager: 'ແສງ', version: 2 });
    const people = (await owner.get('/staff-accounts')).json<unknown[]>();
    expect((await owner.get('/staff-accounts?search=owner@old')).json()).toHaveLength(1);
    expect((await owner.get('/staff-accounts?search=@old.test')).json()).toHaveLength(
      people.length,
    );
    for (const list of ['students', 'parents', 'teachers', 'exchange-rates', 'staff-accounts']) {
      expect((await owner.get(`/${list}`)).statusCode, list).toBe(200);
    }
  });
});
