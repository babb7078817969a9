import { and, arrayContains, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_UNPLACED,
  type Assigned,
  type CheckedAssignment,
  type UnplacedStudent,
} from '#contract/classes/allocation.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { refusal } from '#tests/helpers/people.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
});
afterAll(() => server.close());

const slots = [{ weekday: 7, start: '06:00', end: '07:00' }];

async function teacherOf(code: string) {
  const branch = await branchId(server.db, code);
  const rows = await server.db
    .select()
    .from(teacherTable)
    .where(and(eq(teacherTable.status, 'active'), arrayContains(teacherTable.branchIds, [branch])));
  const found = rows.find(({ branchIds }) => branchIds.length === 1);
  if (!found) throw new Error('No teacher');
  await server.db
    .update(teacherTable)
    .set({ unavailability: [] })
    .where(eq(teacherTable._id, found._id));
  return found;
}

describe('students without a class', () => {
  it('are those of the branch without a permanent seat; students who wait come first', async () => {
    const { _id: classId, termId, classCode } = await insertClass(server.db);
    const [seated, waiting, free] = await insertProspects(server.db, 3);
    if (!seated || !waiting || !free) throw new Error('Three students were expected');
    const entry = (studentId: string, as: string) => ({ studentId, classId, as });
    const admin = await server.as('admin');
    await admin.post('/enrolments', {
      rows: [entry(seated._id, 'active'), entry(waiting._id, 'waitlisted')],
      noChargeReason: 'x',
    });
    const answer = await clerk.get(`/enrolments/unplaced?termId=${termId}`);
    const rows = answer.json<UnplacedStudent[]>();
    expect(rows[0]).toMatchObject({ _id: waiting._id, waits: { status: 'waitlisted', classCode } });
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(rows.length);
    const found = async (query: string, client = clerk) =>
      (await client.get(`/enrolments/unplaced?termId=${termId}&${query}`))
        .json<UnplacedStudent[]>()
        .map(({ _id }) => _id);
    expect(await found(`search=${free.studentCode}`)).toEqual([free._id]);
    expect(await found(`search=${seated.studentCode}`)).toEqual([]);
    expect(await found(`search=${free.studentCode}&maxAge=10`)).toEqual([]);
    const [other] = await insertProspects(server.db, 1, { branch: 'LPB' });
    expect(
      await found(`search=${other?.studentCode}&branchId=${await branchId(server.db, 'LPB')}`),
    ).toEqual([]);
    expect(
      await found(
        `search=${other?.studentCode}&branchId=${await branchId(server.db, 'LPB')}`,
        await server.as('superadmin'),
      ),
    ).toEqual([other?._id]);
  });

  it('are found by the course they were in last; having been in it earlier does not count', async () => {
    const [student] = await insertProspects(server.db, 1);
    const studentId = String(student?._id);
    const [earlier, later] = [
      await insertClass(server.db),
      await insertClass(server.db, { course: 'ENG-A2' }),
    ];
    const attend = (
      { _id: classId, branchId: branch, termId, courseId }: typeof earlier,
      startDate: string,
    ) =>
      server.db.insert(enrolmentTable).values({
        classId,
        studentId,
        branchId: branch,
        termId,
        courseId,
        startDate,
        status: 'completed',
      });
    await attend(earlier, '2020-01-06');
    await attend(later, '2021-01-04');
    const foundIn = async ({ courseId, termId }: typeof earlier) =>
      (await clerk.get(`/enrolments/unplaced?termId=${termId}&lastCourseId=${courseId}`))
        .json<UnplacedStudent[]>()
        .map(({ _id }) => _id);
    expect(await foundIn(later)).toContain(studentId);
    expect(await foundIn(earlier)).not.toContain(studentId);
  });

  it('are shown up to a limit, students who wait first, whatever their names', async () => {
    const { _id: classId, termId } = await insertClass(server.db);
    await insertProspects(server.db, MAX_UNPLACED);
    const [last] = await insertStudents(server.db, [
      { firstName: '\u{10ffff}', homeBranchId: await branchId(server.db, 'VTE') },
    ]);
    await clerk.post('/enrolments', {
      rows: [{ studentId: last?._id, classId, as: 'waitlisted' }],
      noChargeReason: 'x',
    });
    const answer = await clerk.get(`/enrolments/unplaced?termId=${termId}`);
    const rows = answer.json<UnplacedStudent[]>();
    expect(rows).toHaveLength(MAX_UNPLACED);
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(MAX_UNPLACED);
    const waiting = rows.filter(({ waits }) => waits !== null);
    expect(rows.slice(0, waiting.length)).toEqual(waiting);
    expect(waiting.at(-1)?._id).toBe(last?._id);
  });
});

