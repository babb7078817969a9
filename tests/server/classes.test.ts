import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { addDays, weekdayOf } from '#contract/dates.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { addTerm, classIn, done, partsOf, seat, sessionsOf } from '#tests/helpers/class-data.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import {
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

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
afterAll(async () => expect(await unnotedStates(server.db)).toEqual([]));

const add = async (term: Awaited<ReturnType<typeof addTerm>>, more = {}) =>
  done<SchoolClass>(await staff.post('/classes', classIn(term, parts, more)));
const days = async (classId: string) => (await sessionsOf(staff, classId)).map(({ date }) => date);

describe('a new class', () => {
  it('gets a code, and a session for each weekly time but on holidays', async () => {
    const term = await addTerm(server.db, { holidays: [0, 4] });
    const made = await add(term);
    expect(made).toMatchObject({
      classCode: `ENG-A1-${term.code}-01`,
      status: 'draft',
      seatsTaken: 0,
      waiting: 0,
      version: 1,
    });
    const sessions = await sessionsOf(staff, made._id);
    expect(sessions).toHaveLength(22);
    expect(sessions.map(({ date }) => date)).not.toContain(term.startDate);
    expect(
      new Set(
        sessions.map(({ date, start, end, teacherId, roomId }) =>
          [weekdayOf(date), start, end, teacherId, roomId].join(),
        ),
      ),
    ).toEqual(
      new Set(
        [1, 3, 5].map((weekday) =>
          [weekday, '17:00', '18:30', parts.teachers[0], parts.rooms[0]].join(),
        ),
      ),
    );
  });

  it('gets the next number, even when twenty are added at once', async () => {
    const term = await addTerm(server.db);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        add(term, { roomId: null, teacherId: null, note: `${n}` }),
      ),
    );
    expect(new Set(made.map(({ classCode }) => classCode)).size).toBe(20);
  });

  it.each([
    ['dates outside the term', { startDate: '2020-01-01', endDate: '2020-03-01' }, 'startDate'],
    ['an end before its start', { endDate: '2020-01-01' }, 'endDate'],
    [
      'times that overlap',
      {
        slots: [
          { weekday: 1, start: '09:00', end: '11:00' },
          { weekday: 1, start: '09:00', end: '10:00' },
        ],
      },
      'slots.1.start',
    ],
    ['no time', { slots: [] }, 'slots'],
    ['fewer seats than its minimum', { capacity: 4, minStudents: 5 }, 'capacity'],
  ])('is refused with %s', async (_name, more, field) => {
    const answer = await staff.post('/classes', classIn(await addTerm(server.db), parts, more));
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field);
  });

  it('is a draft, or takes enrolments at once where that is asked for', async () => {
    const term = await addTerm(server.db);
    expect((await add(term, { roomId: null, teacherId: null })).status).toBe('draft');
    expect((await add(term, { roomId: null, teacherId: null, opens: true })).status).toBe('open');
  });

  it('takes a room and a teacher of its own branch only', async () => {
    const other = await partsOf(server.db, 'PKS');
    const term = await addTerm(server.db);
    const theirs = other.teachers.find((teacher) => !parts.teachers.includes(teacher));
    expect(
      (
        await staff.post('/classes', classIn(term, parts, { roomId: other.rooms[0] ?? null }))
      ).json(),
    ).toMatchObject({ fields: { roomId: 'Not available in this branch' } });
    expect(
      (await staff.post('/classes', classIn(term, parts, { teacherId: theirs ?? null }))).json(),
    ).toMatchObject({ fields: { teacherId: 'Not available in this branch' } });
    expect(
      (await staff.post('/classes', classIn(term, parts, { branchId: other.branchId }))).statusCode,
    ).toBe(400);
    expect(
      (await (await server.as('finance')).post('/classes', classIn(term, parts))).statusCode,
    ).toBe(403);
  });

  it('may lie outside its term if an admin gives a reason, which is audited', async () => {
    const term = await addTerm(server.db);
    const early = classIn(term, parts, {
      startDate: addDays(term.startDate, -7),
      overrideReason: 'Starts early',
    });
    expect((await staff.post('/classes', early)).statusCode).toBe(400);
    const made = done<SchoolClass>(await admin.post('/classes', early));
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, made._id));
    expect(row).toMatchObject({ action: 'create', after: { overrideReason: 'Starts early' } });
  });
});

