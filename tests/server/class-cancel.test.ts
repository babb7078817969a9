import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { addTerm, classIn, done, partsOf, seat, sessionsOf } from '#tests/helpers/class-data.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let parts: Awaited<ReturnType<typeof partsOf>>;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.as('staff');
  parts = await partsOf(server.db);
});
afterAll(() => server.close());
afterAll(async () => expect(await unnotedStates(server.db)).toEqual([]));

/** A class with two students and one who waits, and another one with so many seats. */
async function twoClasses(capacity: number) {
  const term = await addTerm(server.db);
  const made = done<SchoolClass>(await staff.post('/classes', classIn(term, parts)));
  const target = done<SchoolClass>(
    await staff.post(
      '/classes',
      classIn(term, parts, {
        capacity,
        roomId: null,
        teacherId: null,
        slots: [{ weekday: 2, start: '08:00', end: '09:00' }],
      }),
    ),
  );
  done(await staff.post(`/classes/${target._id}/status`, { version: 1, status: 'open' }));
  const [first, second] = await seat(server.db, made, parts.students.slice(0, 2));
  await seat(server.db, made, parts.students.slice(2, 3), {
    status: 'waitlisted',
    waitPosition: 1,
  });
  return { made, target, first: first?._id ?? '', second: second?._id ?? '' };
}

const placesIn = (classId: string) =>
  server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable.classId, classId))
    .orderBy(enrolmentTable._id);

it('lists every student, and moves or withdraws each as it was decided', async () => {
  const { made, target, first, second } = await twoClasses(5);
  const preview = (await staff.get(`/classes/${made._id}/cancel-preview`)).json<CancelPreview>();
  expect(preview).toMatchObject({
    sessions: 24,
    waiting: 1,
    targets: expect.arrayContaining([
      expect.objectContaining({ _id: target._id, seatsLeft: 5 }),
    ]) as unknown,
  });
  expect(preview.students.map(({ enrolmentId }) => enrolmentId).sort()).toEqual(
    [first, second].sort(),
  );
  const students = [
    { enrolmentId: first, toClassId: target._id },
    { enrolmentId: second, toClassId: null },
  ];
  const cancelled = done<SchoolClass>(
    await staff.post(`/classes/${made._id}/cancel`, { version: 1, reason: 'ນັກຮຽນໜ້ອຍ', students }),
  );
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    statusReason: 'ນັກຮຽນໜ້ອຍ',
    seatsTaken: 0,
    waiting: 0,
  });
  expect(new Set((await sessionsOf(staff, made._id)).map(({ status }) => status))).toEqual(
    new Set(['cancelled']),
  );
  const [moved] = await placesIn(target._id);
  expect(moved).toMatchObject({
    status: 'active',
    transferFromId: first,
    studentId: parts.students[0],
  });
  expect(
    (await placesIn(made._id)).map(({ status, transferToId }) => [status, transferToId]),
  ).toEqual([
    ['transferred', moved?._id],
    ['withdrawn', null],
    ['cancelled', null],
  ]);
});

it('refuses when somebody is forgotten, or the other class is too small; and then nothing has changed', async () => {
  const { made, target, first, second } = await twoClasses(1);
  const cancel = (students: object[]) =>
    staff.post(`/classes/${made._id}/cancel`, { version: 1, reason: 'x', students });
  expect((await cancel([{ enrolmentId: first, toClassId: null }])).json()).toMatchObject({
    code: 'classStudentsChanged',
  });
  expect(
    (
      await cancel([first, second].map((enrolmentId) => ({ enrolmentId, toClassId: target._id })))
    ).json(),
  ).toMatchObject({ code: 'classFull' });
  expect((await staff.get(`/classes/${made._id}`)).json()).toMatchObject({
    status: 'draft',
    seatsTaken: 2,
    waiting: 1,
    version: 1,
  });
});

it('moves nobody to another time at which they have a class', async () => {
  const { made, target, first, second } = await twoClasses(5);
  const other = done<SchoolClass>(
    await staff.post('/classes', {
      ...classIn({ ...(await addTerm(server.db)), _id: made.termId }, parts),
      startDate: made.startDate,
      endDate: made.endDate,
      roomId: null,
      teacherId: null,
      slots: [{ weekday: 2, start: '08:30', end: '10:00' }],
    }),
  );
  await seat(server.db, other, parts.students.slice(0, 1));
  const students = [
    { enrolmentId: first, toClassId: target._id },
    { enrolmentId: second, toClassId: null },
  ];
  expect(
    (await staff.post(`/classes/${made._id}/cancel`, { version: 1, reason: 'x', students })).json(),
  ).toMatchObject({
    code: 'classClashes',
    error: expect.stringContaining(other.classCode) as unknown,
  });
  const admin = await server.as('admin');
  expect(
    (
      await admin.post(`/classes/${made._id}/cancel`, {
        version: 1,
        reason: 'x',
        students,
        overrideReason: 'ແມ່ຮັບຮູ້',
      })
    ).statusCode,
  ).toBe(200);
});