describe('giving classes to teachers', () => {
  const assign = (client: Client, assignments: object[], overrideReason = '') =>
    client.post('/classes/teachers', { assignments, overrideReason });

  it('changes future meetings except those of a substitute, and its answer undoes it', async () => {
    const teacher = await teacherOf('VTE');
    const { _id: classId, version } = await insertClass(server.db, { slots });
    const ofClass = eq(classSessionTable.classId, classId);
    const [first] = await server.db
      .select()
      .from(classSessionTable)
      .where(ofClass)
      .orderBy(classSessionTable.date)
      .limit(1);
    await server.db
      .update(classSessionTable)
      .set({ isSubstitute: true })
      .where(eq(classSessionTable._id, String(first?._id)));
    const [row] = (
      await assign(clerk, [{ classId, teacherId: teacher._id, version }])
    ).json<Assigned>().rows;
    expect(row).toMatchObject({
      before: null,
      teacherId: teacher._id,
      version: 2,
      clashes: [],
      unavailable: false,
    });
    const given = async () =>
      server.db.$count(
        classSessionTable,
        and(ofClass, eq(classSessionTable.teacherId, teacher._id)),
      );
    expect(await given()).toBe((await server.db.$count(classSessionTable, ofClass)) - 1);
    expect(refusal(await assign(clerk, [{ classId, teacherId: null, version }]))).toEqual([
      409,
      'versionConflict',
    ]);
    expect((await assign(clerk, [{ classId, teacherId: null, version: 2 }])).statusCode).toBe(200);
    expect(await given()).toBe(0);
  });

  it('never puts one in two places at once, also within one save; an admin may, with a reason', async () => {
    const teacher = await teacherOf('VTE');
    const two = [
      await insertClass(server.db, { slots }),
      await insertClass(server.db, { slots: [{ weekday: 7, start: '06:30', end: '08:00' }] }),
    ];
    const rows = two.map(({ _id, version }) => ({ classId: _id, teacherId: teacher._id, version }));
    const answer = await assign(clerk, rows, 'please');
    expect(refusal(answer)).toEqual([409, 'teachersRefused']);
    expect(answer.json<Assigned>().rows.map(({ clashes }) => clashes[0]?.classCode)).toEqual([
      undefined,
      two[0]?.classCode,
    ]);
    expect((await assign(clerk, rows.slice(0, 1))).statusCode).toBe(200);
    const checked = (
      await clerk.post('/classes/teachers/check', { assignments: rows.slice(1) })
    ).json<CheckedAssignment[]>();
    expect(checked[0]?.clashes[0]).toMatchObject({ kind: 'teacher', classCode: two[0]?.classCode });
    expect(
      (await assign(await server.as('admin'), rows.slice(1), 'one lesson only')).statusCode,
    ).toBe(200);
  });

  it('is refused at a time a teacher cannot, and for classes and teachers of another branch', async () => {
    const [teacher, stranger] = [await teacherOf('VTE'), await teacherOf('LPB')];
    const [own, other] = [
      await insertClass(server.db, { slots: [{ weekday: 7, start: '20:00', end: '21:00' }] }),
      await insertClass(server.db, { branch: 'LPB' }),
    ];
    expect(
      refusal(await assign(clerk, [{ classId: other._id, teacherId: stranger._id, version: 1 }])),
    ).toEqual([404, 'notFound']);
    expect(
      refusal(await assign(clerk, [{ classId: own._id, teacherId: stranger._id, version: 1 }])),
    ).toEqual([404, 'notFound']);
    await server.db
      .update(teacherTable)
      .set({ unavailability: [{ weekday: 7, start: '19:00', end: '20:30' }] })
      .where(eq(teacherTable._id, teacher._id));
    const answer = await assign(clerk, [{ classId: own._id, teacherId: teacher._id, version: 1 }]);
    expect([refusal(answer), answer.json<Assigned>().rows[0]?.unavailable]).toEqual([
      [409, 'teachersRefused'],
      true,
    ]);
  });

  it('at many desks at once gives a teacher one class of the hour', async () => {
    const teacher = await teacherOf('VTE');
    const many = await Promise.all(
      Array.from({ length: 10 }, () =>
        insertClass(server.db, { slots: [{ weekday: 2, start: '04:00', end: '05:00' }] }),
      ),
    );
    const answers = await Promise.all(
      many.map(({ _id }) => assign(clerk, [{ classId: _id, teacherId: teacher._id, version: 1 }])),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });
});
