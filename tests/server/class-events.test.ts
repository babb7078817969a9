import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { seatEvents } from '#contract/centre/seat-events.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { listenAs, openPort, type ListeningDesk } from '#tests/helpers/listening-desk.ts';
import {
  emailOf,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let port: number;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ aliveEveryMs: 300 });
  port = await openPort(server);
  admin = await server.as('admin');
});
afterAll(() => server.close());

it('a class that is new, one in draft that changes, and another teacher are told of, each with its version', async () => {
  const {
    _id: classId,
    courseId,
    termId,
    branchId,
    startDate,
    endDate,
  } = await insertClass(server.db, { status: 'draft' });
  const desk = await listenAs(port, admin);
  expect(desk.told.find((one) => one.classId === classId)).toMatchObject({ version: 1 });
  const input = {
    courseId,
    termId,
    branchId,
    startDate,
    endDate,
    slots: [{ weekday: 7, start: '05:00', end: '05:40' }],
    capacity: 4,
  };
  const made = (await admin.post('/classes', input)).json<SchoolClass>();
  await desk.heard(made._id, { version: 1, seatsTaken: 0, capacity: 4 });

  expect(
    (await admin.put(`/classes/${made._id}`, { ...input, note: 'x', version: 1 })).statusCode,
  ).toBe(200);
  await desk.heard(made._id, { version: 2 });

  const [teacher] = await server.db
    .select()
    .from(teacherTable)
    .where(
      sql`${eq(teacherTable.status, 'active')} and ${branchId}::uuid = any(${teacherTable.branchIds})`,
    );
  expect(
    (
      await admin.post('/classes/teachers', {
        assignments: [{ classId: made._id, teacherId: teacher?._id, version: 2 }],
      })
    ).statusCode,
  ).toBe(200);
  await desk.heard(made._id, { version: 3, seatsTaken: 0 });
  desk.leave();
});

describe('what only a branch is told', () => {
  const countOf = (desk: ListeningDesk, name: string) =>
    desk.events.filter(({ event }) => event === name).length;
  /**
   * A desk here, one of the whole centre and one elsewhere; whether the last one was told is known
   * once it has heard of something later.
   */
  async function threeDesks() {
    const here = await listenAs(port, admin);
    const everywhere = await listenAs(port, await server.as('superadmin'));
    await moveTo(server.db, 'staff', 'LPB');
    const elsewhere = await listenAs(port, await server.as('staff'));
    const all = [here, everywhere, elsewhere];
    // The first messages tell of the past and are not counted.
    for (const { events } of all) events.length = 0;
    const leave = () => all.forEach((desk) => desk.leave());
    const told = (name: string, count: number) =>
      Promise.all([here, everywhere].map((desk) => desk.until(() => countOf(desk, name) >= count)));
    const elsewhereHears = async (name: string) => {
      const { _id } = await insertClass(server.db, { branch: 'LPB' });
      await elsewhere.heard(_id, { version: 1 });
      return countOf(elsewhere, name);
    };
    return { told, elsewhereHears, leave, here, elsewhere };
  }

  it('a meeting that is cancelled, given to a substitute, moved, and restored', async () => {
    const { _id: classId } = await insertClass(server.db, {
      slots: [{ weekday: 7, start: '05:00', end: '05:30' }],
    });
    const sessions = (await admin.get(`/class-sessions?classId=${classId}`)).json<ClassSession[]>();
    const [first, second, third] = sessions as [ClassSession, ClassSession, ClassSession];
    const [teacher] = await server.db
      .select()
      .from(teacherTable)
      .where(
        sql`${eq(teacherTable.status, 'active')} and ${first.branchId}::uuid = any(${teacherTable.branchIds})`,
      );
    const { told, elsewhereHears, leave, here } = await threeDesks();
    const changes = [
      () => admin.post(`/class-sessions/${first._id}/cancel`, { version: 1, reason: 'x' }),
      () =>
        admin.post(`/class-sessions/${second._id}/substitute`, {
          version: 1,
          teacherId: teacher?._id,
          overrideReason: 'x',
        }),
      () =>
        admin.post(`/class-sessions/${third._id}/move`, {
          version: 1,
          date: third.date,
          start: '04:00',
          end: '04:30',
          roomId: null,
          overrideReason: 'x',
        }),
      () => admin.post(`/class-sessions/${third._id}/restore`, { version: 2, overrideReason: 'x' }),
    ];
    for (const [at, change] of changes.entries()) {
      expect((await change()).statusCode).toBe(200);
      await told(seatEvents.weeks, at + 1);
    }
    expect(countOf(here, seatEvents.weeks)).toBe(changes.length);
    expect(countOf(here, seatEvents.students)).toBe(0);
    // Their own class is new, with its meetings: that, and nothing before.
    expect(await elsewhereHears(seatEvents.weeks)).toBeLessThanOrEqual(1);
    leave();
  });

  it('a student who is new, once for all that come at once', async () => {
    const { told, elsewhereHears, leave, here } = await threeDesks();
    await insertProspects(server.db, 5);
    await told(seatEvents.students, 1);
    expect([countOf(here, seatEvents.students), countOf(here, seatEvents.weeks)]).toEqual([1, 0]);
    expect(await elsewhereHears(seatEvents.students)).toBe(0);
    leave();
  });

  it('a student who changes to another branch, there and where they were', async () => {
    const [student] = await insertProspects(server.db, 1);
    const { told, leave, elsewhere } = await threeDesks();
    const { branchId } = await insertClass(server.db, { branch: 'LPB' });
    await server.db
      .update(studentTable)
      .set({ homeBranchId: branchId })
      .where(eq(studentTable._id, String(student?._id)));
    await told(seatEvents.students, 1);
    await elsewhere.until(() => countOf(elsewhere, seatEvents.students) === 1);
    leave();
  });

  /**
   * A desk that listens until it knows all that has happened by now, and leaves; answers what it
   * was told, and how to come back.
   */
  async function lookIn(lastId?: string) {
    const desk = await listenAs(port, admin, lastId);
    const greeted = desk.events.length;
    await desk.until(() =>
      desk.events.slice(greeted).some(({ event }) => event === seatEvents.alive),
    );
    desk.leave();
    return {
      told: [countOf(desk, seatEvents.weeks), countOf(desk, seatEvents.students)],
      lastId: desk.lastId(),
    };
  }

  it('to a desk that reconnects: exactly the changes it missed, even if nobody listened meanwhile', async () => {
    const { lastId } = await lookIn();
    const toldBack = async () => (await lookIn(lastId)).told;
    expect(await toldBack()).toEqual([0, 0]);
    await insertProspects(server.db, 1, { branch: 'LPB' });
    expect(await toldBack()).toEqual([0, 0]);
    await insertProspects(server.db, 1);
    expect(await toldBack()).toEqual([0, 1]);
    await server.db.execute(
      sql`update class_sessions set room_id = null where branch_id = (select branch_id from users where email = ${emailOf('admin')})`,
    );
    expect(await toldBack()).toEqual([1, 1]);
  });

  it('to a desk that connects for the first time: changes that may be newer than its data', async () => {
    const { told, leave } = await threeDesks();
    await insertProspects(server.db, 1);
    await told(seatEvents.students, 1);
    expect((await lookIn()).told[1]).toBe(1);
    leave();
  });
});
