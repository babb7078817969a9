import { once } from 'node:events';
import net from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import { seatEvents } from '#contract/centre/seat-events.ts';
import { openDatabase } from '#server/db/client.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { MAX_PER_SESSION } from '#server/http/event-hub.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { withDatabase } from '#tests/helpers/database-template.ts';
import {
  listenAs as listenAt,
  openPort,
  type ListeningDesk,
} from '#tests/helpers/listening-desk.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import {
  emailOf,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let port: number;
let clerk: Client;
let admin: Client;
const desks: ListeningDesk[] = [];
beforeAll(async () => {
  server = await startTestServer({ aliveEveryMs: 300 });
  port = await openPort(server);
  clerk = await server.as('staff');
  admin = await server.as('admin');
});
afterEach(() => desks.splice(0).forEach((desk) => desk.leave()));
afterAll(() => server.close());

async function listenAs(client: Client, lastEventId?: string, at = port) {
  const desk = await listenAt(at, client, lastEventId);
  desks.push(desk);
  return desk;
}

const enrol = (studentId: string | undefined, classId: string, as = 'active') =>
  admin.post('/enrolments', { rows: [{ studentId, classId, as }], noChargeReason: 'x' });
const setCapacity = (classId: string, capacity: number) =>
  server.db
    .update(classTable)
    .set({ capacity, updatedAt: sql`now()` })
    .where(eq(classTable._id, classId));
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('live seats', () => {
  it('send the current seats first, and then each change, uncompressed', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 5 });
    const desk = await listenAs(admin);
    expect([
      desk.response.headers['content-type'],
      desk.response.headers['content-encoding'],
    ]).toEqual(['text/event-stream', undefined]);
    expect(desk.told.find((seats) => seats.classId === classId)).toMatchObject({
      seatsTaken: 0,
      capacity: 5,
      waiting: 0,
    });
    const [student, another] = await insertProspects(server.db, 2);
    expect((await enrol(student?._id, classId)).statusCode).toBe(200);
    await desk.heard(classId, { seatsTaken: 1 });
    await enrol(another?._id, classId, 'waitlisted');
    await desk.heard(classId, { waiting: 1 });
    await setCapacity(classId, 9);
    await desk.heard(classId, { capacity: 9 });
    expect(desk.events.every(({ id }) => !Number.isNaN(Date.parse(String(id))))).toBe(true);
  });

  it('say nothing of a write that is taken back', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 5 });
    const desk = await listenAs(admin);
    const taken = server.db.transaction(async (tx) => {
      await tx.update(classTable).set({ capacity: 7 }).where(eq(classTable._id, classId));
      tx.rollback();
    });
    await expect(taken).rejects.toThrow();
    await setCapacity(classId, 8);
    await desk.heard(classId, { capacity: 8 });
    const capacities = desk.told
      .filter((seats) => seats.classId === classId)
      .map(({ capacity }) => capacity);
    expect([...new Set(capacities)]).toEqual([5, 8]);
  });

  it('tell after a lost connection what was missed, and nothing else', async () => {
    const [changed, same] = [
      await insertClass(server.db, { capacity: 5 }),
      await insertClass(server.db),
    ];
    // So long ago that the look back does not find how they began.
    await server.db.update(classTable).set({ updatedAt: sql`now() - interval '1 hour'` });
    const before = await listenAs(admin);
    const [student] = await insertProspects(server.db, 1);
    before.leave();
    await enrol(student?._id, changed._id);
    const after = await listenAs(admin, before.lastId());
    expect(after.told.find(({ classId }) => classId === changed._id)).toMatchObject({
      seatsTaken: 1,
    });
    expect(after.told.filter(({ classId }) => classId === same._id)).toEqual([]);
  });

  it('tell of a hold that ended meanwhile', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 1 });
    const [student] = await insertProspects(server.db, 1);
    await enrol(student?._id, classId, 'pending');
    const hour = sql`now() - interval '1 hour'`;
    await server.db.update(classTable).set({ updatedAt: hour });
    await server.db
      .update(enrolmentTable)
      .set({ updatedAt: hour, holdUntil: sql`now() - interval '1 minute'` })
      .where(eq(enrolmentTable.classId, classId));
    expect((await listenAs(admin, ago(120_000))).told).toContainEqual(
      expect.objectContaining({ classId, seatsTaken: 0 }),
    );
  });

  it.each([
    ['too long ago', ago(3_600_000)],
    ['of another clock', ago(-60_000)],
    ['that is none', 'x'],
  ])('ask to fetch again after an event %s', async (_what, id) => {
    const desk = await listenAs(admin, id);
    expect(desk.events.map(({ event }) => event).slice(0, 2)).toEqual([
      seatEvents.refetch,
      seatEvents.alive,
    ]);
    expect(desk.told).toEqual([]);
  });

  it('are those of the own branch only', async () => {
    const [own, other] = [
      await insertClass(server.db),
      await insertClass(server.db, { branch: 'LPB' }),
    ];
    const [desk, owner, back] = [
      await listenAs(clerk),
      await listenAs(await server.as('superadmin')),
      await listenAs(clerk, ago(1000)),
    ];
    await setCapacity(other._id, 3);
    await owner.heard(other._id, { capacity: 3 });
    await setCapacity(own._id, 3);
    await Promise.all([desk, back].map((one) => one.heard(own._id, { capacity: 3 })));
    expect([...desk.told, ...back.told].filter(({ classId }) => classId === other._id)).toEqual([]);
  });

  it('change when a hold ends, though nobody writes anything', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 1 });
    const [student] = await insertProspects(server.db, 1);
    const [held] = (await enrol(student?._id, classId, 'pending')).json<{ rows: EnrolledRow[] }>()
      .rows;
    const desk = await listenAs(clerk);
    await desk.heard(classId, { seatsTaken: 1 });
    await server.db
      .update(enrolmentTable)
      .set({ holdUntil: sql`now() + interval '300 milliseconds'` })
      .where(eq(enrolmentTable._id, String(held?._id)));
    await desk.heard(classId, { seatsTaken: 0 });
  });

  it('send a heartbeat again and again', async () => {
    const desk = await listenAs(clerk);
    const alive = () => desk.events.filter(({ event }) => event === seatEvents.alive);
    await desk.until(() => alive().length === 3);
    const [first, , last] = alive();
    expect(String(last?.id) > String(first?.id)).toBe(true);
  });
});

