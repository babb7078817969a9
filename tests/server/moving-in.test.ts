import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Move, MovingRow } from '#contract/imports/moving-in.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { writeNextSlice } from '#server/desk/moving-in/write-slice.ts';
import { resumeMoves } from '#server/desk/moving-in/run-moves.ts';
import { movingFile, movingSteps } from '#tests/helpers/moving-steps.ts';
import { csv } from '#tests/helpers/sheet-files.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let clean: Move;
let before: unknown;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  before = await countAll();
  clean = await steps.upload(movingFile('clean.xlsx'));
});
afterAll(() => server.close());

/** Opening balances wait for the step of the money. */
const BALANCES = 5;
const COURSES = 2;
/** Sums of a file are of its own move, so they come in with it each time. */
const CONTROL_TOTALS = 2;
const [DRAWERS, NUMBERS, ACCOUNTS] = [3, 5, 4];
const steps = movingSteps(() => owner);
const countAll = async () => {
  const tables = [
    'branches',
    'rooms',
    'courses',
    'course_categories',
    'teachers',
    'academic_terms',
  ];
  tables.push('classes', 'class_sessions', 'students', 'parents', 'guardians', 'enrolments');
  tables.push('enrolment_states', 'books', 'drawers', 'import_keys', 'users');
  tables.push('account_grants');
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await server.db.execute(sql.raw(`select ${counts.join(', ')}`))).rows[0];
};
const byCode = async (code: string) => {
  const [found] = await server.db
    .select()
    .from(studentTable)
    .where(eq(studentTable.studentCode, code));
  return found;
};
/** What the cells of some rows say is wrong, by the number of the row. */
const problemsOf = (rows: readonly MovingRow[]) =>
  Object.fromEntries(
    rows.flatMap(({ number, problems }) =>
      problems.length === 0 ? [] : [[number, problems.map(({ field }) => field).join()]],
    ),
  );
/** Every row is counted: in, left out, the same, ready, or with a problem. */
const expectCounted = ({ counts }: Move) => {
  const { rows, ...states } = counts;
  expect(Object.values(states).reduce((sum, some) => sum + some, 0)).toBe(rows);
};

describe('a centre with clean sheets', () => {
  it('has no problem in any row, and nothing is written by the dry run', async () => {
    // Two courses of the demo centre have other sessions in the file.
    expect(clean.counts).toMatchObject({ problem: 0, waiting: 0, changed: COURSES, in: 0 });
    expect(clean.counts.ready + clean.counts.same + COURSES).toBe(
      [
        2,
        2,
        3,
        5,
        4,
        1,
        4,
        6,
        3,
        40,
        38,
        BALANCES,
        DRAWERS,
        NUMBERS,
        ACCOUNTS,
        CONTROL_TOTALS,
      ].reduce((sum, rows) => sum + rows),
    );
    expectCounted(clean);
    expect(await countAll()).toEqual(before);
  });

  it('moves in slice by slice, and goes on where a killed server stopped, with nothing twice', async () => {
    const { _id } = clean;
    await server.db.execute(sql`update moves set state = 'running' where id = ${_id}`);
    for (let slice = 0; slice < 9; slice += 1) await writeNextSlice(server.db, _id, 5);
    expect((await steps.read(_id)).counts.in).toBeGreaterThan(10);
    // The rows of a slice that was not committed are still due, as after kill -9.
    await resumeMoves(server.db, server.app.log);
    const done = await steps.ended(_id);
    expect(done).toMatchObject({
      state: 'done',
      counts: { ready: BALANCES, problem: 0, waiting: 0 },
    });
    expect(done.counts.in).toBe(clean.counts.ready + COURSES - BALANCES);
    expectCounted(done);
  });

  it('keeps codes to the letter, families together, and classes under their old names', async () => {
    const first = await byCode('DDK-0001');
    expect(first).toMatchObject({
      firstName: 'ສົມພອນ',
      dateOfBirth: '2009-01-01',
      status: 'active',
    });
    const guardians = await server.db
      .select({
        phone: parentTable.phone,
        phone2: parentTable.phone2,
        payer: guardianTable.isPayer,
      })
      .from(guardianTable)
      .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
      .where(eq(guardianTable.studentId, first?._id ?? ''))
      .orderBy(guardianTable.position);
    expect(guardians).toHaveLength(2);
    const sibling = await byCode('DDK-0002');
    const shared = await server.db
      .select({ _id: guardianTable.parentId })
      .from(guardianTable)
      .where(inArray(guardianTable.studentId, [first?._id ?? '', sibling?._id ?? '']));
    expect(new Set(shared.map(({ _id }) => _id)).size).toBeLessThan(shared.length);
    const found = (await owner.get('/classes?search=ແລງ')).json<SchoolClass[]>();
    expect(found.map(({ oldName }) => oldName).sort()).toContain('A1 ແລງ ອັງຄານ-ພະຫັດ');
    const [evening] = found.filter(({ oldName }) => oldName === 'A1 ແລງ ອັງຄານ-ພະຫັດ');
    expect(evening?.status).toBe('running');
    expect(evening?.classCode).toMatch(/^ENG-A1-T2-26-/);
    const places = await server.db
      .select({ code: branchTable.code, rows: sql<number>`count(*)::int` })
      .from(enrolmentTable)
      .innerJoin(branchTable, eq(branchTable._id, enrolmentTable.branchId))
      .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
      .where(and(eq(enrolmentTable.status, 'active'), sql`${classTable.oldName} <> ''`))
      .groupBy(branchTable.code);
    expect(Object.fromEntries(places.map(({ code, rows }) => [code, rows]))).toEqual({
      DDK: 24,
      SKT: 14,
    });
    for (const path of [`/students/${first?._id}`, '/students', '/teachers', '/parents', '/rooms'])
      expect((await owner.get(path)).statusCode, path).toBe(200);
  });

  it('finds everything the same when the file comes twice', async () => {
    const again = await steps.upload(movingFile('clean.xlsx'));
    const ready = BALANCES + CONTROL_TOTALS;
    expect(again.counts).toMatchObject({ ready, changed: 0, problem: 0, waiting: 0 });
    const counts = await countAll();
    expect((await steps.run(again)).state).toBe('done');
    expect(await countAll()).toEqual(counts);
  });
});

