import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClassReplaced } from '#contract/classes/class-changes.ts';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import type { CourseFee } from '#contract/courses/course-fees.ts';
import type { Course } from '#contract/courses/courses.ts';
import { addDays } from '#contract/dates.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { addTerm, classIn, done, partsOf, seat, sessionsOf } from '#tests/helpers/class-data.ts';
import { addSession, addTaughtClass, dayFromNow } from '#tests/helpers/taught-class.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
let parts: Awaited<ReturnType<typeof partsOf>>;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = [await server.as('staff'), await server.as('admin')];
  parts = await partsOf(server.db);
});
afterAll(() => server.close());

const act = async (session: ClassSession | undefined, name: string, body: object) =>
  done<ClassSession>(
    await staff.post(`/class-sessions/${session?._id}/${name}`, {
      version: session?.version,
      ...body,
    }),
  );

/** So early that nobody of the demo centre is at it. */
const early = (weekday: number) => ({ weekday, start: '06:10', end: '06:50' });

/**
 * A running class of this term with students, whose attendance was taken of every session that is
 * over.
 */
async function taughtClass() {
  const term = await addTerm(server.db, { weeks: -2 });
  const draft = done<SchoolClass>(
    await staff.post(
      '/classes',
      classIn(term, parts, { roomId: null, teacherId: null, slots: [1, 3, 5].map(early) }),
    ),
  );
  await staff.post(`/classes/${draft._id}/status`, { version: 1, status: 'open' });
  const made = done<SchoolClass>(
    await staff.post(`/classes/${draft._id}/status`, { version: 2, status: 'running' }),
  );
  await seat(server.db, made, parts.students.slice(0, 3));
  const now = await dayFromNow(server.db, 0);
  const over = (await sessionsOf(staff, made._id)).filter(
    ({ date }) => date < now && date >= addDays(now, -13),
  );
  for (const { _id, version } of over)
    done(
      await staff.put(`/class-sessions/${_id}/attendance`, {
        version,
        marks: parts.students
          .slice(0, 3)
          .map((studentId, at) => ({ studentId, status: at === 0 ? 'late' : 'present' })),
      }),
    );
  const marks = () =>
    server.db
      .select()
      .from(attendanceTable)
      .where(
        inArray(
          attendanceTable.sessionId,
          over.map(({ _id }) => _id),
        ),
      )
      .orderBy(attendanceTable._id);
  return { made, over, marks, now };
}

it('marks stay unchanged when a class gets other times, days or people', async () => {
  const { made, over, marks, now } = await taughtClass();
  const before = await marks();
  expect(before).toHaveLength(over.length * 3);
  const put = async (more: object) =>
    staff.put(`/classes/${made._id}`, {
      ...done<SchoolClass>(await staff.get(`/classes/${made._id}`)),
      ...more,
    });
  const other = [early(2)];
  const refused = [
    await put({ slots: other, changeFrom: over[0]?.date }),
    await put({ startDate: addDays(now, 1), slots: other }),
    await put({ endDate: addDays(over.at(-1)?.date ?? '', -1) }),
  ];
  expect(refused.map((answer) => answer.json<{ fields: object }>().fields)).toMatchObject([
    { changeFrom: expect.any(String) as unknown },
    { startDate: expect.any(String) as unknown },
    { endDate: expect.any(String) as unknown },
  ]);
  const changes = [
    { slots: other },
    { slots: [...other, early(6)], changeFrom: addDays(now, 7) },
    { teacherId: parts.teachers[1] },
    { roomId: parts.rooms[1] },
    { slots: made.slots, endDate: addDays(made.endDate, -7) },
  ];
  for (const change of changes) expect((await put(change)).statusCode).toBe(200);
  expect(await marks()).toEqual(before);
  const kept = new Map((await sessionsOf(staff, made._id)).map((one) => [one._id, one]));
  expect(over.map(({ _id, date, start }) => [_id, date, start])).toEqual(
    over.map(({ _id }) => [_id, kept.get(_id)?.date, kept.get(_id)?.start]),
  );
});

