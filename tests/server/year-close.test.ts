import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayInLaos } from '#contract/dates.ts';
import type { YearClose } from '#contract/reports/year-close.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let vte: string;
/** A year before everything of the demo centre, which is over. */
const YEAR = Number(dayInLaos().slice(0, 4)) - 2;
const day = (year: number, rest: string) => `${year}-${rest}`;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  admin = await server.as('admin');
  vte = await branchId(server.db, 'VTE');
});
afterAll(() => server.close());

const read = async (client = owner, year = YEAR) =>
  (await client.get(`/year-close?year=${year}`)).json<YearClose>();
const here = async (client = owner) => {
  const found = (await read(client)).branches.find(({ _id }) => _id === vte);
  if (!found) throw new Error('The branch is missing');
  return found;
};

it('says the last numbers with their gaps, and where the chain ended', async () => {
  await server.db.execute(sql`
    insert into number_series (kind, branch_id, year, last)
    values ('order', ${vte}, ${YEAR}, 41), ('receipt', ${vte}, ${YEAR}, 7),
      ('receipt', ${vte}, ${YEAR + 1}, 3)`);
  await server.db.execute(sql`
    insert into number_gaps (id, kind, branch_id, year, first, last, reason, at)
    values (${randomUUID()}, 'receipt', ${vte}, ${YEAR}, 1, 4, 'movedIn', now())`);
  const { series } = await here();
  expect(series).toEqual([
    { kind: 'order', last: 41, gaps: [], nextLast: 0 },
    { kind: 'opening', last: 0, gaps: [], nextLast: 0 },
    {
      kind: 'receipt',
      last: 7,
      nextLast: 3,
      gaps: [{ first: 1, last: 4, reason: 'movedIn' }],
    },
  ]);
  const before = (await here()).chain;
  expect(before).toEqual({ length: 0, head: '' });
  const receipt = (chainNo: number, on: string, hash: string) => sql`
    insert into receipts (id, number, branch_id, kind, chain_no, content, previous_hash, hash,
      amount_lak, at, day)
    values (${randomUUID()}, ${`VTE-R${String(YEAR).slice(2)}-00000${chainNo}`}, ${vte}, 'received',
      ${chainNo}, '{}', '', ${hash}, 1000, ${`${on}T05:00:00Z`}, ${on})`;
  await server.db.execute(receipt(900_001, day(YEAR, '12-30'), 'a'.repeat(64)));
  await server.db.execute(receipt(900_002, day(YEAR, '12-31'), 'b'.repeat(64)));
  await server.db.execute(receipt(900_003, day(YEAR + 1, '01-01'), 'c'.repeat(64)));
  // Numbers of the next year do not move the end of this one.
  expect((await here()).chain).toEqual({ length: 900_002, head: 'b'.repeat(64) });
});

it('counts days of the year that are open, until they are closed', async () => {
  const { openDays, closedDay } = await here();
  expect([openDays, closedDay]).toEqual([2, null]);
  await server.db.execute(sql`insert into days (branch_id, day, closed_at)
    values (${vte}, ${day(YEAR, '12-30')}, now()), (${vte}, ${day(YEAR, '12-31')}, now())`);
  const after = await here();
  expect([after.openDays, after.closedDay]).toEqual([0, day(YEAR, '12-31')]);
});

it('names terms that end in the year, and students without a place for 12 months', async () => {
  const _id = randomUUID();
  await server.db.execute(sql`
    insert into academic_terms (id, name, code, academic_year, start_date, end_date, branch_ids, search,
      status, holidays)
    values (${_id}, 'Old term', 'OLD', ${String(YEAR)}, ${day(YEAR, '09-01')},
      ${day(YEAR, '12-20')}, '{}', '', 'running', '[]')`);
  expect((await read()).terms).toEqual([
    { _id, name: 'Old term', status: 'running', missing: 0, unlocked: 0 },
  ]);
  const before = (await here()).idle.count;
  const { rows } = await server.db.execute<{ id: string; code: string }>(sql`
    update students set created_at = now() - interval '13 months'
    where id = (select id from students student where home_branch_id = ${vte}
      and status = 'active' and not archived and not exists (
        select from enrolments where student_id = student.id) order by student_code limit 1)
    returning id, student_code as code`);
  const [idle] = rows;
  if (!idle) throw new Error('Every student has a place');
  const found = (await here()).idle;
  expect(found.count).toBe(before + 1);
  expect(found.first.map(({ studentCode }) => studentCode)).toContain(idle.code);
});

it('takes what was done before the end of the year for nothing', async () => {
  expect((await read()).centre).toEqual({ books: null, exportedAt: null, backedUpAt: null });
  const write = (at: string) => sql`
    insert into backups (id, kind, state, file_name, bytes, started_at, heard_at, ended_at)
    values (${randomUUID()}, 'asked', 'good', ${`${at}.zip`}, 12, ${at}, ${at}, ${at})`;
  // The year ends seven hours before it does in Greenwich.
  await server.db.execute(write(`${YEAR}-12-31T16:59:00Z`));
  expect((await read()).centre?.backedUpAt).toBeNull();
  await server.db.execute(write(`${YEAR}-12-31T17:01:00Z`));
  expect((await read()).centre?.backedUpAt).toBe(`${YEAR}-12-31T17:01:00.000Z`);
  const current = await read(owner, Number(dayInLaos().slice(0, 4)));
  expect(current.isOver).toBe(false);
});

it('shows an admin the own branch, and a clerk nothing', async () => {
  const own = await read(admin);
  expect(own.branches.map(({ _id }) => _id)).toEqual([vte]);
  expect(own.centre).toBeNull();
  for (const role of ['staff', 'finance'] as const)
    expect((await (await server.as(role)).get(`/year-close?year=${YEAR}`)).statusCode).toBe(403);
});
