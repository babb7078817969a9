import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { clashesOf, clashError } from '#server/academic/classes/clashes.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The first meeting of the demo centre's term, on a Monday, that has a teacher and a room. */
async function someMeeting() {
  const [found] = await server.db
    .select()
    .from(classSessionTable)
    .where(
      and(
        isNotNull(classSessionTable.teacherId),
        isNotNull(classSessionTable.roomId),
        ne(classSessionTable.status, 'cancelled'),
        eq(classSessionTable.start, '17:00'),
      ),
    )
    .orderBy(classSessionTable.date, classSessionTable._id)
    .limit(1);
  if (!found?.teacherId || !found.roomId) throw new Error('No meeting');
  return { ...found, teacherIds: [found.teacherId], roomId: found.roomId };
}

describe('whoever is needed elsewhere at the same time', () => {
  it('is named with the class, the day and the time', async () => {
    const { date, start, end, teacherIds, roomId, classId } = await someMeeting();
    const [taken] = await server.db.select().from(classTable).where(eq(classTable._id, classId));
    const found = await clashesOf(server.db, {
      sessions: [{ date, start, end }],
      teacherIds,
      roomId,
    });
    expect(found.map(({ kind }) => kind)).toEqual(['teacher', 'room']);
    expect(found[0]).toMatchObject({
      whoId: teacherIds[0],
      classId,
      classCode: taken?.classCode,
      date,
      start,
      end,
    });
    expect(clashError(found).details.n).toContain(
      `${taken?.classCode} ${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)} 17:00–18:30`,
    );
    expect(
      await clashesOf(server.db, {
        sessions: [{ date, start, end }],
        teacherIds,
        roomId,
        exceptClassId: classId,
      }),
    ).toEqual([]);
  });

  it.each([
    ['back to back before', '15:00', '17:00', 0],
    ['back to back behind', '18:30', '20:00', 0],
    ['the same start and shorter', '17:00', '17:15', 1],
    ['the same start and longer', '17:00', '21:00', 1],
    ['all around it', '08:00', '22:00', 1],
    ['one minute of it', '18:29', '19:00', 1],
  ])('%s', async (_name, start, end, count) => {
    const { date, roomId } = await someMeeting();
    expect(
      (await clashesOf(server.db, { sessions: [{ date, start, end }], roomId })).filter(
        ({ start: at }) => at === '17:00',
      ),
    ).toHaveLength(count);
  });

  it('is free on another day, and once the meeting is cancelled', async () => {
    const { _id, date, teacherIds, roomId } = await someMeeting();
    const at = (day: string) => ({
      sessions: [{ date: day, start: '17:00', end: '18:30' }],
      teacherIds,
      roomId,
    });
    expect(await clashesOf(server.db, at(addDays(date, 6)))).toEqual([]);
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable._id, _id));
    expect(await clashesOf(server.db, at(date))).toEqual([]);
  });

  it('is a student only while enrolled, from the first to the last day', async () => {
    const meeting = await someMeeting();
    const [place] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.classId, meeting.classId))
      .limit(1);
    if (!place) throw new Error('No enrolment');
    const question = { sessions: [meeting], studentIds: [place.studentId] };
    const set = (values: Partial<typeof place>) =>
      server.db.update(enrolmentTable).set(values).where(eq(enrolmentTable._id, place._id));
    await set({ startDate: meeting.date, endDate: meeting.date });
    expect(await clashesOf(server.db, question)).toMatchObject([
      { kind: 'student', whoId: place.studentId },
    ]);
    await set({ startDate: addDays(meeting.date, 1), endDate: null });
    expect(await clashesOf(server.db, question)).toEqual([]);
    await set({
      startDate: meeting.date,
      status: 'pending',
      holdUntil: '2020-01-01T00:00:00.000Z',
    });
    expect(await clashesOf(server.db, question)).toEqual([]);
    await set({ holdUntil: '2099-01-01T00:00:00.000Z' });
    expect(await clashesOf(server.db, question)).toHaveLength(1);
  });

  it('counts an assistant as a teacher who is needed', async () => {
    const meeting = await someMeeting();
    const [other] = await server.db
      .select()
      .from(classTable)
      .where(eq(classTable._id, meeting.classId));
    const assistant = (await (await server.as('superadmin')).get('/teachers'))
      .json<{ _id: string }[]>()
      .find(({ _id }) => _id !== other?.teacherId);
    const question = { sessions: [meeting], teacherIds: [assistant?._id ?? ''] };
    const before = await clashesOf(server.db, question);
    await server.db
      .update(classTable)
      .set({ assistantIds: [assistant?._id ?? ''] })
      .where(eq(classTable._id, meeting.classId));
    expect((await clashesOf(server.db, question)).length).toBe(before.length + 1);
  });
});
