import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classInput } from '#contract/classes.ts';
import { roomInput } from '#contract/rooms.ts';
import { seedScaleClasses } from '#server/db/seed/scale-classes.ts';
import { seedScale } from '#server/db/seed/scale.ts';
import { attendanceTable } from '#server/modules/attendance/attendance.table.ts';
import { classTable } from '#server/modules/classes/classes.table.ts';
import { roomTable } from '#server/modules/rooms/rooms.table.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const found = async (query: SQL) => (await server.db.execute(query)).rows;

const overlapping = (same: string) => sql`
  select a.id, b.id from class_sessions a join class_sessions b on a.id < b.id and a.date = b.date and ${sql.raw(same)}
  and a.start_time < b.end_time and b.start_time < a.end_time and a.status in ('scheduled', 'held') and b.status in ('scheduled', 'held')`;

/** What holds in every centre, whoever filled it. */
const rules: [what: string, broken: SQL][] = [
  ['a teacher in two places', overlapping('a.teacher_id = b.teacher_id')],
  ['a room with two classes', overlapping('a.room_id = b.room_id')],
  [
    'a student in two places',
    sql`with mine as (
          select e.student_id, e.start_date, s.* from enrolments e join class_sessions s on s.class_id = e.class_id
          where e.status in ('active', 'suspended', 'pending') and s.status in ('scheduled', 'held') and s.date >= e.start_date)
        select a.id from mine a join mine b on a.student_id = b.student_id and a.id < b.id and a.date = b.date
        and a.start_time < b.end_time and b.start_time < a.end_time`,
  ],
  [
    'a class over its capacity',
    sql`select c.id from classes c join enrolments e on e.class_id = c.id and e.status in ('active', 'suspended', 'pending') group by c.id having count(*) > c.capacity`,
  ],
  [
    'a meeting on a holiday of its term',
    sql`select s.id from class_sessions s join classes c on c.id = s.class_id join academic_terms t on t.id = c.term_id
        where exists (select 1 from jsonb_array_elements(t.holidays) holiday where (holiday->>'date')::date = s.date)`,
  ],
  ['a meeting outside its class', sql`select s.id from class_sessions s join classes c on c.id = s.class_id where s.date < c.start_date or s.date > c.end_date`],
  ['a class of another branch than its room', sql`select c.id from classes c join rooms r on r.id = c.room_id where r.branch_id <> c.branch_id`],
  ['a teacher of another branch', sql`select c.id from classes c join teachers t on t.id = c.teacher_id where not c.branch_id = any(t.branch_ids)`],
  ['a class larger than its room', sql`select c.id from classes c join rooms r on r.id = c.room_id where c.capacity > r.capacity`],
  [
    'attendance of somebody who is not in the class, or before the day',
    sql`select a.id from attendance a join class_sessions s on s.id = a.session_id
        where s.date > (now() at time zone 'Asia/Vientiane')::date or s.attendance_taken_at is null
        or not exists (select 1 from enrolments e where e.class_id = s.class_id and e.student_id = a.student_id)`,
  ],
];

const expectForms = async () => {
  for (const row of await server.db.select().from(classTable)) expect(classInput.safeParse(row)).toMatchObject({ success: true });
  for (const row of await server.db.select().from(roomTable)) expect(roomInput.safeParse(row)).toMatchObject({ success: true });
};

describe('the classes of the demo centre', () => {
  it.each(rules)('have not %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it('are such as the forms would take', expectForms);

  it('show what an overview is for: one is full, one without a teacher, one without a room, one with too few students', async () => {
    const running = sql`select c.*, (select count(*)::int from enrolments e where e.class_id = c.id) as taken from classes c join academic_terms t on t.id = c.term_id where t.is_current`;
    const some = async (where: string) => found(sql`select id from (${running}) class where ${sql.raw(where)}`);
    for (const where of ['taken = capacity', 'teacher_id is null', 'room_id is null', 'taken < min_students']) expect(await some(where), where).not.toEqual([]);
  });
});

describe('as many classes more as asked for', () => {
  beforeAll(async () => {
    await seedScale(server.db, 400);
  });

  it('come with students and attendance', async () => {
    const before = await server.db.$count(classTable);
    const marksBefore = await server.db.$count(attendanceTable);
    expect(await seedScaleClasses(server.db, { classes: 45, enrolments: 300, marks: 1500 })).toMatchObject({ classes: 45, enrolments: 300 });
    expect(await server.db.$count(classTable)).toBe(before + 45);
    const marks = (await server.db.$count(attendanceTable)) - marksBefore;
    expect(marks).toBeGreaterThanOrEqual(1500);
    expect(marks).toBeLessThan(1500 + 3 * 24);
  });

  it.each(rules)('and nobody finds %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it('are such as the forms would take', expectForms);

  it('come twice without a code or a room of the same name', async () => {
    const before = await server.db.$count(classTable);
    await seedScaleClasses(server.db, { classes: 6, enrolments: 10, marks: 0 });
    expect(await server.db.$count(classTable)).toBe(before + 6);
  });
});
