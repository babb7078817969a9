import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectNothingLost, openPlaceDesk } from '#tests/helpers/sold-place.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { cash, insertCourse, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('says the classes, what was attended there, and what the family owes; not to another branch', async () => {
  const desk = await openPlaceDesk(server);
  const sold = await desk.sold({ tenders: [], hold: true });
  const [place] = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable._id, sold.enrolmentId));
  const path = `/students/${place?.studentId}/summary`;
  const before = done<StudentSummary>(await desk.clerk.get(path));
  expect(before.classes).toMatchObject([
    {
      _id: place?.classId,
      enrolmentId: sold.enrolmentId,
      status: 'pending',
      lastScore: null,
      attendance: { present: 0, absent: 0 },
    },
  ]);
  // A hold is not owed yet.
  expect(before.payers).toEqual([]);
  await server.db
    .update(studentTable)
    .set({ homeBranchId: await branchId(server.db, 'LPB') })
    .where(eq(studentTable._id, String(place?.studentId)));
  expect((await desk.clerk.get(path)).statusCode).toBe(404);
  await expectNothingLost(server);
});

it('names who owes, and how much', async () => {
  const desk = await openPlaceDesk(server);
  const sold = await desk.sold(
    { tenders: [cash(300_000)] },
    { course: await insertCourse(server.db, { minDeposit: 300_000 }) },
  );
  const [place] = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable._id, sold.enrolmentId));
  const { payers, timeline } = done<StudentSummary>(
    await desk.clerk.get(`/students/${place?.studentId}/summary`),
  );
  expect(payers.map(({ owedLAK, creditLAK }) => [owedLAK, creditLAK])).toEqual([
    [TUITION - 300_000, 0],
  ]);
  expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(['order', 'payment', 'place']);
});

it('tells the lessons with their marks, and the next one', async () => {
  const desk = await openPlaceDesk(server);
  const sold = await desk.sold({ tenders: [cash(TUITION)] });
  const [place] = await server.db
    .select()
    .from(enrolmentTable)
    .where(eq(enrolmentTable._id, sold.enrolmentId));
  if (!place) throw new Error('The place was not sold');
  const { classId, branchId: at, studentId } = place;
  await server.db.delete(classSessionTable).where(eq(classSessionTable.classId, classId));
  await server.db
    .update(enrolmentTable)
    .set({ startDate: '2020-01-01' })
    .where(eq(enrolmentTable._id, place._id));
  const [held] = await server.db
    .insert(classSessionTable)
    .values([
      { classId, branchId: at, date: '2020-02-04', start: '17:30', end: '19:00', status: 'held' },
      { classId, branchId: at, date: '2999-02-05', start: '17:30', end: '19:00' },
      { classId, branchId: at, date: '2999-02-04', start: '17:30', end: '19:00' },
    ])
    .returning();
  await server.db.insert(attendanceTable).values({
    sessionId: String(held?._id),
    studentId,
    status: 'late',
    minutesLate: 5,
    markedAt: '2020-02-04T11:00:00.000Z',
  });
  const { next, timeline } = done<StudentSummary>(
    await desk.clerk.get(`/students/${studentId}/summary`),
  );
  expect(next).toMatchObject({ classId, date: '2999-02-04', start: '17:30' });
  // The oldest stands last, by the clock of Vientiane.
  expect(timeline.at(-1)).toMatchObject({
    kind: 'lesson',
    status: 'late',
    at: '2020-02-04T10:30:00.000Z',
  });
});
