import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import type { SchoolClass } from '#contract/classes.ts';
import { teacherTable } from '#server/modules/teachers/teachers.table.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let port: number;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ aliveEveryMs: 300 });
  port = await openPort(server);
  admin = await server.as('admin');
});
afterAll(() => server.close());

it('a class that is new, one in draft that changes, and another teacher are told of within a second, each with its version', async () => {
  const { _id: classId, courseId, termId, branchId, startDate, endDate } = await insertClass(server.db, { status: 'draft' });
  const desk = await listenAs(port, admin);
  expect(desk.told.find((one) => one.classId === classId)).toMatchObject({ version: 1 });
  const input = { courseId, termId, branchId, startDate, endDate, slots: [{ weekday: 7, start: '05:00', end: '05:40' }], capacity: 4 };
  const made = (await admin.post('/classes', input)).json<SchoolClass>();
  await desk.heard(made._id, { version: 1, seatsTaken: 0, capacity: 4 });

  expect((await admin.put(`/classes/${made._id}`, { ...input, note: 'x', version: 1 })).statusCode).toBe(200);
  await desk.heard(made._id, { version: 2 });

  const [teacher] = await server.db.select().from(teacherTable).where(sql`${eq(teacherTable.status, 'active')} and ${branchId}::uuid = any(${teacherTable.branchIds})`);
  const start = Date.now();
  expect((await admin.post('/classes/teachers', { assignments: [{ classId: made._id, teacherId: teacher?._id, version: 2 }] })).statusCode).toBe(200);
  await desk.heard(made._id, { version: 3, seatsTaken: 0 });
  expect(Date.now() - start).toBeLessThan(1000);
  desk.leave();
});