it('a mark sent while the times of the class change is either kept or refused', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 25 }, async (_, at) => {
      const taught = await addTaughtClass(server.db, { students: 2 });
      return { taught, at, session: await addSession(server.db, taught, 0) };
    }),
  );
  const both = await Promise.all(
    rounds.map(({ taught, session, at }) => {
      const marks = taught.studentIds.map((studentId) => ({ studentId, status: 'late' }));
      // Each class at times of its own: the same students are in all of them.
      const slots = [
        {
          weekday: (at % 7) + 1,
          start: `0${Math.floor(at / 7)}:10`,
          end: `0${Math.floor(at / 7)}:40`,
        },
      ];
      const { courseId, termId, branchId, startDate, endDate, capacity } = taught;
      const input = {
        courseId,
        termId,
        branchId,
        startDate,
        endDate,
        capacity,
        slots,
        version: 1,
        overrideReason: 'x',
      };
      return Promise.all([
        staff.put(`/class-sessions/${session._id}/attendance`, { version: 1, marks }),
        admin.put(`/classes/${taught._id}`, input),
      ]);
    }),
  );
  for (const [at, [marked, changed]] of both.entries()) {
    const { session, taught } = rounds[at] ?? {};
    const [left] = await server.db
      .select()
      .from(classSessionTable)
      .where(eq(classSessionTable._id, session?._id ?? ''));
    const marks = await server.db
      .select()
      .from(attendanceTable)
      .where(eq(attendanceTable.sessionId, session?._id ?? ''));
    expect([200, 404], marked.body).toContain(marked.statusCode);
    expect(changed.statusCode, changed.body).toBe(200);
    expect([left?.status, marks.length]).toEqual(
      marked.statusCode === 200 ? ['held', taught?.studentIds.length] : [undefined, 0],
    );
  }
});

it('the answer to new times says which sessions were changed by hand and stay as they are', async () => {
  const made = done<SchoolClass>(
    await staff.post('/classes', classIn(await addTerm(server.db), parts)),
  );
  const [first, second, third, fourth] = await sessionsOf(staff, made._id);
  await act(first, 'cancel', { reason: 'ຝົນຕົກໜັກ' });
  await act(second, 'substitute', { teacherId: parts.teachers[2] });
  const moved = await act(third, 'move', {
    date: addDays(third?.date ?? '', 1),
    start: '08:00',
    end: '09:30',
    roomId: parts.rooms[1],
  });
  const unchanged = done<ClassReplaced>(
    await staff.put(`/classes/${made._id}`, { ...made, note: 'x' }),
  );
  expect(unchanged.sessionsChangedByHand).toEqual([]);
  const slots = [{ weekday: 2, start: '10:00', end: '11:00' }];
  const answer = done<ClassReplaced>(
    await staff.put(`/classes/${made._id}`, { ...unchanged, slots }),
  );
  expect(answer.sessionsChangedByHand).toEqual([
    {
      _id: first?._id,
      date: first?.date,
      start: '17:00',
      end: '18:30',
      status: 'cancelled',
      isSubstitute: false,
    },
    {
      _id: second?._id,
      date: second?.date,
      start: '17:00',
      end: '18:30',
      status: 'scheduled',
      isSubstitute: true,
    },
    {
      _id: moved._id,
      date: moved.date,
      start: '08:00',
      end: '09:30',
      status: 'scheduled',
      isSubstitute: false,
    },
  ]);
  const late = done<ClassReplaced>(
    await staff.put(`/classes/${made._id}`, {
      ...answer,
      slots: made.slots,
      changeFrom: fourth?.date,
    }),
  );
  expect(late.sessionsChangedByHand).toEqual([]);
});

it("a price of its own is one in use of the class's course", async () => {
  const term = await addTerm(server.db);
  const fees = (await staff.get('/course-fees')).json<CourseFee[]>();
  const own = fees.find(
    (one) =>
      one.courseId === parts.courseId &&
      one.active &&
      one.replacedById === null &&
      one.branchId === null,
  );
  const foreign = fees.find(({ courseId }) => courseId !== parts.courseId);
  const withFee = (feeId: string | undefined) =>
    staff.post(
      '/classes',
      classIn(term, parts, { roomId: null, teacherId: null, feeId: feeId ?? null }),
    );
  expect((await withFee(foreign?._id)).json()).toMatchObject({
    fields: { feeId: 'Not available in this branch' },
  });
  expect(done<SchoolClass>(await withFee(own?._id)).feeId).toBe(own?._id);
});

it('a course that goes out of use while classes are added for it never keeps one', async () => {
  const courses = (await admin.get('/courses')).json<Course[]>();
  for (let round = 0; round < 10; round += 1) {
    const like = courses.find(({ _id }) => _id === parts.courseId);
    const made = done<Course>(
      await admin.post('/courses', { ...like, code: `RACE-${round}`, nextCourseId: null }),
    );
    const term = await addTerm(server.db);
    const [put, ...added] = await Promise.all([
      admin.put(`/courses/${made._id}`, { ...made, active: false }),
      ...[1, 2, 3].map((weekday) =>
        staff.post(
          '/classes',
          classIn(term, parts, {
            courseId: made._id,
            roomId: null,
            teacherId: null,
            slots: [{ weekday, start: '06:00', end: '06:30' }],
          }),
        ),
      ),
    ]);
    const isGone = put.statusCode === 200;
    expect(added.some(({ statusCode }) => statusCode === 201)).toBe(!isGone);
  }
});
