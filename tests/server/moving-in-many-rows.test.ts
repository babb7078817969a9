import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importKeyTable, movingRowTable } from '#server/db/tables/desk/moving-in.table.ts';
import { changeRow } from '#server/desk/moving-in/mend-move.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
const steps = movingSteps(() => owner);
const ROWS = 30;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  // Every statement that writes these tables is counted, whatever number of rows it writes.
  await server.db.execute(sql`create table said (name text)`);
  await server.db.execute(sql`
    create function say() returns trigger language plpgsql as
    $$ begin insert into said values (tg_table_name); return null; end $$`);
  for (const on of ['update on move_rows', 'insert on import_keys'])
    await server.db.execute(
      sql.raw(`create trigger say after ${on} for each statement execute function say()`),
    );
});
afterAll(() => server.close());

/** The statements that wrote a table since it was asked last. */
async function said(name: string): Promise<number> {
  const { rows } = await server.db.execute(sql`
    with gone as (delete from said returning name) select from gone where name = ${name}`);
  return rows.length;
}

it('mends a cell, or leaves rows out, by one statement for all rows alike', async () => {
  const person = (at: number) =>
    `MR-${at},ນ້ອງ${at},ວົງ,F,01/02/1990,${at % 3 === 0 ? 'Moon' : 'Mars'},020 5${7_100_000 + at}`;
  const rows = Array.from({ length: ROWS }, (_, at) => person(at));
  const move = await steps.upload(
    csv('Student code,First name,Last name,Gender,Date of birth,Home branch,Phone', ...rows),
  );
  expect(move.counts).toMatchObject({ problem: ROWS });
  const [first] = await steps.rows(move, 'students');
  if (!first) throw new Error('No row');
  const all = () =>
    server.db.select().from(movingRowTable).where(eq(movingRowTable.moveId, move._id));
  const { rows: users } = await server.db.execute<{ id: string }>(
    sql`select id from users where role = 'superadmin' limit 1`,
  );
  const user = { _id: String(users[0]?.id) } as Parameters<typeof changeRow>[0]['user'];
  const mend = async (input: Parameters<typeof changeRow>[3]) => {
    await said('move_rows');
    await server.db.transaction(async (tx) => {
      await changeRow({ tx, user }, move._id, first._id, input);
      await tx.execute(sql`update moves set state = 'read'`);
    });
    expect(await said('move_rows')).toBe(1);
  };
  await mend({ field: 'homeBranch', value: 'VTE', forAll: true });
  const edited = (await all()).filter(({ edits }) => edits['homeBranch'] === 'VTE');
  expect(edited.map(({ number }) => number % 3)).toEqual(edited.map(() => first.number % 3));
  expect(edited).toHaveLength(ROWS / 3);
  await mend({ value: '', leftOut: true, forAll: true });
  expect((await all()).filter(({ isLeftOut }) => isLeftOut)).toHaveLength(ROWS);
  await mend({ field: 'phone', value: '', forAll: false });
  expect((await all()).find(({ _id }) => _id === first._id)?.edits).toEqual({
    homeBranch: 'VTE',
    phone: '',
  });
});

it('remembers the keys of rows that are there already by one statement', async () => {
  const there = await insertProspects(server.db, ROWS);
  const rows = there.map(
    ({ studentCode, firstName, lastName }, at) =>
      `K-${at},${studentCode},${firstName},${lastName},F,VTE`,
  );
  const file = csv('Row id,Student code,First name,Last name,Gender,Home branch', ...rows);
  const kept = { kind: 'students' as const, rowKey: 'K-0', recordId: there[0]?._id ?? '' };
  await server.db.insert(importKeyTable).values(kept);
  const move = await steps.upload(file);
  expect(move.counts).toMatchObject({ same: ROWS });
  await said('import_keys');
  await steps.run(move);
  expect(await said('import_keys')).toBe(1);
  expect(await server.db.$count(importKeyTable)).toBe(ROWS);
});
