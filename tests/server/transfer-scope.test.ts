import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskFamily, DeskPerson } from '#contract/desk/desk.ts';
import type { EnrolmentPage } from '#contract/classes/enrolment-page.ts';
import type { Transfer } from '#contract/classes/transfers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { tidy } from '#server/jobs/tidy.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectNothingLost, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertCourse, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());

const family = (client: Client, { studentId }: Sold, branch: string) =>
  client.get(`/desk/families?studentId=${studentId}&branchId=${branch}`);
const codeOfStudent = async ({ studentId }: Sold) =>
  (
    await server.db
      .select({ studentCode: studentTable.studentCode })
      .from(studentTable)
      .where(eq(studentTable._id, studentId))
  )[0]?.studentCode ?? '';
const finds = async (client: Client, one: Sold, branch: string) =>
  done<DeskPerson[]>(
    await client.get(`/desk/people?search=${await codeOfStudent(one)}&branchId=${branch}`),
  ).some(({ _id }) => _id === one.studentId);

it('a student is known in another branch while a change of class is asked for there, and no longer once it is refused', async () => {
  const one = await desk.sold();
  const target = await desk.target(one, { branch: 'LPB' });
  expect([
    await finds(desk.lpbAdmin, one, desk.lpb),
    (await family(desk.lpbAdmin, one, desk.lpb)).statusCode,
  ]).toEqual([false, 404]);
  const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: one.days[3] ?? '' });
  const there = done<DeskFamily>(await family(desk.lpbAdmin, one, desk.lpb));
  expect(await finds(desk.lpbAdmin, one, desk.lpb)).toBe(true);
  expect((await desk.lpbAdmin.get(`/students/${one.studentId}/places`)).statusCode).toBe(200);
  // The person, what is owed and the credit; of the places only the seat here.
  expect(
    there.students.map(({ places, siblings }) => [
      places.map(({ enrolmentId }) => enrolmentId),
      siblings,
    ]),
  ).toEqual([[[asked.to.enrolmentId], []]]);
  for (const path of [
    `/students/${one.studentId}`,
    `/orders/${one.orderId}`,
    `/classes/${one.classId}`,
    `/enrolments/${one.enrolmentId}/leaving?lastDay=${one.days[3]}`,
    `/transfers/preview?enrolmentId=${one.enrolmentId}&toClassId=${target._id}`,
    `/transfers/targets?enrolmentId=${one.enrolmentId}`,
  ]) {
    expect([path, (await desk.lpbAdmin.get(path)).statusCode]).toEqual([path, 404]);
  }
  const seen = done<Transfer>(await desk.lpbAdmin.get(`/transfers/${asked._id}`));
  expect([
    seen.oldOrders,
    seen.times.from.teacher,
    seen.times.from.roomName,
    seen.sums?.lines.map(({ orderNumber }) => orderNumber),
  ]).toEqual([[], null, '', ['']]);
  done<Transfer>(await desk.decide(desk.lpbAdmin, asked, { decision: 'refuse', reason: 'no' }));
  expect([
    await finds(desk.lpbAdmin, one, desk.lpb),
    (await family(desk.lpbAdmin, one, desk.lpb)).statusCode,
    (await desk.lpbAdmin.get(`/students/${one.studentId}/places`)).statusCode,
  ]).toEqual([false, 404, 404]);
  await expectNothingLost(server);
});

it('who moved to another branch still pays at the old one what is owed there', async () => {
  const course = await insertCourse(server.db, { minDeposit: 300_000 });
  const one = await desk.sold({ tenders: [cash(300_000)] }, { course });
  const target = await desk.target(one, { branch: 'LPB' });
  const asked = await desk.ask(one, {
    toClassId: target._id,
    effectiveDate: one.days.at(-2) ?? '',
  });
  const moved = done<Transfer>(await desk.decide(desk.owner, asked));
  const owed = moved.sums?.stillOwedLAK ?? 0;
  expect(owed).toBeGreaterThan(0);
  const known = done<DeskFamily>(await family(desk.clerk, one, desk.vte));
  expect(known.owed.find(({ orderId }) => orderId === one.orderId)?.balanceLAK).toBe(owed);
  expect((await desk.clerk.get(`/students/${one.studentId}`)).statusCode).toBe(404);
  const visit = {
    branchId: desk.vte,
    payer: { kind: 'student', studentKey: one.studentId },
    debts: [{ orderId: one.orderId, expectedBalance: owed }],
    tenders: [cash(Math.ceil(owed / 1000) * 1000)],
    shiftId: desk.shift._id,
  };
  done<VisitAnswer>(await sendVisit(desk.clerk, await priced(desk.clerk, visit)));
  expect(
    done<DeskFamily>(await family(desk.clerk, one, desk.vte)).owed.some(
      ({ orderId }) => orderId === one.orderId,
    ),
  ).toBe(false);
  await expectNothingLost(server);
});

it('a request is named by both places, keeps their classes from being cancelled, and is tidied away once its seat has ended', async () => {
  const one = await desk.sold();
  const target = await desk.target(one);
  const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: one.days[3] ?? '' });
  const named = async (_id: string) =>
    done<EnrolmentPage>(await desk.clerk.get(`/enrolments/${_id}/page`)).openTransfer;
  expect([await named(one.enrolmentId), await named(asked.to.enrolmentId)]).toMatchObject([
    { _id: asked._id, isInto: false },
    { _id: asked._id, isInto: true },
  ]);
  for (const classId of [one.classId, target._id])
    expect(
      (
        await desk.owner.post(`/classes/${classId}/cancel`, {
          version: 1,
          reason: 'x',
          students: [],
        })
      ).json(),
    ).toMatchObject({ code: 'transfersAsked' });
  await server.db.execute(
    sql`update transfer_requests set hold_until = now() - interval '1 second' where id = ${asked._id}`,
  );
  await server.db.execute(
    sql`update enrolments set seat_hold_until = now() - interval '1 second' where id = ${asked.to.enrolmentId}`,
  );
  await tidy(server.db);
  const { rows } = await server.db.execute(
    sql`select status from transfer_requests where id = ${asked._id} union all select status from enrolments where id = ${asked.to.enrolmentId}`,
  );
  expect([rows.map(({ status }) => status), await named(one.enrolmentId)]).toEqual([
    ['expired', 'expired'],
    null,
  ]);
});
