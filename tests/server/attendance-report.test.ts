import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotTaken } from '#contract/classes/attendance.ts';
import { decimalsOf } from '#contract/money/currencies.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { reportFigures, type FigureKey } from '#contract/reports/report-words.ts';
import type { PaySheet } from '#contract/reports/reports.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectRowsOfEach, readReport, readRowsOf } from '#tests/helpers/report-rows.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
const today = dayInLaos();
const ago = (days: number) => addDays(today, -days);
const range = `from=${ago(60)}&to=${today}`;

const read = async (client: Client, figure: FigureKey, more = '') => {
  const [table] = await readReport(
    client,
    figure === 'pay' ? 'pay' : 'attendance',
    `${range}&figure=${figure}${more}`,
  );
  if (!table) throw new Error('No table');
  return table;
};

let classId: string;
/**
 * Marks of three students in six lessons, one letter each: present, late, excused, absent, make-up,
 * or none.
 */
const marks = ['ppllap', 'pppaea', 'paaema'];
const statuses = { p: 'present', l: 'late', e: 'excused', a: 'absent', m: 'makeup' } as const;

beforeAll(async () => {
  server = await startTestServer();
  [owner, admin] = [await server.as('superadmin'), await server.as('admin')];
  const [teacher] = (
    await server.db.execute<{ id: string }>(
      sql`select teacher.id from teachers teacher
        join teacher_rates rate on rate.teacher_id = teacher.id
        order by teacher.teacher_code limit 1`,
    )
  ).rows;
  const taught = await insertClass(server.db, {
    status: 'running',
    teacherId: teacher?.id ?? null,
  });
  classId = taught._id;
  const people = await insertProspects(server.db, marks.length);
  for (const { _id } of people) {
    await server.db.execute(sql`
      insert into enrolments (id, student_id, class_id, branch_id, term_id, course_id, status, start_date)
      values (${uuidv7()}, ${_id}, ${classId}, ${taught.branchId}, ${taught.termId}, ${taught.courseId}, 'active', ${ago(50)})`);
  }
  for (let lesson = 0; lesson < 6; lesson += 1) {
    const session = uuidv7();
    await server.db.execute(sql`
      insert into class_sessions (id, class_id, branch_id, date, start_time, end_time, teacher_id, status, attendance_taken_at)
      values (${session}, ${classId}, ${taught.branchId}, ${ago(40 - lesson * 5)}, '06:00', '07:30', ${taught.teacherId}, 'held', now())`);
    for (const [at, { _id }] of people.entries()) {
      const status = statuses[marks[at]?.[lesson] as keyof typeof statuses];
      await server.db.execute(
        sql`insert into attendance (id, session_id, student_id, status, marked_at) values (${uuidv7()}, ${session}, ${_id}, ${status}, now())`,
      );
    }
  }
});
afterAll(() => server.close());

describe('each figure', () => {
  it('of a known class is what was marked there', async () => {
    const of = `&classId=${classId}`;
    // Two of 18 marks are excused; present, late and make-up are 5 + 3 + 2.
    expect((await read(owner, 'marks', of)).total).toEqual([16, 10, 6, 2, 2]);
    // The second was absent twice around an excuse; the third one came to 2 of 5.
    const slipping = await readRowsOf(owner, 'attendance', `${range}&figure=slipping${of}`);
    expect(slipping.rows.map(({ values }) => values).toSorted()).toEqual(
      [
        [1, 3, 2, 5],
        [1, 2, 3, 5],
      ].toSorted(),
    );
    expect(slipping.rows.every(({ classCode }) => classCode !== '')).toBe(true);
    expect((await read(owner, 'hours', of)).total).toEqual([540, 1620, 6]);
    expect(
      (await read(owner, 'marks', `${of}&by=weekday`)).rows.every(({ key }) => /^[1-7]$/.test(key)),
    ).toBe(true);
  });

  it.each([...reportFigures.attendance, ...reportFigures.pay])(
    '%s is what its rows come to, by whatever it is grouped',
    async (figure) => {
      const name = figure === 'pay' ? 'pay' : 'attendance';
      const { groupings, total } = await read(owner, figure);
      expect(total[0]).toBeGreaterThan(0);
      const tables = [];
      for (const by of groupings) tables.push(await read(owner, figure, `&by=${by}`));
      await expectRowsOfEach(owner, name, tables, range);
    },
  );

  it('pays the minutes of each rate, and says the same in the file', async () => {
    const sheet = done<PaySheet[]>(await owner.get(`/reports/pay/sheet?${range}`));
    expect(sheet.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(
      (await read(owner, 'pay')).total[0],
    );
    const lines = sheet.flatMap((teacher) => teacher.lines.map((line) => ({ ...teacher, line })));
    for (const { line } of lines)
      expect(line.pay).toBe(line.rate && Math.round((line.minutes * line.rate.amount) / 60));
    expect((await (await server.as('staff')).get(`/reports/pay/sheet?${range}`)).statusCode).toBe(
      403,
    );
    expect((await (await server.as('finance')).get(`/reports/pay/sheet?${range}`)).statusCode).toBe(
      200,
    );
    const { body } = await owner.get(`/reports/pay/export?${range}&format=csv`);
    const paid = lines.find(({ line }) => line.rate !== null);
    if (!paid?.line.rate) throw new Error('Nobody has a rate');
    const { amount, currency } = paid.line.rate;
    const inUnits = (sum: number) => sum / 10 ** decimalsOf(currency);
    expect(body).toContain(
      `"${paid.line.minutes}","${paid.line.sessions}","${inUnits(amount)}","an hour","${currency}","${inUnits(paid.line.pay ?? 0)}"`,
    );
  });

  it('counts the sessions without attendance that the home page lists', async () => {
    const listed = done<NotTaken[]>(
      await owner.get(`/attendance/not-taken?from=${ago(60)}&to=${today}`),
    );
    expect((await read(owner, 'notTaken')).total).toEqual([listed.length]);
  });
});

describe('who reads it', () => {
  it('sees the own branch only; pay is for admins', async () => {
    const clerk = await server.as('staff');
    expect((await read(clerk, 'marks', '&by=branch')).rows).toHaveLength(1);
    expect(await read(clerk, 'marks')).toEqual(await read(admin, 'marks'));
    expect((await clerk.get(`/reports/pay?${range}`)).statusCode).toBe(403);
    expect((await admin.get(`/reports/pay?${range}`)).statusCode).toBe(200);
  });
});
