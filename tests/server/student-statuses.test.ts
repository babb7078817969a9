import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StatusesChanged } from '#contract/people/students.ts';
import { dayInLaos } from '#contract/dates.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let ids: string[];
let far: string;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'staff', 'VTE');
  await moveTo(server.db, 'finance', 'VTE');
  staff = await server.as('staff');
});
afterAll(() => server.close());

beforeEach(async () => {
  const [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  const rows = await insertStudents(server.db, [
    { firstName: 'One', homeBranchId: vte, status: 'prospect' },
    { firstName: 'Two', homeBranchId: vte, status: 'left', statusReason: 'Moved' },
    { firstName: 'Three', homeBranchId: vte, status: 'active' },
    { firstName: 'Far', homeBranchId: lpb, status: 'prospect' },
    { firstName: 'Put away', homeBranchId: vte, status: 'prospect', archived: true },
  ]);
  ids = rows.map(({ _id }) => _id);
  far = ids[3] ?? '';
});

const own = () => ids.slice(0, 3);
const now = async () =>
  (
    await server.db
      .select()
      .from(studentTable)
      .where(inArray(studentTable._id, ids))
      .orderBy(studentTable._id)
  ).map(({ status, version }) => `${status} ${version}`);
const untouched = ['prospect 1', 'left 1', 'active 1', 'prospect 1', 'prospect 1'];
const changed = ['active 2', 'active 2', 'active 1', 'prospect 1', 'prospect 1'];

describe('many students at once', () => {
  it('get the status, those who had it stay as they are, each with a line in the audit log', async () => {
    const answer = await staff.post('/students/status', {
      ids: [...own(), own()[0]],
      status: 'active',
    });
    expect(answer.statusCode).toBe(200);
    expect(await now()).toEqual(changed);
    const log = await server.db
      .select()
      .from(auditTable)
      .where(and(inArray(auditTable.entityId, ids), eq(auditTable.action, 'update')));
    expect(
      log
        .map(({ entityId, before, after }) => ({ entityId, before, after }))
        .sort((a, b) => a.entityId.localeCompare(b.entityId)),
    ).toEqual([
      { entityId: ids[0], before: { status: 'prospect' }, after: { status: 'active' } },
      {
        entityId: ids[1],
        before: { status: 'left', statusReason: 'Moved' },
        after: { status: 'active', statusReason: '' },
      },
    ]);
  });

  it('set inactive for want of a place leave out who got one since somebody looked', async () => {
    await server.db
      .update(studentTable)
      .set({ status: 'active', createdAt: sql`now() - interval '13 months'` as never })
      .where(inArray(studentTable._id, ids.slice(0, 2)));
    const [group] = await server.db
      .select()
      .from(classTable)
      .where(gt(classTable.endDate, dayInLaos()))
      .limit(1);
    if (!group) throw new Error('No class goes on');
    const { _id: classId, branchId: at, termId, courseId } = group;
    await server.db.insert(enrolmentTable).values({
      studentId: ids[0] ?? '',
      classId,
      branchId: at,
      termId,
      courseId,
      status: 'waitlisted',
      startDate: dayInLaos(),
      enrolledById: null,
    } as typeof enrolmentTable.$inferInsert);
    const payload = { ids: ids.slice(0, 3), status: 'inactive', idle: true };
    const answer = await staff.post('/students/status', payload);
    // The third one is here since today.
    expect(answer.json<StatusesChanged>()).toMatchObject({
      students: [{ _id: ids[1], status: 'active' }],
      placed: 2,
    });
    expect((await now()).slice(0, 3)).toEqual(['active 1', 'inactive 2', 'active 1']);
  });

  it.each([
    ['one of another branch', () => far],
    ['one that is put away', () => ids[4]],
    ['one that is not there', () => randomUUID()],
  ])('are all refused with %s', async (_name, other) => {
    const answer = await staff.post('/students/status', {
      ids: [...own(), other()],
      status: 'inactive',
    });
    expect(answer.json()).toMatchObject({ code: 'notFound' });
    expect(await now()).toEqual(untouched);
  });

  it('leave only with a reason', async () => {
    const without = await staff.post('/students/status', {
      ids: own(),
      status: 'left',
      reason: '  ',
    });
    expect([without.statusCode, without.json()]).toMatchObject([
      400,
      { fields: { reason: 'Required' } },
    ]);
    expect(await now()).toEqual(untouched);
    expect(
      (
        await staff.post('/students/status', {
          ids: own(),
          status: 'left',
          reason: 'School closed',
        })
      ).statusCode,
    ).toBe(200);
  });

  it.each([
    { ids: [], status: 'active' },
    { ids: Array.from({ length: 201 }, () => randomUUID()), status: 'active' },
    { ids: ['1'], status: 'active' },
    { ids: [randomUUID()], status: 'gone' },
  ])('are refused when the request is not right', async (body) => {
    expect((await staff.post('/students/status', body)).statusCode).toBe(400);
  });

  it('are not for finance', async () => {
    const finance = await server.as('finance');
    expect(
      (await finance.post('/students/status', { ids: own(), status: 'active' })).statusCode,
    ).toBe(403);
    expect(await now()).toEqual(untouched);
  });

  it('change once for a repeated key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await staff.post('/students/status', { ids: own(), status: 'active' }, key);
    const again = await staff.post('/students/status', { ids: own(), status: 'active' }, key);
    expect([again.headers['idempotent-replay'], again.json()]).toEqual(['true', first.json()]);
    expect(await now()).toEqual(changed);
  });
});

describe('undo', () => {
  const change = async () =>
    (
      await staff.post('/students/status', { ids: own(), status: 'active' })
    ).json<StatusesChanged>();

  it('gives each its own status and reason back', async () => {
    expect((await staff.post('/students/status/undo', await change())).statusCode).toBe(200);
    expect(await now()).toEqual(['prospect 3', 'left 3', 'active 1', 'prospect 1', 'prospect 1']);
    const [two] = await server.db
      .select()
      .from(studentTable)
      .where(eq(studentTable._id, ids[1] ?? ''));
    expect(two?.statusReason).toBe('Moved');
  });

  it('changes nothing once somebody has changed one of them since', async () => {
    const before = await change();
    await staff.post('/students/status', { ids: [own()[0]], status: 'inactive' });
    expect((await staff.post('/students/status/undo', before)).json()).toMatchObject({
      code: 'versionConflict',
    });
    expect(await now()).toEqual(['inactive 3', 'active 2', 'active 1', 'prospect 1', 'prospect 1']);
  });

  it('cannot be turned on another branch', async () => {
    const forged = { students: [{ _id: far, version: 1, status: 'left', statusReason: 'x' }] };
    expect((await staff.post('/students/status/undo', forged)).json()).toMatchObject({
      code: 'notFound',
    });
    expect(await now()).toEqual(untouched);
  });
});
