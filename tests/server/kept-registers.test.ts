import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Registers } from '#contract/classes/attendance.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import {
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a device keeps the registers of today and the last open one of each class, of the own branch only', async () => {
  await moveTo(server.db, 'staff', 'VTE');
  const staff = await server.as('staff');
  const taught = await addTaughtClass(server.db);
  await server.db
    .update(classTable)
    .set({ slots: [{ weekday: 1, start: '08:00', end: '09:30' }] })
    .where(eq(classTable._id, taught._id));
  const [open, older] = [
    await addSession(server.db, taught, -1),
    await addSession(server.db, taught, -4),
  ];
  const now = await addSession(server.db, taught, 0, { start: '00:00', end: '24:00' });
  await addSession(server.db, taught, 0, { status: 'cancelled', start: '08:00', end: '09:00' });
  const kept = async (client: Client) =>
    (await client.get('/attendance/registers')).json<Registers>();
  const { classes, sessions, registers } = await kept(staff);
  const own = registers.filter(({ classId }) => classId === taught._id);
  expect(own.map(({ _id }) => _id)).toEqual([now._id, open._id]);
  expect(own[0]).toEqual((await staff.get(`/class-sessions/${now._id}/attendance`)).json());
  expect(classes.find(({ _id }) => _id === taught._id)).toEqual(
    (await staff.get(`/classes/${taught._id}`)).json(),
  );
  expect(sessions.map(({ _id }) => _id)).toEqual(
    expect.arrayContaining([now._id, open._id, older._id]),
  );
  await moveTo(server.db, 'finance', 'PKS');
  expect((await kept(await server.as('finance'))).classes.map(({ _id }) => _id)).not.toContain(
    taught._id,
  );
});