describe('who listens', () => {
  it('needs a session, in the header', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/api/events`)).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/api/events?token=${clerk.token}`)).status).toBe(
      401,
    );
  });

  it('hears no more when it signs out, and the others do', async () => {
    const leaving = await server.as('finance');
    const [desk, other] = [await listenAs(leaving), await listenAs(clerk)];
    await leaving.post('/auth/logout', {});
    await desk.ended;
    const { _id: classId } = await insertClass(server.db);
    await setCapacity(classId, 4);
    await other.heard(classId, { capacity: 4 });
    expect(desk.told.filter((seats) => seats.classId === classId)).toEqual([]);
  });

  it('hears no more when the session has run out', async () => {
    const desk = await listenAs(await server.as('finance'));
    await server.db.update(sessionTable).set({ expiresAt: sql`now()` });
    await desk.ended;
    [clerk, admin] = [await server.as('staff'), await server.as('admin')];
  });

  it('starts anew when the account is switched off or moved to another branch', async () => {
    const one = await listenAs(await server.as('finance'));
    await moveTo(server.db, 'finance', 'LPB');
    await one.ended;
    const two = await listenAs(await server.as('finance'));
    await server.db
      .update(userTable)
      .set({ active: false })
      .where(eq(userTable.email, emailOf('finance')));
    await two.ended;
  });

  it('does not keep its session from running out', async () => {
    const other = await server.as('staff');
    const soon = sql`now() + interval '1 hour'`;
    await server.db.update(sessionTable).set({ expiresAt: soon });
    await listenAs(other);
    const late = await server.db.$count(
      sessionTable,
      sql`${sessionTable.expiresAt} > now() + interval '2 hours'`,
    );
    expect(late).toBe(0);
    await other.get('/auth/me');
    expect(
      await server.db.$count(
        sessionTable,
        sql`${sessionTable.expiresAt} > now() + interval '2 hours'`,
      ),
    ).toBe(1);
  });

  it(`has ${MAX_PER_SESSION} windows at most: the oldest goes, and comes back late`, async () => {
    const first = await listenAs(clerk);
    for (let n = 1; n < MAX_PER_SESSION; n += 1) await listenAs(clerk);
    const ofAnother = await listenAs(admin);
    await listenAs(clerk);
    await first.ended;
    expect(first.retry()).toBe(60_000);
    expect([ofAnother, ...desks.slice(1)].filter(({ response }) => response.closed)).toEqual([]);
  });

  it('is dropped when it does not read, and nobody else', async () => {
    const { _id: _one, ...like } = await insertClass(server.db);
    const many = await server.db
      .insert(classTable)
      .values(Array.from({ length: 1000 }, (_, n) => ({ ...like, classCode: `MANY-${n}` })))
      .returning();
    const reader = await listenAs(admin);
    const connected = once(server.app.server, 'connection') as Promise<[net.Socket]>;
    const deaf = net.connect({ port, host: '127.0.0.1' }).pause();
    deaf.write(
      `GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\n\r\n`,
    );
    const [socket] = await connected;
    // However much the network itself keeps, there is an end to it.
    for (let capacity = 1000; !socket.destroyed; capacity += 1) {
      await server.db.execute(
        sql`update classes set capacity = ${capacity} where class_code like 'MANY-%'`,
      );
      await reader.heard(String(many.at(-1)?._id), { capacity });
      reader.told.length = 0;
    }
    expect(reader.response.closed).toBe(false);
    deaf.destroy();
    await server.db.execute(sql`delete from classes where class_code like 'MANY-%'`);
  });
});

describe('a server that stops', () => {
  it('does not wait for those who listen, nor for those who have gone', async () => {
    const other = await startTestServer();
    const at = await openPort(other);
    const client = await other.as('admin');
    const gone = await listenAs(client, undefined, at);
    gone.leave();
    const staying = await listenAs(client, undefined, at);
    const start = Date.now();
    await other.close();
    await staying.ended;
    expect(Date.now() - start).toBeLessThan(5000);
  });
});

// The embedded engine belongs to one process.
describe.runIf(onPostgres)('two server processes on one PostgreSQL', () => {
  it('tell each other, also after the connection that listens was lost', async () => {
    const { rows } = await server.db.execute<{ name: string }>(
      sql`select current_database() as name`,
    );
    const template = inject('databaseTemplate');
    const address = 'url' in template ? template.url : '';
    const database = await openDatabase(
      { url: withDatabase(address, String(rows[0]?.name)) },
      () => {},
    );
    const other = await startTestServer({ database, aliveEveryMs: 300 });
    const desk = await listenAs(admin, undefined, await openPort(other));
    const { _id: classId } = await insertClass(server.db, { capacity: 5 });
    await setCapacity(classId, 6);
    await desk.heard(classId, { capacity: 6 });
    await server.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    await setCapacity(classId, 7);
    await desk.heard(classId, { capacity: 7 });
    await setCapacity(classId, 8);
    await desk.heard(classId, { capacity: 8 });
    desk.leave();
    await other.close();
  });
});
