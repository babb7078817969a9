import { sql } from 'drizzle-orm';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { NotTaken } from '#contract/classes/attendance.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMovingRates, movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let dongdok: string;
const steps = movingSteps(() => owner);

/** The phone of a family; two fathers who share one are asked to be one person. */
const phoneOf = (code: string, at: number) => `020 5599 ${code.charCodeAt(0)}${10 + at}`;
/** Students with a payer of their own, by their codes. */
const people = (codes: readonly string[]) =>
  Buffer.from(
    [
      'Student code,Given name,Surname,Gender,Date of birth,Guardian,Guardian phone,Relation,Status',
      ...codes.map((code, at) => {
        const father = `ພໍ່ ${code},${phoneOf(code, at)},ພໍ່`;
        return `${code},${code},ກາງພາກ,ຍິງ,01/02/2014,${father},ກຳລັງຮຽນ`;
      }),
    ].join('\n'),
  );
const midTerm = (name: string, className: string) =>
  Buffer.from(movingFile(name).toString().replaceAll(',A1,', `,${className},`));

/** Writes the running places of a file with their money; returns those that have a problem. */
async function moveIn(name: string, codes: readonly string[], className: string) {
  await steps.run(await steps.upload(people(codes), dongdok));
  const move = await steps.upload(midTerm(name, className), dongdok);
  await steps.run(move);
  await steps.writeMoney(move);
  const rows = await steps.rows(move, 'enrolments', 'problem');
  return rows.map(({ number, problems }) => [number, problems.map(({ field }) => field).join()]);
}

/** Charges, payments, and what each student owes or has too much, in kip. */
async function moneyOf(like: string) {
  const { rows } = await server.db.execute<Record<string, unknown>>(sql`
    select student_code as student,
      string_agg(distinct line.kind || ' ' || line.amount_lak || ' ' || line.sessions, ', ') as lines,
      coalesce((select sum(amount_lak) from payments
        where payer_parent_id = parents.id and method = 'opening'), 0)::float8 as paid,
      (select sum(total_lak - paid_lak) from orders
        where payer_parent_id = parents.id)::float8 as owed,
      coalesce((select sum(free_lak) from payments
        where payer_parent_id = parents.id), 0)::float8 as credit
    from students join guardians on guardians.student_id = students.id
    join parents on parents.id = guardians.parent_id
    join order_lines line on line.student_id = students.id
    where student_code like ${like} group by parents.id, student_code order by 1`);
  return rows.map((row) => Object.values(row));
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  await addMovingRates(server.db);
  await steps.run(await steps.upload(movingFile('clean.xlsx')));
  dongdok = await branchId(server.db, 'DDK');
});
afterAll(() => server.close());

it('bills what is left of a running class, and carries what was paid for it', async () => {
  const codes = Array.from({ length: 8 }, (_row, at) => `V-${at + 1}`);
  expect(await moveIn('mid-term.csv', codes, 'A1 ແລງ ຈັນ-ພຸດ')).toEqual([
    // 900,000 paid and 700,000 owed are not 1,500,000; 25 of 24 sessions were used.
    [4, 'balanceDue'],
    [5, 'sessionsUsed'],
  ]);
  expect(await moneyOf('V-%')).toEqual([
    ['V-1', 'tuition 937500 15', 337_500, 600_000, 0],
    ['V-2', 'tuition 937500 15', 337_500, 600_000, 0],
    ['V-5', 'tuition 937500 15', 1_037_500, 0, 100_000],
    ['V-6', 'tuition 1500000 24', 0, 1_500_000, 0],
    ['V-7', 'tuition 0 0', 0, 0, 0],
    ['V-8', 'opening 262500 0, tuition 937500 15', 0, 1_200_000, 0],
  ]);
});