describe('a class that clashes', () => {
  it('is refused, naming who, with what and when; an admin may let it be', async () => {
    const term = await addTerm(server.db);
    const first = await add(term);
    const again = classIn(term, parts, {
      roomId: parts.rooms[1] ?? null,
      slots: [{ weekday: 3, start: '18:00', end: '19:00' }],
    });
    const refused = await staff.post('/classes', { ...again, overrideReason: 'Not mine to say' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ error: string }>().error).toContain(first.classCode);
    expect(refused.json<{ error: string }>().error).toContain('17:00–18:30');
    expect((await admin.post('/classes', again)).statusCode).toBe(409);
    const made = done<SchoolClass>(
      await admin.post('/classes', { ...again, overrideReason: 'Two groups, one lesson' }),
    );
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, made._id));
    expect(row?.after).toMatchObject({
      overrideReason: 'Two groups, one lesson',
      clashes: expect.arrayContaining([
        expect.objectContaining({ classCode: first.classCode }),
      ]) as unknown,
    });
  });

  it.each(['teacher', 'room'])(
    'of fifty that want one %s at one time, one is added',
    async (wanted) => {
      const term = await addTerm(server.db);
      const more = wanted === 'teacher' ? { roomId: null } : { teacherId: null };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => staff.post('/classes', classIn(term, parts, more))),
      );
      const codes = answers.map(({ statusCode }) => statusCode).sort();
      expect(codes).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    },
  );

  it('is told beforehand', async () => {
    const term = await addTerm(server.db);
    const first = await add(term);
    const query = `termId=${term._id}&from=${term.startDate}&to=${term.endDate}&slots=1/18:00/19:00,2/18:00/19:00&teacherIds=${parts.teachers[0]}&roomId=${parts.rooms[0]}`;
    const found = (await staff.get(`/classes/plan?${query}`)).json<{
      clashes: { kind: string; classCode: string }[];
    }>();
    expect(found.clashes[0]).toMatchObject({
      kind: 'teacher',
      classCode: first.classCode,
      date: term.startDate,
    });
    expect(found.clashes).toHaveLength(16);
    expect((await staff.get(`/classes/plan?${query}&classId=${first._id}`)).json()).toMatchObject({
      clashes: [],
      earliestChange: null,
    });
    await moveTo(server.db, 'staff', 'PKS');
    const away = await server.as('staff');
    const foreign = await away.get(`/classes/plan?${query.replace(/&teacherIds=[^&]*/, '')}`);
    expect(foreign.json()).toMatchObject({ clashes: [] });
    await moveTo(server.db, 'staff', 'VTE');
  });
});

describe('changing', () => {
  it('keeps every earlier session and every one that was taught, also their ids', async () => {
    const term = await addTerm(server.db, { weeks: -3 });
    const made = await add(term, { roomId: null, teacherId: null });
    const before = await sessionsOf(staff, made._id);
    const taught = before[4];
    await server.db
      .update(classSessionTable)
      .set({ attendanceTakenAt: new Date().toISOString(), status: 'held' })
      .where(eq(classSessionTable._id, taught?._id ?? ''));
    const slots = [{ weekday: 2, start: '08:00', end: '09:00' }];
    const early = await staff.put(`/classes/${made._id}`, {
      ...made,
      slots,
      changeFrom: taught?.date,
    });
    expect(early.json()).toMatchObject({
      fields: { changeFrom: expect.stringContaining('attendance has been taken') as unknown },
    });
    const from = addDays(taught?.date ?? '', 1);
    const changed = done<SchoolClass>(
      await staff.put(`/classes/${made._id}`, { ...made, slots, changeFrom: from }),
    );
    const after = await sessionsOf(staff, made._id);
    const earlier = (rows: typeof after) =>
      rows.filter(({ date }) => date < from).map(({ _id, date, start }) => ({ _id, date, start }));
    expect(earlier(after)).toEqual(earlier(before));
    expect(
      new Set(
        after
          .filter(({ date }) => date >= from)
          .map(({ date, start }) => `${weekdayOf(date)} ${start}`),
      ),
    ).toEqual(new Set(['2 08:00']));
    expect(changed).toMatchObject({ version: 2, slots });
  });

  it('of the teacher alone keeps the sessions, and what was changed by hand', async () => {
    const term = await addTerm(server.db);
    const made = await add(term, { roomId: null });
    const [first, second] = await sessionsOf(staff, made._id);
    await staff.post(`/class-sessions/${first?._id}/cancel`, { version: 1, reason: 'ຝົນຕົກໜັກ' });
    await staff.post(`/class-sessions/${second?._id}/substitute`, {
      version: 1,
      teacherId: parts.teachers[2],
    });
    done(await staff.put(`/classes/${made._id}`, { ...made, teacherId: parts.teachers[1] }));
    const after = await sessionsOf(staff, made._id);
    expect(after.slice(0, 3).map(({ status, teacherId }) => [status, teacherId])).toEqual([
      ['cancelled', parts.teachers[0]],
      ['scheduled', parts.teachers[2]],
      ['scheduled', parts.teachers[1]],
    ]);
    expect(after.map(({ _id }) => _id)).toHaveLength(24);
  });

  it('refuses fewer seats than are taken, another course, an old version and what is over', async () => {
    const term = await addTerm(server.db);
    const made = await add(term);
    await seat(server.db, made, parts.students.slice(0, 3));
    expect(
      (await staff.put(`/classes/${made._id}`, { ...made, capacity: 2 })).json(),
    ).toMatchObject({ fields: { capacity: 'Seats taken: 3' } });
    const otherTerm = await addTerm(server.db);
    expect(
      (await staff.put(`/classes/${made._id}`, { ...made, termId: otherTerm._id })).json(),
    ).toMatchObject({ fields: { termId: 'This can no longer be changed' } });
    expect(
      (await staff.put(`/classes/${made._id}`, { ...made, endDate: '2020-01-01' })).json(),
    ).toMatchObject({ fields: { endDate: 'Must not be before the start' } });
    expect(
      (await staff.put(`/classes/${made._id}`, { ...made, capacity: 3 })).json(),
    ).toMatchObject({ capacity: 3, seatsTaken: 3, version: 2 });
    expect(
      (await staff.put(`/classes/${made._id}`, { ...made, capacity: 9 })).json(),
    ).toMatchObject({ code: 'versionConflict' });
  });

  it('looks at the other classes of its students', async () => {
    const term = await addTerm(server.db);
    const one = await add(term);
    const two = await add(term, {
      roomId: null,
      teacherId: null,
      slots: [{ weekday: 2, start: '17:00', end: '18:30' }],
    });
    await seat(server.db, one, parts.students.slice(0, 1));
    await seat(server.db, two, parts.students.slice(0, 1));
    const moved = { ...two, slots: [{ weekday: 1, start: '18:00', end: '19:00' }] };
    expect((await staff.put(`/classes/${two._id}`, moved)).json()).toMatchObject({
      code: 'classClashes',
      error: expect.stringContaining(one.classCode) as unknown,
    });
  });
});

