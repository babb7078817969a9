import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonalData } from '#contract/people/personal-data.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { erasureTable } from '#server/db/tables/desk/erasures.table.ts';
import { movingRowTable, moveTable } from '#server/db/tables/desk/moving-in.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { checkMove } from '#server/desk/moving-in/check-move.ts';
import { eraseDue } from '#server/jobs/erase-people.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { done } from '#tests/helpers/class-data.ts';
import { movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let admin: Client;
let owner: Client;
let students: (typeof studentTable.$inferSelect)[];
const steps = movingSteps(() => owner);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  owner = await server.as('superadmin');
  students = await insertProspects(server.db, 9);
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
const due = (at: number) => dueOf('student', student(at)._id);
const dueOf = async (kind: string, personId: string) => {
  const path = `/personal-data/${kind}/${personId}/erasure`;
  done(await admin.post(path, { reason: 'They asked' }));
  done(await owner.post(`${path}/confirm`, {}));
  await server.db.execute(sql`
    update erasures set confirmed_at = confirmed_at - interval '15 days' where done_at is null`);
};
const merged = async (path: string, [keepId, dropId]: [string, string]) => {
  const versions = { keepVersion: 1, dropVersion: 1, choices: {} };
  done(await owner.post(`/${path}/merge`, { keepId, dropId, ...versions }));
};
const insertParent = async (firstName: string, phone: string) => {
  const own = { firstName, lastName: 'Vongsa', phone, branchId: await branchId(server.db, 'VTE') };
  const nameKey = `${firstName} vongsa`.toLowerCase();
  const [parent] = await server.db
    .insert(parentTable)
    .values({ ...own, nameKey, search: nameKey })
    .returning();
  if (!parent) throw new Error('No parent');
  return parent;
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
  // A check that has nothing to store rests only after a while.
  await server.db.execute(sql`update move_rows set name = '' where move_id = ${move._id}`);
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

it('writes the money of somebody who was merged to the family of the one who was kept', async () => {
  const [kept, dropped, erased] = [student(4), student(5), student(6)];
  const father = await insertParent('Khamla', '+8562055512211');
  const link = { parentId: father._id, position: 0, isPayer: true, isPrimaryContact: true };
  await server.db
    .insert(guardianTable)
    .values({ ...link, studentId: kept._id, relation: 'father', canPickUp: true });
  const line = (code: string, amount: number) =>
    `${code},owes,${amount},LAK,15/10/2026,P-${amount}`;
  const move = await steps.run(
    await steps.upload(
      csv(
        'Student,Owes or credit,Amount,Currency,Due date,Old paper no',
        line(dropped.studentCode, 400_000),
        line(erased.studentCode, 500_000),
      ),
    ),
  );
  expect(move.counts).toMatchObject({ ready: 2, rows: 2 });
  await merged('students', [kept._id, dropped._id]);
  await due(6);
  expect(await eraseDue(server.db)).toBe(1);
  expect((await steps.writeMoney(move)).counts).toMatchObject({ in: 1, problem: 1 });
  const orders = await server.db
    .select({ payer: orderTable.payerParentId, student: orderLineTable.studentId })
    .from(orderLineTable)
    .innerJoin(orderTable, eq(orderTable._id, orderLineTable.orderId));
  expect(orders).toEqual([{ payer: father._id, student: kept._id }]);
});

it('adds nobody again for the row of somebody who was merged', async () => {
  const all = await server.db.$count(studentTable);
  const again = await steps.upload(fileOf(5, ['Phone'], ['020 5551 7401']));
  const [row] = await steps.rows(again, 'students');
  expect(row?.problems[0]?.error).toContain(student(4).studentCode);
  expect(await server.db.$count(studentTable)).toBe(all);
  const owed = await steps.upload(
    csv(
      'Student,Owes or credit,Amount,Currency,Due date',
      `${student(5).studentCode},owes,1000,LAK,15/10/2026`,
      `${student(6).studentCode},owes,1000,LAK,15/10/2026`,
    ),
  );
  const [ofKept, ofErased] = await steps.rows(owed, 'balances');
  expect(ofKept?.state).toBe('ready');
  expect(ofErased?.problems).toMatchObject([{ field: 'student' }]);
});

it('links a new child to the guardian into whom the one of the file was merged', async () => {
  const kept = await insertParent('Bounmy', '+8562055512233');
  const dropped = await insertParent('Bounmi', '+8562055512244');
  const columns = 'First name,Last name,Gender,Home branch,Guardian 1 first name';
  const move = await steps.upload(
    csv(
      `${columns},Guardian 1 last name,Guardian 1 phone,Guardian 1 relation`,
      'Noy,Vongsa,F,VTE,Bounmi,Vongsa,020 5551 2244,mother',
    ),
  );
  expect(move.counts).toMatchObject({ ready: 1 });
  await merged('parents', [kept._id, dropped._id]);
  const all = await server.db.$count(parentTable);
  expect((await steps.run(move)).counts).toMatchObject({ in: 1 });
  expect(await server.db.$count(parentTable)).toBe(all);
  const links = eq(guardianTable.parentId, kept._id);
  expect(await server.db.$count(guardianTable, links)).toBe(1);
});

it('forgets the cells of written rows after 90 days, and no other ones', async () => {
  const cellsOf = async (moveId: string) => {
    const which = eq(movingRowTable.moveId, moveId);
    const rows = await server.db
      .select()
      .from(movingRowTable)
      .where(which)
      .orderBy(movingRowTable.number);
    return rows.map(({ cells, recordId, state }) => [state, recordId !== null, cells.length > 0]);
  };
  const head = 'Student code,First name,Last name,Gender,Home branch,Date of birth,Phone';
  const file = (at: number) =>
    csv(head, `FC-${at},Noy,Phan${at},F,VTE,01/02/1990,020 5551 770${at}`, `FD-${at},,,,VTE,,`);
  const [old, young] = [await steps.upload(file(1)), await steps.upload(file(2))];
  for (const move of [old, young]) await steps.run(move);
  const whole = [
    ['in', true, true],
    ['problem', false, true],
  ];
  await server.db
    .update(moveTable)
    .set({ endedAt: sql`now() - interval '91 days'` })
    .where(eq(moveTable._id, old._id));
  expect(await cellsOf(old._id)).toEqual(whole);
  await tidy(server.db);
  expect(await cellsOf(old._id)).toEqual([['in', true, false], whole[1]]);
  expect(await cellsOf(young._id)).toEqual(whole);
});

it('refuses a class of a teacher who was erased, and one of a teacher who has left', async () => {
  const free = await server.db.select().from(teacherTable).limit(2);
  const [term] = await server.db
    .select()
    .from(academicTermTable)
    .where(eq(academicTermTable.code, 'T2'));
  const [erased, left] = free;
  if (!erased || !left || !term) throw new Error('No demo centre');
  const line = (name: string, { teacherCode }: typeof erased) =>
    `${name},ENG-A1,T2,VTE,${term.startDate},${term.endDate},Tue 06:00-07:30,${teacherCode},10`;
  const move = await steps.upload(
    csv(
      'Class name,Course,Term,Branch,Start date,End date,Timetable,Teacher,Capacity',
      line('K1', erased),
      line('K2', left),
    ),
  );
  expect(move.counts).toMatchObject({ ready: 2 });
  await server.db
    .insert(erasureTable)
    .values({ kind: 'teacher', personId: erased._id, doneAt: new Date().toISOString() });
  await server.db.update(teacherTable).set({ archived: true });
  expect((await steps.run(move)).counts).toMatchObject({ problem: 2, in: 0 });
  const errors = (await steps.rows(move, 'classes')).map(({ problems }) => problems[0]?.error);
  expect(errors).toEqual([
    expect.stringContaining('erased'),
    expect.stringContaining(left.teacherCode),
  ]);
});