it('proposes the lessons of the timetable where the file has no used sessions', async () => {
  const className = 'A1 ແລງ ຈັນ-ພຸດ';
  const { rows } = await server.db.execute<{ late: string; held: number; heldLate: number }>(sql`
    with taught as (
      select day::date as day from classes class
      join academic_terms term on term.id = class.term_id,
      generate_series(class.start_date::date,
        least(class.end_date, ${addDays(dayInLaos(), -1)})::date, '1 day') day
      where class.old_name = ${className}
        and class.slots @> jsonb_build_array(
          jsonb_build_object('weekday', extract(isodow from day)::int))
        and not term.holidays @> jsonb_build_array(jsonb_build_object('date', day::date::text)))
    select (select (max(day) - 7)::text from taught) as late, count(*)::int as held,
      (count(*) filter (where day >= (select max(day) - 7 from taught)))::int as "heldLate"
    from taught`);
  const { late = '', held = 0, heldLate = 0 } = rows[0] ?? {};
  expect(held).toBeGreaterThan(heldLate);
  expect(heldLate).toBeGreaterThan(0);
  const codes = ['T-1', 'T-2', 'T-3', 'T-4'];
  await steps.run(await steps.upload(people(codes), dongdok));
  const from = late.split('-').toReversed().join('/');
  const file = [
    'Student,Class,From,Price,Currency,Sessions bought,Paid so far',
    ...['T-1,', 'T-2,', `T-3,${from}`].map((start) =>
      start.replace(',', `,${className},`).concat(',"9,000,000",LAK,90,"9,000,000"'),
    ),
    `T-4,${className},,"100,000",LAK,1,"100,000"`,
  ].join('\n');
  const move = await steps.upload(Buffer.from(file), dongdok);
  const asked = await steps.rows(move, 'enrolments', 'problem');
  const proposed = asked.map(({ problems }) =>
    problems.flatMap(({ field, choices }) => (field === 'sessionsUsed' ? choices : [])),
  );
  // No more than were bought.
  expect(proposed).toEqual([held, held, heldLate, 1].map((count) => [String(count)]));
  const [first] = asked;
  if (!first) throw new Error('Nothing is asked');
  const value = String(held);
  const mended = await steps.mend(move, first, { field: 'sessionsUsed', value, forAll: true });
  const left = await steps.rows(mended, 'enrolments', 'problem');
  expect(left.map(({ values }) => values['student'])).toEqual(['T-3', 'T-4']);
  const ready = await steps.rows(mended, 'enrolments', 'ready');
  expect(ready.map(({ values }) => values['sessionsUsed'])).toEqual([value, value]);
});

it('takes foreign prices at the rate of the day, and the discount of what is left', async () => {
  const codes = Array.from({ length: 4 }, (_row, at) => `W-${at + 1}`);
  expect(await moveIn('mid-term-money.csv', codes, 'A1 ແລງ ອັງຄານ-ພະຫັດ')).toEqual([]);
  expect(await moneyOf('W-_')).toEqual([
    ['W-1', 'tuition 3225000 15', 645_000, 2_580_000, 0],
    ['W-2', 'discount -93750 0, tuition 937500 15', 843_750, 0, 0],
    ['W-3', 'discount -93750 0, opening 6250 0, tuition 937500 15', 0, 850_000, 0],
    ['W-4', 'opening 252668 0, tuition 2717002 19', 0, 2_969_670, 0],
  ]);
});

it('asks for no register of a session of the old book, which keeps no term from closing', async () => {
  const today = dayInLaos();
  // The class has met for a week, and once today; its other sessions are of days to come, or one of
  // this evening would be due as well.
  const { rows } = await server.db.execute<{ classId: string; termId: string }>(sql`
    select class.id as "classId", class.term_id as "termId" from classes class
    join enrolments place on place.class_id = class.id
    join order_lines line on line.enrolment_id = place.id and line.is_opening
    where class.status = 'running' order by class.class_code limit 1`);
  const { classId, termId } = rows[0] ?? { classId: '', termId: '' };
  await server.db.execute(sql`update enrolments set start_date = ${addDays(today, -30)}
    where class_id = ${classId}`);
  await server.db.execute(sql`update class_sessions met
    set date = ${today}::date + (case when at <= 8 then 1 - at else at end)::int,
      start_time = '00:00', end_time = '00:01'
    from (select id, row_number() over (order by date) as at from class_sessions
      where class_id = ${classId}) numbered
    where numbered.id = met.id`);
  const listed = await owner.get(`/attendance/not-taken?classId=${classId}`);
  expect(listed.json<NotTaken[]>().map(({ date }) => date)).toEqual([today]);

  await server.db.execute(sql`update academic_terms set status = 'running' where id = ${termId}`);
  const terms = (await owner.get('/academic-terms')).json<AcademicTerm[]>();
  const term = terms.find(({ _id }) => _id === termId);
  const closing = { version: term?.version, status: 'closed', reason: '' };
  const closed = await owner.post(`/academic-terms/${termId}/status`, closing);
  expect(closed.json()).toMatchObject({ status: 'closed' });
});