describe('a second file', () => {
  it('shows what it would change with the old and the new value, and undoes it', async () => {
    const move = await steps.upload(movingFile('update.csv'), await branchId(server.db, 'DDK'));
    expect(move.counts).toMatchObject({ changed: 1, ready: 1, problem: 0 });
    const [changed] = await steps.rows(move, 'students', 'changed');
    expect(changed?.changes).toEqual([
      { field: 'dateOfBirth', before: '2009-01-01', after: '2009-02-02' },
    ]);
    await steps.run(move);
    expect(await byCode('DDK-0001')).toMatchObject({ dateOfBirth: '2009-02-02' });
    expect(await byCode('DDK-0099')).toBeDefined();
    expect(await steps.undo(move)).toEqual({ removed: 2, archived: 0, kept: [] });
    expect(await byCode('DDK-0001')).toMatchObject({ dateOfBirth: '2009-01-01' });
    expect(await byCode('DDK-0099')).toBeUndefined();
  });

  it('names records by code or name, and asks where several fit or nothing does', async () => {
    const move = await steps.upload(movingFile('references.csv'));
    const rows = await steps.rows(move, 'enrolments');
    expect(rows.map(({ number, state }) => [number, state])).toEqual([
      [2, 'same'],
      [3, 'out'],
      [4, 'problem'],
      [5, 'problem'],
      [6, 'problem'],
    ]);
    expect(problemsOf(rows)).toEqual({ 3: 'class', 4: 'class', 5: 'student', 6: 'student' });
    expect(rows[2]?.problems[0]?.choices).toHaveLength(2);
    expectCounted(move);
  });

  it('says once how many students have no seat, and takes those that fit', async () => {
    const move = await steps.upload(movingFile('class-too-full.csv'));
    const rows = await steps.rows(move, 'enrolments', 'problem');
    expect(rows.length + move.counts.ready).toBe(16);
    expect(move.counts.ready).toBe(7);
    expect(rows[0]?.problems[0]?.error).toMatch(/^More students than seats/);
  });

  it('takes the name of a sheet with students as their class', async () => {
    const move = await steps.upload(
      movingFile('class-per-sheet.xlsx'),
      await branchId(server.db, 'DDK'),
    );
    expect(move.sheets.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'A1 ແລງ ຈັນ-ພຸດ students',
      'ຈີນ 2 students',
      'A1 ແລງ ຈັນ-ພຸດ enrolments',
      'ຈີນ 2 enrolments',
    ]);
    expect(move.counts).toMatchObject({ ready: 2 + 1 + 2, problem: 1 });
  });
});

