import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { addDays } from '#contract/dates.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { addTerm, classIn, done, partsOf, sessionsOf } from '#tests/helpers/class-data.ts';
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

async function newClass(more = {}, holidays: number[] = []) {
  const term = await addTerm(server.db, { holidays });
  const made = done<SchoolClass>(await staff.post('/classes', classIn(term, parts, more)));
  return { term, made, sessions: await sessionsOf(staff, made._id) };
}
const act = (session: ClassSession | undefined, name: string, body: object) =>
  staff.post(`/class-sessions/${session?._id}/${name}`, { version: session?.version, ...body });

it('a session is cancelled with a reason, and restored', async () => {
  const { sessions } = await newClass();
  expect((await act(sessions[0], 'cancel', { reason: ' ' })).statusCode).toBe(400);
  const cancelled = done<ClassSession>(await act(sessions[0], 'cancel', { reason: 'ຝົນຕົກໜັກ' }));
  expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'ຝົນຕົກໜັກ', version: 2 });
  expect((await act(sessions[0], 'cancel', { reason: 'x' })).json()).toMatchObject({
    code: 'versionConflict',
  });
  expect(done<ClassSession>(await act(cancelled, 'restore', {}))).toMatchObject({
    status: 'scheduled',
    reason: '',
  });
});

it('a session is moved, the old one stays where it was, and it comes back', async () => {
  const { term, sessions, made } = await newClass({}, [9]);
  const [first] = sessions;
  const at = {
    date: addDays(term.startDate, 1),
    start: '08:00',
    end: '09:30',
    roomId: parts.rooms[0],
  };
  expect(
    (await act(first, 'move', { ...at, date: addDays(term.startDate, 9) })).json(),
  ).toMatchObject({ fields: { date: 'The centre is closed on this day' } });
  expect(
    (
      await act(first, 'move', { ...at, date: sessions[1]?.date, start: '18:00', end: '19:00' })
    ).json(),
  ).toMatchObject({ fields: { start: 'This time overlaps another one of the same day' } });
  expect((await act(first, 'move', { ...at, date: '2020-01-01' })).statusCode).toBe(400);
  const moved = done<ClassSession>(await act(first, 'move', at));
  expect(moved).toMatchObject({ ...at, status: 'scheduled', movedFromId: first?._id });
  const old = (await sessionsOf(staff, made._id)).find(({ _id }) => _id === first?._id);
  expect(old?.status).toBe('rescheduled');
  expect(done<ClassSession>(await act(old, 'restore', {}))).toMatchObject({
    status: 'scheduled',
    date: first?.date,
  });
  expect(await sessionsOf(staff, made._id)).toHaveLength(sessions.length);
});

it('a substitute must be free, and the class’s own teacher can take the session back', async () => {
  const { term, sessions } = await newClass();
  const busy = done<SchoolClass>(
    await staff.post(
      '/classes',
      classIn(term, parts, {
        teacherId: parts.teachers[1] ?? null,
        roomId: parts.rooms[1] ?? null,
      }),
    ),
  );
  const refused = await act(sessions[0], 'substitute', { teacherId: parts.teachers[1] });
  expect(refused.json()).toMatchObject({
    code: 'classClashes',
    error: expect.stringContaining(busy.classCode) as unknown,
  });
  const taken = done<ClassSession>(
    await act(sessions[0], 'substitute', { teacherId: parts.teachers[2] }),
  );
  expect(taken).toMatchObject({ teacherId: parts.teachers[2], isSubstitute: true });
  expect(
    done<ClassSession>(await act(taken, 'substitute', { teacherId: parts.teachers[0] })),
  ).toMatchObject({ isSubstitute: false });
});

it('of fifty sessions given to one teacher at one time, one is', async () => {
  const term = await addTerm(server.db);
  const made = await Promise.all(
    Array.from({ length: 50 }, () =>
      staff
        .post(
          '/classes',
          classIn(term, parts, { teacherId: null, roomId: null, endDate: term.startDate }),
        )
        .then((answer) => done<SchoolClass>(answer)),
    ),
  );
  const firsts = await Promise.all(made.map(async ({ _id }) => (await sessionsOf(staff, _id))[0]));
  const answers = await Promise.all(
    firsts.map((one) =>
      act(one, 'substitute', { teacherId: parts.teachers[3] ?? parts.teachers[0] }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...Array.from({ length: 49 }, () => 409),
  ]);
});

it('what was taught is not touched', async () => {
  const { sessions } = await newClass();
  const [first] = sessions;
  await server.db
    .update(classSessionTable)
    .set({ attendanceTakenAt: new Date().toISOString() })
    .where(eq(classSessionTable._id, first?._id ?? ''));
  const answers = [
    await act(first, 'cancel', { reason: 'x' }),
    await act(first, 'move', { date: addDays(first?.date ?? '', 1), start: '08:00', end: '09:00' }),
    await act(first, 'substitute', { teacherId: parts.teachers[1] }),
  ];
  expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual([
    'sessionFixed',
    'sessionFixed',
    'sessionFixed',
  ]);
});