describe('a status', () => {
  it('moves step by step, and finishing completes the students', async () => {
    const term = await addTerm(server.db, { weeks: -20 });
    let made = await add(term, { roomId: null, teacherId: null });
    const go = async (status: string) => {
      const answer = await staff.post(`/classes/${made._id}/status`, {
        version: made.version,
        status,
      });
      if (answer.statusCode === 200) made = answer.json();
      return answer.json<SchoolClass & { code?: string }>();
    };
    expect(await go('running')).toMatchObject({ code: 'classStep' });
    await go('open');
    await seat(server.db, made, parts.students.slice(0, 2));
    await seat(server.db, made, parts.students.slice(2, 3), {
      status: 'waitlisted',
      waitPosition: 1,
    });
    expect(await go('draft')).toMatchObject({ code: 'classHasStudents' });
    await go('running');
    expect(await go('finished')).toMatchObject({ status: 'finished', seatsTaken: 0, waiting: 0 });
    const places = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.classId, made._id));
    expect(places.map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'completed',
      'completed',
    ]);
    expect((await staff.put(`/classes/${made._id}`, { ...made, note: 'x' })).json()).toMatchObject({
      code: 'classOver',
    });
  });

  it('is not finished while sessions are to come', async () => {
    const made = await add(await addTerm(server.db), { roomId: null, teacherId: null });
    await staff.post(`/classes/${made._id}/status`, { version: 1, status: 'open' });
    await staff.post(`/classes/${made._id}/status`, { version: 2, status: 'running' });
    expect(
      (await staff.post(`/classes/${made._id}/status`, { version: 3, status: 'finished' })).json(),
    ).toMatchObject({ code: 'classNotOver' });
  });
});

it("another branch's class answers as if it were not there", async () => {
  const other = await partsOf(server.db, 'LPB');
  const owner = await server.as('superadmin');
  const theirs = done<SchoolClass>(
    await owner.post('/classes', classIn(await addTerm(server.db), other)),
  );
  const [session] = await sessionsOf(owner, theirs._id);
  const answers = [
    await staff.get(`/classes/${theirs._id}`),
    await staff.put(`/classes/${theirs._id}`, { ...theirs, capacity: 1 }),
    await staff.get(`/classes/${theirs._id}/cancel-preview`),
    await staff.post(`/classes/${theirs._id}/cancel`, { version: 1, reason: 'x', students: [] }),
    await staff.post(`/classes/${theirs._id}/status`, { version: 1, status: 'open' }),
    await staff.post(`/class-sessions/${session?._id}/cancel`, { version: 1, reason: 'x' }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await days(theirs._id)).toEqual([]);
  expect(
    (await staff.get('/classes'))
      .json<SchoolClass[]>()
      .every(({ branchId }) => branchId === parts.branchId),
  ).toBe(true);
});

it('a teacher with lessons to give neither leaves nor is put away', async () => {
  await add(await addTerm(server.db));
  const teacher = (await staff.get(`/teachers/${parts.teachers[0]}`)).json<{ version: number }>();
  const left = await staff.put(`/teachers/${parts.teachers[0]}`, { ...teacher, status: 'left' });
  expect([left.statusCode, left.json()]).toMatchObject([409, { code: 'teacherNeeded' }]);
  expect(
    (
      await staff.post(`/teachers/${parts.teachers[0]}/archive`, {
        version: teacher.version,
        archived: true,
        reason: 'x',
      })
    ).json(),
  ).toMatchObject({ code: 'teacherNeeded' });
});
