import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classInput } from '#contract/classes/classes.ts';
import { roomInput } from '#contract/courses/rooms.ts';
import { seedScaleClasses } from '#server/seed/scale-classes.ts';
import { seedScale } from '#server/seed/scale.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { classRules, ofAge } from '#tests/helpers/class-rules.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const found = async (query: SQL) => (await server.db.execute(query)).rows;

const expectForms = async () => {
  for (const row of await server.db.select().from(classTable))
    expect(classInput.safeParse(row)).toMatchObject({ success: true });
  for (const row of await server.db.select().from(roomTable))
    expect(roomInput.safeParse(row)).toMatchObject({ success: true });
};

describe('the classes of the demo centre', () => {
  it.each([...classRules, ...ofAge])('have not %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it('are such as the forms would take', expectForms);

  it('show what an overview is for: one is full, one without a teacher, one without a room, one with too few students', async () => {
    const running = sql`select c.*, (select count(*)::int from enrolments e where e.class_id = c.id) as taken from classes c join academic_terms t on t.id = c.term_id where t.status = 'running'`;
    const some = async (where: string) =>
      found(sql`select id from (${running}) class where ${sql.raw(where)}`);
    for (const where of [
      'taken = capacity',
      'teacher_id is null',
      'room_id is null',
      'taken < min_students',
    ])
      expect(await some(where), where).not.toEqual([]);
  });
});

describe('as many classes more as asked for', () => {
  beforeAll(async () => {
    await seedScale(server.db, 400);
  });

  it('come with students and attendance', async () => {
    const before = await server.db.$count(classTable);
    const marksBefore = await server.db.$count(attendanceTable);
    expect(
      await seedScaleClasses(server.db, { classes: 45, enrolments: 300, marks: 1500 }),
    ).toMatchObject({ classes: 45, enrolments: 300 });
    expect(await server.db.$count(classTable)).toBe(before + 45);
    const marks = (await server.db.$count(attendanceTable)) - marksBefore;
    expect(marks).toBeGreaterThanOrEqual(1500);
    expect(marks).toBeLessThan(1500 + 3 * 24);
  });

  it.each(classRules)('and nobody finds %s', async (_what, broken) => {
    expect(await found(broken)).toEqual([]);
  });

  it('are such as the forms would take', expectForms);

  it('come twice without a code or a room of the same name', async () => {
    const before = await server.db.$count(classTable);
    await seedScaleClasses(server.db, { classes: 6, enrolments: 10, marks: 0 });
    expect(await server.db.$count(classTable)).toBe(before + 6);
  });
});
