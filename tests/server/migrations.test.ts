import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { nameKey } from '#contract/people/people.ts';
import { openDatabase, type Database } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { NewerDatabase, OlderDatabase } from '#server/db/foreign-database.ts';
import { matches } from '#server/db/search-text.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { readConfig } from '#server/lib/config.ts';
import { isOldHash } from '#server/lib/password.ts';
import { hashOfOldRelease } from '#tests/helpers/old-hash.ts';
import { startFailure } from '#server/start-failure.ts';
import {
  advance,
  allRows,
  fillAsOlderVersion,
  migrations,
  oldDatabases,
  rawDatabase,
  releases,
  withMigrations,
  type OldDatabase,
  type RawDatabase,
  type Rows,
} from '#tests/helpers/old-database.ts';
import { openTestDatabase } from '#tests/helpers/test-database.ts';
import { startTestServer } from '#tests/helpers/test-server.ts';

// A centre may come from any release: its next start ends with the newest schema and with all its
// rows. A database of every release is built first. The baseline is the first release.
vi.setConfig({ hookTimeout: 300_000 });

const PASSWORD = 'a password of long ago';
// The server drops connections on purpose when a test's database is removed.
const ignore = () => {};

/** A release that writes a row works out its search text anew, so this text may differ. */
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

/**
 * Columns that a later release dropped after it had moved their values into rows of their own, or
 * counted the rows anew.
 */
const MOVED: Record<string, readonly string[]> = {
  teachers: ['hourly_rate', 'rate_currency'],
  bank_statement_lines: ['fingerprint'],
  academic_terms: ['is_current', 'is_enrolment_default'],
};

/** Tables that a later release dropped: their rows were working copies, kept for a day. */
const DROPPED: readonly string[] = ['imports'];

/** A row without what later releases added to its table, and without what is derived. */
function asBefore(
  before: Record<string, unknown>,
  after: Record<string, unknown> | undefined,
  moved: readonly string[] = [],
): Record<string, unknown> {
  const left = [...DERIVED, ...moved];
  const kept = Object.keys(before).filter((column) => !left.includes(column));
  return Object.fromEntries(kept.map((column) => [column, after?.[column]]));
}

/** Columns that tell the rows of a table apart, whatever its key is. */
const KEYS = [
  'id',
  'token_hash',
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
  'export_id',
  'position',
];
/** A table may have got an `id` later, so only the columns tell rows apart that they had before. */
const identity = (row: Record<string, unknown>, before: Record<string, unknown>) =>
  JSON.stringify(KEYS.map((column) => (column in before ? row[column] : undefined)));

/** Fails unless `after` has every row of `before`; it may have more columns. */
function expectKept(before: Rows, after: Rows): void {
  for (const [table, rows] of Object.entries(before)) {
    if (DROPPED.includes(table)) continue;
    const found = new Map(after[table]?.map((row) => [identity(row, rows[0] ?? {}), row]));
    expect(found.size, table).toBe(rows.length);
    for (const row of rows) {
      const expected = asBefore(row, row, MOVED[table]);
      expect(asBefore(row, found.get(identity(row, row)), MOVED[table]), table).toEqual(expected);
    }
  }
}

let all: Map<string, OldDatabase>;
let newest: Awaited<ReturnType<typeof schemaOf>>;
beforeAll(async () => {
  all = await oldDatabases(hashOfOldRelease(PASSWORD));
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
    expectKept(old.rows, rows);
  });

  it('gives each account exactly the right that it had', () => {
    const given = (rows['account_grants'] ?? []).map((grant) =>
      [grant['user_id'], grant['branch_id'], grant['role']].join(' '),
    );
    const had = (old.rows['users'] ?? [])
      .filter(({ role }) => role !== 'superadmin')
      .map((user) => [user['id'], user['branch_id'], user['role']].join(' '));
    expect(had.length).toBeGreaterThan(0);
    const later = (old.rows['account_grants'] ?? []).map((grant) =>
      [grant['user_id'], grant['branch_id'], grant['role']].join(' '),
    );
    expect(given.toSorted()).toEqual([...new Set([...had, ...later])].toSorted());
  });

  it('has the rate of each teacher from their first session on', () => {
    for (const teacher of old.rows['teachers'] ?? []) {
      if (typeof teacher['hourly_rate'] !== 'number') continue;
      const sessions = (rows['class_sessions'] ?? []).filter(
        (session) => session['teacher_id'] === teacher['id'],
      );
      const first = sessions.map((session) => String(session['date'])).toSorted()[0];
      expect(rows['teacher_rates']).toContainEqual(
        expect.objectContaining({
          teacher_id: teacher['id'],
          kind: 'hour',
          valid_from: first,
          amount: teacher['hourly_rate'],
          currency: teacher['rate_currency'],
        }),
      );
    }
  });

  it('lets its people sign in and work on', async () => {
    await server.signIn('owner@old.test', PASSWORD);
    const hashes = await server.db
      .select({ hash: userTable.passwordHash })
      .from(userTable)
      .where(eq(userTable.email, 'owner@old.test'));
    expect(hashes.map(({ hash }) => isOldHash(hash))).toEqual([false]);
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

/** All rows of a database that the server has not opened. */
const rowsIn = ({ pool }: RawDatabase) =>
  allRows((statement) => pool.query<Record<string, unknown>>(statement));

describe('a release after this one', () => {
  let raw: RawDatabase;
  beforeAll(async () => {
    raw = await rawDatabase();
  });
  afterAll(() => raw.remove());

  it('changes the tables, then runs its code, and keeps every row', async () => {
    const last = migrations.at(-1) as (typeof migrations)[number];
    for (const release of releases) await advance(raw.pool, release, 'unused');
    const before = await rowsIn(raw);
    const later = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'later' };
    const made = { later: "ALTER TABLE rooms ADD COLUMN floor text NOT NULL DEFAULT '';" };
    const fillFloors = async (db: NodePgDatabase) => {
      await db.execute("update rooms set floor = '2' where floor = ''");
    };
    await withMigrations([...migrations, later], made, async (migrationsFolder) => {
      const upgrade = { migrationsFolder, afterMigrations: [fillFloors] };
      await migrate(raw.pool, upgrade);
      // Every start runs it; only the first has something to do.
      await migrate(raw.pool, upgrade);
    });
    const after = await rowsIn(raw);
    expectKept(before, after);
    expect(after['rooms']).toMatchObject([{ floor: '2' }]);
    // Whoever goes back to the program of before is told so, before it writes to unknown tables.
    const failure: unknown = await migrate(raw.pool).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NewerDatabase);
    expect(await rowsIn(raw)).toEqual(after);
  });
});

