import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskFamily, DeskPerson } from '#contract/desk.ts';
import type { Transfer } from '#contract/transfers.ts';
import type { VisitAnswer } from '#contract/visit-answers.ts';
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

const family = (client: Client, { studentId }: Sold, branch: string) => client.get(`/desk/families?studentId=${studentId}&branchId=${branch}`);
const codeOfStudent = async ({ studentId }: Sold) => (await server.db.query.studentTable.findFirst({ where: (table, is) => is.eq(table._id, studentId) }))?.studentCode ?? '';
const finds = async (client: Client, one: Sold, branch: string) => done<DeskPerson[]>(await client.get(`/desk/people?search=${await codeOfStudent(one)}&branchId=${branch}`)).some(({ _id }) => _id === one.studentId);

it('a student is known in another branch while a change of class is asked for there, and no longer once it is refused', async () => {
  const one = await desk.sold();
  const target = await desk.target(one, { branch: 'LPB' });
  expect([await finds(desk.lpbAdmin, one, desk.lpb), (await family(desk.lpbAdmin, one, desk.lpb)).statusCode]).toEqual([false, 404]);
  const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: one.days[3] ?? '' });
  const there = done<DeskFamily>(await family(desk.lpbAdmin, one, desk.lpb));
  expect(await finds(desk.lpbAdmin, one, desk.lpb)).toBe(true);
  expect((await desk.lpbAdmin.get(`/students/${one.studentId}/places`)).statusCode).toBe(200);
  // The person, what is owed and the credit; of the places only the seat here.
  expect(there.students.map(({ places, siblings }) => [places.map(({ enrolmentId }) => enrolmentId), siblings])).toEqual([[[asked.to.enrolmentId], []]]);
  for (const path of [`/students/${one.studentId}`, `/orders/${one.orderId}`, `/classes/${one.classId}`, `/enrolments/${one.enrolmentId}/leaving?lastDay=${one.days[3]}`, `/transfers/preview?enrolmentId=${one.enrolmentId}&toClassId=${target._id}`, `/transfers/targets?enrolmentId=${one.enrolmentId}`]) {
    expect([path, (await desk.lpbAdmin.get(path)).statusCode]).toEqual([path, 404]);
  }
  const seen = done<Transfer>(await desk.lpbAdmin.get(`/transfers/${asked._id}`));
  expect([seen.oldOrders, seen.times.from.teacher, seen.times.from.roomName, seen.sums?.lines.map(({ orderNumber }) => orderNumber)]).toEqual([[], null, '', ['']]);
  done<Transfer>(await desk.decide(desk.lpbAdmin, asked, { decision: 'refuse', reason: 'no' }));
  expect([await finds(desk.lpbAdmin, one, desk.lpb), (await family(desk.lpbAdmin, one, desk.lpb)).statusCode, (await desk.lpbAdmin.get(`/students/${one.studentId}/places`)).statusCode]).toEqual([false, 404, 404]);
  await expectNothingLost(server);
});

it('who moved to another branch still pays at the old one what is owed there', async () => {
  const course = await insertCourse(server.db, { minDeposit: 300_000 });
  const one = await desk.sold({ tenders: [cash(300_000)] }, { course });
  const target = await desk.target(one, { branch: 'LPB' });
  const asked = await desk.ask(one, { toClassId: target._id, effectiveDate: one.days.at(-2) ?? '' });
  const moved = done<Transfer>(await desk.decide(desk.owner, asked));
  const owed = moved.sums?.stillOwedLAK ?? 0;
  expect(owed).toBeGreaterThan(0);
  const known = done<DeskFamily>(await family(desk.clerk, one, desk.vte));
  expect(known.owed.find(({ orderId }) => orderId === one.orderId)?.balanceLAK).toBe(owed);
  expect((await desk.clerk.get(`/students/${one.studentId}`)).statusCode).toBe(404);
  const visit = { branchId: desk.vte, payer: { kind: 'student', studentKey: one.studentId }, debts: [{ orderId: one.orderId, expectedBalance: owed }], tenders: [cash(Math.ceil(owed / 1000) * 1000)], shiftId: desk.shift._id };
  done<VisitAnswer>(await sendVisit(desk.clerk, await priced(desk.clerk, visit)));
  expect(done<DeskFamily>(await family(desk.clerk, one, desk.vte)).owed.some(({ orderId }) => orderId === one.orderId)).toBe(false);
  await expectNothingLost(server);
});
