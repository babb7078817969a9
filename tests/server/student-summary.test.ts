import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentSummary } from '#contract/people/student-summary.ts';
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
  const { payers } = done<StudentSummary>(
    await desk.clerk.get(`/students/${place?.studentId}/summary`),
  );
  expect(payers.map(({ owedLAK, creditLAK }) => [owedLAK, creditLAK])).toEqual([
    [TUITION - 300_000, 0],
  ]);
});