describe('a database with names and phones as people pasted them', () => {
  const DIRTY = {
    first: '\u202Aສົມ\u200B\u00A0ໄຊ\u202C ',
    last: 'O’Neill',
    phone: '020 5551 2345\u200E',
  };
  let raw: RawDatabase;
  let before: Rows;
  beforeAll(async () => {
    raw = await rawDatabase();
    await advance(raw.pool, releases[0] as string, 'unused');
    const dirty = `first_name = $1, last_name = $2, phone = $3, search = 'old', name_key = 'old'`;
    for (const table of ['students', 'parents'])
      await raw.pool.query(`update ${table} set ${dirty}`, [DIRTY.first, DIRTY.last, DIRTY.phone]);
    before = await rowsIn(raw);
    await migrate(raw.pool);
  });
  afterAll(() => raw.remove());

  const found = async (search: string) =>
    (
      await drizzle(raw.pool)
        .select()
        .from(studentTable)
        .where(matches(studentTable.search, search))
    ).length;

  it('is clean afterwards, and its people are found', async () => {
    const after = await rowsIn(raw);
    for (const table of ['students', 'parents'])
      expect(after[table]?.[0], table).toMatchObject({
        first_name: 'ສົມ ໄຊ',
        last_name: 'O’Neill',
        phone: '+8562055512345',
        name_key: nameKey('ສົມໄຊ', "O'Neill"),
      });
    for (const search of ['ສົມ ໄຊ oneill', "ສົມ o'neill", '020-5551-2345'])
      expect(await found(search), search).toBe(before['students']?.length);
  });

  it('has each change of a person in the log', async () => {
    const [student] = before['students'] ?? [];
    const after = await rowsIn(raw);
    expect(after['audit_log']).toContainEqual(
      expect.objectContaining({
        entity: 'students',
        entity_id: student?.['id'],
        device: 'server',
        before: { firstName: DIRTY.first, phone: DIRTY.phone },
        after: { firstName: 'ສົມ ໄຊ', phone: '+8562055512345' },
      }),
    );
  });

  it('keeps receipts and all other rows that only grow', async () => {
    const after = await rowsIn(raw);
    for (const table of ['receipts', 'orders', 'order_lines', 'payments', 'exchange_rates'])
      expect(after[table], table).toMatchObject(before[table] ?? []);
    expect(after['audit_log']).toEqual(expect.arrayContaining(before['audit_log'] ?? []));
  });

  it('finds nothing to change when a start was cut off and begins again', async () => {
    const first = await rowsIn(raw);
    await raw.pool.query('delete from finished_steps');
    await migrate(raw.pool);
    const second = await rowsIn(raw);
    expect({ ...second, finished_steps: [] }).toEqual({ ...first, finished_steps: [] });
    expect(second['finished_steps']).toHaveLength(1);
  });
});

describe('a database from before the first release', () => {
  let raw: RawDatabase;
  beforeAll(async () => {
    raw = await rawDatabase();
    await fillAsOlderVersion(raw.pool);
  });
  afterAll(() => raw.remove());

  const read = async (statement: string) =>
    (await raw.pool.query<Record<string, unknown>>(statement)).rows;
  const contents = async () => ({
    columns: await read(
      `select table_schema, table_name, column_name, data_type from information_schema.columns
       where table_schema in ('public', 'drizzle') order by 1, 2, 3`,
    ),
    migrations: await read('select * from drizzle.__drizzle_migrations'),
    rows: await rowsIn(raw),
  });

  it('is refused by one sentence and stays as it is', async () => {
    const before = await contents();
    expect(before.rows).toEqual({ branches: [{ id: 1, bank_accounts: [] }] });
    const failure: unknown = await migrate(raw.pool).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OlderDatabase);
    expect(await contents()).toEqual(before);
    for (const environment of [{}, { DATABASE_URL: 'postgresql://127.0.0.1/branchdesk' }]) {
      expect(startFailure(failure, readConfig(environment))).toBe(
        'The database was made by an older version of BranchDesk that cannot be brought up to date, and nothing in it was changed: choose another DATA_DIR or an empty database in DATABASE_URL.',
      );
    }
  });
});
