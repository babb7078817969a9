import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attendanceTable } from '#server/modules/attendance/attendance.table.ts';
import { classTable, sessionOfClassTable } from '#server/modules/classes/classes.table.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { insertProspects } from '#tests/helpers/class-rows.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

const DESKS = 50;
let server: TestServer;
let clerk: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
});
afterAll(() => server.close());

it(`another branch's class is touched by none of ${DESKS} clerks at once, whatever they try, and nothing of it is told`, async () => {
  const other = await addTaughtClass(server.db, { branch: 'LPB' });
  const [over, ahead] = [await addSession(server.db, other, -1), await addSession(server.db, other, 3)];
  const people = await insertProspects(server.db, DESKS);
  const [enrolmentId = ''] = other.enrolments;
  const marks = other.studentIds.map((studentId) => ({ studentId, status: 'present' }));
  const { courseId, termId, branchId, startDate, endDate } = other;
  const input = { courseId, termId, branchId, startDate, endDate, slots: [{ weekday: 2, start: '06:00', end: '07:00' }], capacity: 1, version: 1 };
  const ways: Record<string, (at: number) => Promise<Answer>> = {
    enrol: (at) => clerk.post('/enrolments', { rows: [{ studentId: people[at]?._id, classId: other._id }], noChargeReason: 'x', acceptWarnings: true }),
    check: (at) => clerk.post('/enrolments/check', { rows: [{ studentId: people[at]?._id, classId: other._id }] }),
    withdraw: () => clerk.post(`/enrolments/${enrolmentId}/change`, { change: 'withdraw', version: 1, reason: 'x', lastDay: over.date }),
    undo: () => clerk.post('/enrolments/undo', { rows: [{ _id: enrolmentId, version: 1 }] }),
    attendance: () => clerk.put(`/class-sessions/${over._id}/attendance`, { version: 1, marks }),
    'who was there': () => clerk.get(`/class-sessions/${over._id}/attendance`),
    assessment: () => clerk.post(`/classes/${other._id}/assessments`, { name: 'Quiz', type: 'quiz', maxScore: 10, weight: 0, date: null }),
    scores: () => clerk.get(`/classes/${other._id}/scores`),
    roster: () => clerk.get(`/classes/${other._id}/roster`),
    class: () => clerk.get(`/classes/${other._id}`),
    change: () => clerk.put(`/classes/${other._id}`, input),
    finish: () => clerk.post(`/classes/${other._id}/status`, { version: 1, status: 'finished' }),
    teacher: () => clerk.post('/classes/teachers', { assignments: [{ classId: other._id, teacherId: null, version: 1 }] }),
    'cancel a session': () => clerk.post(`/class-sessions/${ahead._id}/cancel`, { version: 1, reason: 'x' }),
    'move a session': () => clerk.post(`/class-sessions/${ahead._id}/move`, { version: 1, date: ahead.date, start: '06:00', end: '07:00', roomId: null, reason: 'x' }),
  };
  const all = async () => [
    await server.db.select().from(classTable).where(eq(classTable._id, other._id)),
    await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.classId, other._id)).orderBy(enrolmentTable._id),
    await server.db.select().from(sessionOfClassTable).where(eq(sessionOfClassTable.classId, other._id)).orderBy(sessionOfClassTable._id),
    await server.db.select().from(attendanceTable).where(inArray(attendanceTable.sessionId, [over._id, ahead._id])),
  ];
  const before = await all();
  const names = Object.keys(ways);
  const answers = await Promise.all(Array.from({ length: DESKS }, async (_, at) => ways[names[at % names.length] ?? '']?.(at)));
  const told = answers.map((answer, at) => `${names[at % names.length]} ${answer?.statusCode}`);
  expect([...new Set(told)]).toEqual(names.map((name) => `${name} 404`));
  expect((await clerk.get(`/class-sessions?classId=${other._id}`)).json()).toEqual([]);
  expect((await clerk.get(`/enrolments?classId=${other._id}`)).json()).toEqual([]);
  expect(await all()).toEqual(before);
});
