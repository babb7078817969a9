import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { percentOf } from '#contract/reports/percent.ts';
import { reportFigures, type FigureKey } from '#contract/reports/report-words.ts';
import { addDemoOrders } from '#server/seed/orders/demo-orders.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { expectRowsOfEach, readReport, readRowsOf } from '#tests/helpers/report-rows.ts';
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
let lpb: string;
const today = dayInLaos();
const ago = (days: number) => addDays(today, -days);

type State = [status: string, daysAgo: number, holdDaysAgo?: number];

/** A place with the states it went through, put in past every rule. */
async function insertPlace(
  studentId: string,
  taught: Awaited<ReturnType<typeof insertClass>>,
  states: State[],
  fields: { type?: string; startDate?: string } = {},
): Promise<string> {
  const _id = uuidv7();
  const [last] = states.slice(-1);
  await server.db.execute(sql`
    insert into enrolments (id, student_id, class_id, branch_id, term_id, course_id, type, status, start_date)
    values (${_id}, ${studentId}, ${taught._id}, ${taught.branchId}, ${taught.termId}, ${taught.courseId}, ${fields.type ?? 'regular'}, ${last?.[0] ?? 'active'}, ${fields.startDate ?? ago(40)})`);
  for (const [status, days, hold] of states) {
    await server.db.execute(sql`
      insert into enrolment_states (id, enrolment_id, status, hold_until, source, at)
      values (gen_random_uuid(), ${_id}, ${status}, ${hold === undefined ? null : sql`(${ago(hold)}::date + interval '2 hours') at time zone 'UTC'`}, 'desk', (${ago(days)}::date + interval '3 hours') at time zone 'UTC')`);
  }
  return _id;
}

const query = (from: string, to: string, more = '') => `from=${from}&to=${to}${more}`;
const read = async (client: Client, figure: FigureKey, from: string, to: string, more = '') => {
  const [table] = await readReport(
    client,
    'enrolment',
    query(from, to, `&figure=${figure}${more}`),
  );
  if (!table) throw new Error('No table');
  return table;
};
const totalOf = async (figure: FigureKey, from: string, to: string, more = '') =>
  (await read(owner, figure, from, to, more)).total;

let classId: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  await server.db.transaction(addDemoOrders);
  const taught = await insertClass(server.db, {
    capacity: 12,
    minStudents: 9,
    startDate: addDays(today, 5),
  });
  const other = await insertClass(server.db, { capacity: 12 });
  classId = taught._id;
  const people = await insertProspects(server.db, 12);
  const who = (at: number) => people[at]?._id ?? '';
  await insertPlace(who(0), taught, [['active', 30]]);
  await insertPlace(who(1), taught, [
    ['active', 30],
    ['suspended', 10],
  ]);
  await insertPlace(who(2), taught, [
    ['active', 30],
    ['withdrawn', 8],
  ]);
  await insertPlace(who(3), taught, [
    ['pending', 20, 10],
    ['active', 15],
  ]);
  await insertPlace(who(4), taught, [['pending', 20, 12]]);
  await insertPlace(who(5), taught, [['waitlisted', 25]]);
  await insertPlace(who(6), taught, [['active', 45]], { type: 'trial', startDate: ago(44) });
  await insertPlace(who(6), other, [['active', 30]]);
  await insertPlace(who(7), taught, [['active', 45]], { type: 'trial', startDate: ago(44) });
  await insertPlace(who(8), taught, [
    ['active', 50],
    ['completed', 6],
  ]);
});
afterAll(() => server.close());

describe('each figure', () => {
  it('of a known class is what happened there', async () => {
    const of = `&classId=${classId}`;
    const [from, to] = [ago(20), today];
    expect(await totalOf('active', from, to, of)).toEqual([3, 3, 1]);
    // Before the place of the second was suspended and the third one left.
    expect(await totalOf('active', from, ago(12), of)).toEqual([5, 5, 0]);
    expect(await totalOf('newStudents', from, to, of)).toEqual([1]);
    expect(await totalOf('newStudents', ago(60), to, of)).toEqual([5]);
    expect(await totalOf('holds', from, to, of)).toEqual([2, 1]);
    expect(await totalOf('seats', from, to, of)).toEqual([5, 12, 0]);
    expect(await totalOf('underMinimum', from, to, of)).toEqual([1, 5, 0, 9]);
    expect(await totalOf('waiting', from, to, of)).toEqual([1, 25]);
    expect(await totalOf('drops', from, to, of)).toEqual([4, 1]);
    expect(await totalOf('trials', from, to, of)).toEqual([2, 1]);
    expect(await totalOf('reEnrolment', from, to, of)).toEqual([1, 0]);
    // A student who left or finished within these days was active in them too.
    expect(await totalOf('retention', from, to, of)).toEqual([4, 4]);
    expect(await totalOf('retention', ago(5), to, of)).toEqual([5, 3]);
  });

  it.each(reportFigures.enrolment)(
    '%s is what its rows come to, by whatever it is grouped',
    async (figure) => {
      const [from, to] = [ago(120), today];
      const { groupings } = await read(owner, figure, from, to);
      const tables = [];
      for (const by of groupings) tables.push(await read(owner, figure, from, to, `&by=${by}`));
      await expectRowsOfEach(owner, 'enrolment', tables, query(from, to));
    },
  );

  it('is the sum of the branches where it adds up', async () => {
    const branches = (
      await server.db.execute<{ id: string }>(sql`select id from branches`)
    ).rows.map(({ id }) => id);
    const [from, to] = [ago(60), today];
    const all = await totalOf('seats', from, to);
    const each = await Promise.all(
      branches.map((id) => totalOf('seats', from, to, `&branchId=${id}`)),
    );
    expect(each.reduce((sum, [taken = 0]) => sum + taken, 0)).toBe(all[0]);
    expect(all[0]).toBeGreaterThan(0);
  });
});

describe('who reads it', () => {
  it('sees the own branch only, whatever they ask for', async () => {
    const [from, to] = [ago(60), today];
    const own = await read(admin, 'active', from, to);
    expect(await read(admin, 'active', from, to, `&branchId=${lpb}`)).toEqual(own);
    expect(own).toEqual(await read(owner, 'active', from, to, `&branchId=${vte}`));
    const rows = await readRowsOf(
      admin,
      'enrolment',
      query(from, to, `&figure=active&branchId=${lpb}`),
    );
    expect(new Set(rows.rows.map(({ branchEn }) => branchEn)).size).toBe(1);
    expect(rows.count).toBe(own.total[1]);
  });

  it('gets a file with a sheet for each figure, in both languages', async () => {
    const { body } = await owner.get(
      `/reports/enrolment/export?${query(ago(30), today)}&format=csv&language=lo`,
    );
    expect(body).toContain('ລາຍຊື່ລໍຖ້າ');
    const table = await read(owner, 'active', ago(30), today);
    expect(body).toContain(`"ລວມ","","${table.total.join('","')}"`);
    const book = await owner.get(`/reports/enrolment/export?${query(ago(30), today)}`);
    expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect(book.rawPayload.toString('latin1')).toContain(
      `xl/worksheets/sheet${reportFigures.enrolment.length}.xml`,
    );
  });
});

it('a share of fewer than ten is none', () => {
  expect([percentOf(3, 9), percentOf(3, 10), percentOf(1, 3000)]).toEqual([null, 30, 0]);
});
