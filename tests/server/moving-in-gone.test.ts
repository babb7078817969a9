import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonalData } from '#contract/people/personal-data.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { checkMove } from '#server/desk/moving-in/check-move.ts';
import { eraseDue } from '#server/jobs/erase-people.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { done } from '#tests/helpers/class-data.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
let owner: Client;
let students: (typeof studentTable.$inferSelect)[];
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  owner = await server.as('superadmin');
  students = await insertProspects(server.db, 4);
  await insertClass(server.db, { course: 'ENG-A1' });
});
afterAll(() => server.close());

const student = (at: number) => {
  const one = students[at];
  if (!one) throw new Error('A student was expected');
  return one;
};
const now = async (at: number) => {
  const which = eq(studentTable._id, student(at)._id);
  const [row] = await server.db.select().from(studentTable).where(which);
  return row;
};
/** A file that says a phone of a student, or more columns. */
const fileOf = (at: number, more: readonly string[], cells: readonly string[]) => {
  const { studentCode, firstName, lastName } = student(at);
  return csv(
    ['Student code,First name,Last name,Gender,Home branch', ...more].join(','),
    [studentCode, firstName, lastName, 'F', 'VTE', ...cells].join(','),
  );
};
const withPhone = (at: number) => fileOf(at, ['Phone'], ['020 5551 7399']);
const due = async (at: number) => {
  const path = `/personal-data/student/${student(at)._id}/erasure`;
  done(await admin.post(path, { reason: 'They asked' }));
  done(await owner.post(`${path}/confirm`, {}));
  await server.db.execute(sql`
    update erasures set confirmed_at = confirmed_at - interval '15 days' where done_at is null`);
};
/** The rows of a move, as a check that had read them before would store them. */
const rowsOf = (moveId: string) => sql`
  select id, state, name, input, changes from move_rows where move_id = ${moveId}`;

it('lets an erasure wait while a file is checked', async () => {
  await due(0);
  const move = await steps.upload(withPhone(0));
  await server.db.update(moveTable).set({ state: 'checking' }).where(eq(moveTable._id, move._id));
  const [again] = await server.db.select().from(moveTable).where(eq(moveTable._id, move._id));
  if (!again) throw new Error('No move');
  const erased: number[] = [];
  const rest = async () => void erased.push(await eraseDue(server.db));
  await checkMove(server.db, again, 'en', { isOver: () => false, rest });
  expect(new Set(erased)).toEqual(new Set([0]));
  for (const state of ['reading', 'checking done', 'running', 'undoing'] as const) {
    await server.db.update(moveTable).set({ state }).where(eq(moveTable._id, move._id));
    const path = `/personal-data/student/${student(0)._id}`;
    expect((await admin.get(path)).json<PersonalData>().erasure?.hindrances).toEqual(['moving']);
  }
  await server.db.update(moveTable).set({ state: 'read' }).where(eq(moveTable._id, move._id));
  expect(await eraseDue(server.db)).toBe(1);
  expect(await now(0)).toMatchObject({ firstName: 'Erased', phone: '' });
});

it('refuses a row of somebody who was erased, when it is written and when it is checked', async () => {
  await due(1);
  const move = await steps.upload(withPhone(1));
  expect(move.counts).toMatchObject({ changed: 1 });
  const { rows } = await server.db.execute(rowsOf(move._id));
  expect(await eraseDue(server.db)).toBe(1);
  await server.db.execute(sql`
    update move_rows kept set state = old.state, input = old.input, changes = old.changes
    from json_populate_recordset(null::move_rows, ${JSON.stringify(rows)}) old
    where kept.id = old.id`);
  expect((await steps.run(move)).counts).toMatchObject({ problem: 1, in: 0 });
  expect(await now(1)).toMatchObject({ firstName: 'Erased', phone: '' });
  const later = await steps.upload(withPhone(1));
  const [row] = await steps.rows(later, 'students');
  expect(row).toMatchObject({ state: 'problem', problems: [{ field: 'studentCode' }] });
});

it('refuses what a file adds to a student who was merged into another one', async () => {
  const move = await steps.upload(fileOf(2, ['Courses passed'], ['ENG-A1']));
  expect(move.counts).toMatchObject({ changed: 1 });
  await server.db
    .update(studentTable)
    .set({ mergedIntoId: student(3)._id, archived: true })
    .where(eq(studentTable._id, student(2)._id));
  expect((await steps.run(move)).counts).toMatchObject({ problem: 1, in: 0 });
  const [row] = await steps.rows(move, 'students');
  expect(row?.problems[0]?.error).toContain(student(3).studentCode);
  expect(await server.db.$count(coursePassedBeforeTable)).toBe(0);
});