describe('rows that need a person', () => {
  const inDongdok = async (file: string) =>
    steps.upload(movingFile(file), await branchId(server.db, 'DDK'));

  it('let the others in, and go in alone when they are mended', async () => {
    const move = await inDongdok('one-bad-of-ten.csv');
    expect(move.counts).toMatchObject({ ready: 9, problem: 1 });
    expect((await steps.run(move)).counts).toMatchObject({ in: 9, problem: 1 });
    const [bad] = await steps.rows(move, 'students', 'problem');
    expect(bad).toMatchObject({
      number: 8,
      problems: [{ field: 'dateOfBirth', value: '31/02/2015' }],
    });
    if (!bad) return;
    const mended = await steps.mend(move, bad, { field: 'dateOfBirth', value: '28/02/2015' });
    expect(mended.counts).toMatchObject({ in: 9, ready: 1, problem: 0 });
    expect((await steps.run(move)).counts).toMatchObject({ in: 10 });
    expect(await byCode('O-7')).toMatchObject({ dateOfBirth: '2015-02-28' });
    const again = await inDongdok('one-bad-of-ten.csv');
    expect(again.counts).toMatchObject({ same: 9, problem: 1 });
    expect(await steps.undo(move)).toMatchObject({ removed: 10, kept: [] });
  });

  it('refuses a change of a row that changes nothing', async () => {
    const move = await steps.upload(movingFile('one-bad-of-ten.csv'));
    const [row] = await steps.rows(move, 'students');
    const answer = await owner.put(`/moves/${move._id}/rows/${row?._id}`, {});
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { field: 'Required' } });
  });

  it('ask once for an empty column, and one answer fills it', async () => {
    const move = await inDongdok('relation-missing.csv');
    expect(move.sheets[0]?.empty).toMatchObject([{ field: 'guardian1Relation', rows: 5 }]);
    expect(move.counts).toMatchObject({ problem: 5 });
    const filled = await steps.change(move, 'students', {
      defaults: { guardian1Relation: 'other' },
    });
    // All five have one name and birthday, so four are still asked about.
    expect(filled.counts).toMatchObject({ ready: 1, problem: 4 });
    expect(filled.sheets[0]?.empty).toEqual([]);
  });

  it('ask about the same name and birthday, and leave a repeated row out', async () => {
    const move = await inDongdok('duplicates.csv');
    const asked = await steps.change(move, 'students', { answers: { buddhistYear: true } });
    const rows = await steps.rows(asked, 'students');
    expect(rows.map(({ number, state }) => [number, state])).toEqual([
      [2, 'ready'],
      [3, 'out'],
      [4, 'problem'],
      [5, 'problem'],
      [6, 'ready'],
      [7, 'problem'],
      [8, 'problem'],
    ]);
    expect(problemsOf(rows)).toMatchObject({ 4: 'otherPerson', 8: 'studentCode' });
    const [second] = rows.filter(({ number }) => number === 4);
    if (!second) return;
    const told = await steps.mend(asked, second, { field: 'otherPerson', value: 'yes' });
    expect(told.counts).toMatchObject({ ready: 3, out: 1, problem: 3 });
    expectCounted(told);
  });

  it('teach a heading once, and it is known in the next file', async () => {
    const file = csv(
      'Kennung,Full name,Gender,Date of birth,Phone',
      'Q-1,A Q,F,01/02/2000,020 5551 9911',
    );
    const move = await steps.upload(file, await branchId(server.db, 'DDK'));
    expect(move.sheets[0]?.matching[0]).toBeNull();
    const matching = ['studentCode', ...(move.sheets[0]?.matching.slice(1) ?? [])];
    await steps.change(move, 'students', { matching });
    const next = await steps.upload(file, await branchId(server.db, 'DDK'));
    expect(next.sheets[0]?.matching[0]).toBe('studentCode');
  });
});

describe('taking back', () => {
  it('names what is in use and removes nothing, then removes the others when it is told to', async () => {
    const dongdok = await branchId(server.db, 'DDK');
    const head = 'Student code,Full name,Gender,Date of birth,Phone';
    const move = await steps.upload(
      csv(
        head,
        'U-1,One Used,F,01/02/2000,020 5551 9921',
        'U-2,Two Free,M,01/02/2001,020 5551 9922',
      ),
      dongdok,
    );
    await steps.run(move);
    const used = await byCode('U-1');
    const counts = await countAll();
    await server.db
      .update(studentTable)
      .set({ version: 2 })
      .where(eq(studentTable._id, used?._id ?? ''));
    expect(await steps.undo(move)).toEqual({
      removed: 0,
      archived: 0,
      kept: [{ kind: 'students', name: 'U-1 One Used' }],
    });
    expect(await countAll()).toEqual(counts);
    expect(await steps.undo(move, true)).toMatchObject({ removed: 1 });
    expect(await byCode('U-1')).toBeDefined();
    expect(await byCode('U-2')).toBeUndefined();
  });

  it('takes the whole centre out again', async () => {
    const left = await byCode('U-1');
    await server.db.delete(studentTable).where(eq(studentTable._id, left?._id ?? ''));
    const undone = await steps.undo(clean);
    // The two rates stay in their history.
    expect(undone).toMatchObject({
      removed: clean.counts.ready + COURSES - 2 - BALANCES,
      kept: [],
    });
    expect(await countAll()).toEqual(before);
    expect((await steps.read(clean._id)).state).toBe('undone');
  });
});
