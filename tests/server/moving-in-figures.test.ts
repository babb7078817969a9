import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { EnrolmentWeek } from '#contract/reports/overview.ts';
import type { FigureKey } from '#contract/reports/report-words.ts';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { readReport } from '#tests/helpers/report-rows.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let dongdok: string;
let moved: number;
const today = dayInLaos();
const yesterday = addDays(today, -1);
const steps = movingSteps(() => owner);

const read = async (figure: FigureKey, from: string, to: string, branch?: string) => {
  const more = branch === undefined ? '' : `&branchId=${branch}`;
  const query = `from=${from}&to=${to}&figure=${figure}${more}`;
  const [table] = await readReport(owner, 'enrolment', query);
  if (!table) throw new Error(`No table of ${figure}`);
  return table;
};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  const move = await steps.upload(movingFile('clean.xlsx'));
  await steps.run(move);
  await steps.writeMoney(move);
  dongdok = await branchId(server.db, 'DDK');
  const { rows } = await server.db.execute<{ students: number }>(sql`
    select count(distinct student_id)::int as students from enrolments
    where status in ('active', 'suspended')`);
  moved = rows[0]?.students ?? 0;
  // This branch never moved in; it has a past of its own.
  await server.db.execute(sql`
    update branches set created_at = now() - interval '2 years' where code = 'VTE'`);
});
afterAll(() => server.close());

it('makes nobody who moved in a new student or a new enrolment', async () => {
  expect(moved).toBeGreaterThan(0);
  expect((await read('active', today, today)).total[0]).toBe(moved);
  expect((await read('newStudents', yesterday, today)).total).toEqual([0]);
  const weeks = (await owner.get('/overview/enrolments')).json<EnrolmentWeek[]>();
  expect(weeks.at(-1)).toMatchObject({ places: 0, upToNow: 0 });
});

it('leaves a time before the move to the old book', async () => {
  const said = { day: today, isWhole: true };
  for (const figure of ['active', 'seats', 'transfers', 'reEnrolment'] as const) {
    expect((await read(figure, yesterday, today, dongdok)).beforeMove).toBeNull();
    expect((await read(figure, yesterday, yesterday, dongdok)).beforeMove).toMatchObject(said);
  }
  // Drops are those of the students when the range began, retention of those in the one before it.
  expect((await read('drops', today, today, dongdok)).beforeMove).toBeNull();
  expect((await read('drops', yesterday, today, dongdok)).beforeMove).toMatchObject(said);
  expect((await read('retention', today, today, dongdok)).beforeMove).toMatchObject(said);
  // A figure of what happened here says so for any time.
  expect((await read('newStudents', yesterday, yesterday, dongdok)).beforeMove).toBeNull();
});

it('names the branches that are missing beside one that was here before', async () => {
  const { beforeMove } = await read('active', yesterday, yesterday);
  expect(beforeMove).toMatchObject({ day: today, isWhole: false });
  expect(beforeMove?.branches.map(({ nameEn }) => nameEn)).toEqual(['Dongdok', 'Sikhottabong']);
});

it('leaves a branch alone that worked here before somebody moved in', async () => {
  const own = await branchId(server.db, 'VTE');
  await server.db.execute(sql`
    insert into enrolment_states (id, enrolment_id, status, source, at)
    select gen_random_uuid(), id, 'active', 'move', now() from enrolments
    where branch_id = ${own} and status = 'active' limit 1`);
  expect((await read('active', yesterday, yesterday, own)).beforeMove).toBeNull();
});

it('says so in a file instead of a count', async () => {
  const path = `/reports/enrolment/export?format=csv&figure=active&branchId=${dongdok}`;
  const before = await owner.get(`${path}&from=${yesterday}&to=${yesterday}`);
  expect(before.body).toContain('Before BranchDesk');
  const since = await owner.get(`${path}&from=${yesterday}&to=${today}`);
  expect(since.body).not.toContain('Before BranchDesk');
  const all = `/reports/enrolment/export?format=csv&figure=active`;
  const some = await owner.get(`${all}&from=${yesterday}&to=${yesterday}`);
  expect(some.body).toContain('Before BranchDesk: Dongdok, Sikhottabong');
});
