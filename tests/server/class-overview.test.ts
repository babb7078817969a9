import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  daysOf,
  missing,
  timetable,
  type Missing,
  type TimetableDay,
} from '#contract/classes/class-overview.ts';
import { dayInLaos, addDays, mondayOf } from '#contract/dates.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let vte: string;
let lpb: string;
const thisWeek = mondayOf(dayInLaos());

beforeAll(async () => {
  server = await startTestServer();
  [vte, lpb] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'LPB')];
  await moveTo(server.db, 'staff', 'VTE');
  [owner, staff] = [await server.as('superadmin'), await server.as('staff')];
});
afterAll(() => server.close());

const weekOf = async (client: Client, from: string, branch?: string) => {
  const answer = await client.get(
    `/timetable?from=${from}${branch === undefined ? '' : `&branchId=${branch}`}`,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return daysOf(timetable.parse(answer.json()));
};
const lacking = async (client: Client, branch?: string): Promise<Missing> => {
  const answer = await client.get(
    `/class-overview/missing${branch === undefined ? '' : `?branchId=${branch}`}`,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return missing.parse(answer.json());
};
const meetings = (days: readonly TimetableDay[]) =>
  days.flatMap((day) => day.meetings.map((meeting) => ({ ...meeting, date: day.date })));

/**
 * A class of a branch, like the first one there, with meetings at these times; put away again by
 * `remove`.
 */
async function addClass(
  code: string,
  branch: string,
  at: readonly (readonly [date: string, start: string, end: string])[],
  change: Partial<typeof classTable.$inferInsert> = {},
) {
  const { db } = server;
  const [like] = await db.select().from(classTable).where(eq(classTable.branchId, branch)).limit(1);
  if (!like) throw new Error('No class to copy');
  const { _id: _like, ...rest } = like;
  const row = { ...rest, teacherId: null, roomId: null, classCode: code, ...change };
  const [made] = await db.insert(classTable).values(row).returning();
  if (!made) throw new Error('Not added');
  const rows = at.map(([date, start, end]) => ({
    classId: made._id,
    branchId: branch,
    date,
    start,
    end,
    teacherId: made.teacherId,
    roomId: made.roomId,
  }));
  if (rows.length > 0) await db.insert(classSessionTable).values(rows);
  const remove = async () => {
    await db.delete(enrolmentTable).where(eq(enrolmentTable.classId, made._id));
    await db.delete(classSessionTable).where(eq(classSessionTable.classId, made._id));
    await db.delete(classTable).where(eq(classTable._id, made._id));
  };
  return { ...made, remove };
}

describe('the timetable of a week', () => {
  it('has seven days from Monday on, whatever day is asked for, in the order of time', async () => {
    const days = await weekOf(staff, addDays(thisWeek, 3));
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, at) => addDays(thisWeek, at)),
    );
    const found = meetings(days);
    expect(found.length).toBeGreaterThan(10);
    const times = found.map(({ date, start }) => `${date} ${start}`);
    expect(times).toEqual(times.toSorted());
    expect(days.every(({ terms }) => terms.includes('T1'))).toBe(true);
  });

  it('says of each meeting what a clerk asks: class, course, teacher, room and seats', async () => {
    // Some sessions of this week may be over already.
    const one = meetings(await weekOf(staff, addDays(thisWeek, 7))).find(({ classCode }) =>
      classCode.startsWith('ENG-A1-T1'),
    );
    expect(one).toMatchObject({
      start: '17:00',
      end: '18:30',
      status: 'scheduled',
      branchCode: 'VTE',
      capacity: 16,
      taken: 13,
      clash: 'none',
      attendanceTaken: false,
      isSubstitute: false,
      room: { name: '201' },
      course: { nameEn: 'English A1', nameLo: 'ພາສາອັງກິດ A1' },
      category: { nameEn: 'English', colour: 'indigo' },
    });
    expect(one?.teacher?.nameLo).toMatch(/./);
    expect(Object.keys(one?.teacher ?? {}).sort()).toEqual(['_id', 'nameEn', 'nameLo']);
  });

  it('holds the own branch only, and answers 404 where another is asked for', async () => {
    const own = meetings(await weekOf(staff, thisWeek));
    expect(new Set(own.map(({ branchCode }) => branchCode))).toEqual(new Set(['VTE']));
    expect(meetings(await weekOf(staff, thisWeek, vte.toUpperCase()))).toHaveLength(own.length);
    expect((await staff.get(`/timetable?from=${thisWeek}&branchId=${lpb}`)).statusCode).toBe(404);
    expect((await staff.get(`/class-overview/missing?branchId=${lpb}`)).statusCode).toBe(404);
    expect(
      new Set(meetings(await weekOf(owner, thisWeek, lpb)).map(({ branchCode }) => branchCode)),
    ).toEqual(new Set(['LPB']));
    expect(
      new Set(meetings(await weekOf(owner, thisWeek)).map(({ branchCode }) => branchCode)),
    ).toEqual(new Set(['VTE', 'LPB', 'PKS']));
  });

  it.each([
    ['2026-12-31', '2026-12-28', '2027-01-03'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
    ['2028-02-29', '2028-02-28', '2028-03-05'],
    ['2026-11-01', '2026-10-26', '2026-11-01'],
  ])(
    'of %s goes from %s to %s, with what is taught on both sides of the turn',
    async (day, first, last) => {
      const made = await addClass('TURN', vte, [
        [first, '08:00', '09:00'],
        [last, '08:00', '09:00'],
        [addDays(last, 1), '08:00', '09:00'],
        [addDays(first, -1), '08:00', '09:00'],
      ]);
      const days = await weekOf(staff, day);
      expect([days[0]?.date, days[6]?.date]).toEqual([first, last]);
      expect(
        meetings(days)
          .filter(({ classCode }) => classCode === 'TURN')
          .map(({ date }) => date),
      ).toEqual([first, last]);
      await made.remove();
    },
  );

  it.each([
    'from=2026-02-30',
    'from=today',
    'from=1999-12-31',
    'from=9999-12-31',
    '',
    'from=2026-11-16&branchId=VTE',
  ])('refuses ?%s', async (query) => {
    expect((await owner.get(`/timetable?${query}`)).statusCode).toBe(400);
  });

  it('names a holiday of the term, unless the term is of other branches', async () => {
    const [term] = await server.db
      .select()
      .from(academicTermTable)
      .where(eq(academicTermTable.code, 'T1'));
    const holiday = String(term?.holidays[0]?.date);
    const onIt = async () => (await weekOf(staff, holiday)).find(({ date }) => date === holiday);
    expect(await onIt()).toMatchObject({ holidays: ['ວັນພັກຂອງສູນ'], meetings: [] });
    await server.db
      .update(academicTermTable)
      .set({ branchIds: [lpb] })
      .where(eq(academicTermTable.code, 'T1'));
    expect(await onIt()).toMatchObject({ holidays: [], terms: [] });
    await server.db
      .update(academicTermTable)
      .set({ branchIds: [] })
      .where(eq(academicTermTable.code, 'T1'));
  });

  it('counts the seats of active, suspended and still held students', async () => {
    const day = '2030-06-03';
    const made = await addClass('SEATS', vte, [[day, '08:00', '09:00']]);
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from students limit 6`);
    const held = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
    const statuses = [
      { status: 'active' as const },
      { status: 'suspended' as const },
      { status: 'pending' as const, holdUntil: held(1) },
      { status: 'pending' as const, holdUntil: held(-1) },
      { status: 'waitlisted' as const },
      { status: 'withdrawn' as const },
    ];
    const same = {
      classId: made._id,
      branchId: vte,
      termId: made.termId,
      courseId: made.courseId,
      startDate: day,
    };
    for (const [at, change] of statuses.entries())
      await server.db
        .insert(enrolmentTable)
        .values({ ...same, studentId: String(rows[at]?.id), ...change });
    expect(meetings(await weekOf(staff, day))[0]).toMatchObject({ taken: 3 });
    await made.remove();
  });
});

describe('clash marks', () => {
  const day = '2031-03-04';
  const marks = async () =>
    Object.fromEntries(
      meetings(await weekOf(owner, day)).map(({ classCode, clash }) => [classCode, clash]),
    );

  it.each([
    ['the same start', '09:00', '11:00', true],
    ['one within the other', '09:15', '09:30', true],
    ['a part of both', '08:30', '09:01', true],
    ['back to back before', '08:00', '09:00', false],
    ['back to back after', '10:00', '11:00', false],
  ] as const)('%s', async (_what, start, end, isClash) => {
    const [teacher] = await server.db.select().from(teacherTable).limit(1);
    const [room] = await server.db
      .select()
      .from(roomTable)
      .where(eq(roomTable.branchId, vte))
      .limit(1);
    const one = await addClass('ONE', vte, [[day, '09:00', '10:00']], {
      teacherId: teacher?._id ?? null,
      roomId: room?._id ?? null,
    });
    const sameTeacher = await addClass('TEACHER', lpb, [[day, start, end]], {
      teacherId: teacher?._id ?? null,
    });
    expect(await marks()).toEqual({
      ONE: isClash ? 'teacher' : 'none',
      TEACHER: isClash ? 'teacher' : 'none',
    });
    const sameRoom = await addClass('ROOM', vte, [[day, start, end]], {
      roomId: room?._id ?? null,
    });
    expect(await marks()).toMatchObject({
      ONE: isClash ? 'both' : 'none',
      ROOM: isClash ? 'room' : 'none',
    });
    // The own branch sees that there is a clash, and nothing of the other branch.
    expect(meetings(await weekOf(staff, day)).map(({ classCode }) => classCode)).not.toContain(
      'TEACHER',
    );
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable.classId, one._id));
    expect(await marks()).toEqual({ ONE: 'none', TEACHER: 'none', ROOM: 'none' });
    for (const made of [one, sameTeacher, sameRoom]) await made.remove();
  });

  it('look at assistants too: beside a teacher, and beside another assistant', async () => {
    const [first, second] = await server.db.select().from(teacherTable).limit(2);
    const [helper, other] = [String(first?._id), String(second?._id)];
    const helped = await addClass('HELPED', vte, [[day, '09:00', '10:00']], {
      teacherId: other,
      assistantIds: [helper],
    });
    const taught = await addClass('TAUGHT', lpb, [[day, '09:30', '10:30']], { teacherId: helper });
    const helps = await addClass('HELPS', vte, [[day, '10:15', '11:00']], {
      assistantIds: [helper],
    });
    const after = await addClass('AFTER', vte, [[day, '11:00', '12:00']], {
      assistantIds: [helper],
    });
    expect(await marks()).toEqual({
      HELPED: 'teacher',
      TAUGHT: 'teacher',
      HELPS: 'teacher',
      AFTER: 'none',
    });
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable.classId, taught._id));
    expect(await marks()).toEqual({ HELPED: 'none', TAUGHT: 'none', HELPS: 'none', AFTER: 'none' });
    for (const made of [helped, taught, helps, after]) await made.remove();
  });
});

describe('what is missing', () => {
  it('names classes without a teacher, without a room, and with too few students', async () => {
    const soon = await addClass('SOON', vte, [], {
      startDate: addDays(dayInLaos(), 14),
      minStudents: 5,
    });
    const found = await lacking(staff);
    const codes = (part: Missing['noTeacher']) => part.rows.map(({ classCode }) => classCode);
    expect(codes(found.noTeacher)).toContainEqual(expect.stringMatching(/^CHN-H1-T1/));
    expect(codes(found.noRoom).filter((code) => code.includes('T1'))).toEqual([
      expect.stringMatching(/^ENG-A1-T1/),
    ]);
    // IELTS of T1 has few students too, but it runs by now.
    expect(codes(found.underMinimum)).toEqual(['SOON']);
    expect(found.noTeacher.rows.every(({ branchCode }) => branchCode === 'VTE')).toBe(true);
    await soon.remove();
  });

  it('leaves out online classes without a room, and classes that are put away or not opened', async () => {
    const online = await addClass('ONLINE', vte, [], { deliveryMode: 'online' });
    const draft = await addClass('DRAFT', vte, [], { status: 'draft' });
    const gone = await addClass('GONE', vte, [], { status: 'cancelled' });
    const { noTeacher, noRoom } = await lacking(staff);
    expect(noTeacher.rows.map(({ classCode }) => classCode)).toContain('ONLINE');
    for (const code of ['ONLINE', 'DRAFT', 'GONE'])
      expect(noRoom.rows.map(({ classCode }) => classCode)).not.toContain(code);
    for (const code of ['DRAFT', 'GONE'])
      expect(noTeacher.rows.map(({ classCode }) => classCode)).not.toContain(code);
    for (const made of [online, draft, gone]) await made.remove();
  });

  it('names meetings of the last 14 days whose attendance nobody took, once there are students', async () => {
    const today = dayInLaos();
    const made = await addClass('LATE', vte, [
      [addDays(today, -14), '08:00', '09:00'],
      [addDays(today, -15), '08:00', '09:00'],
      [addDays(today, -1), '08:00', '09:00'],
      [addDays(today, 1), '08:00', '09:00'],
    ]);
    const dates = async () =>
      (await lacking(staff)).attendance.rows
        .filter(({ classCode }) => classCode === 'LATE')
        .map(({ date }) => date);
    expect(await dates()).toEqual([]);
    const [student] = await server.db.select().from(studentTable).limit(1);
    const { _id: classId, branchId: of, termId, courseId } = made;
    await server.db.insert(enrolmentTable).values({
      classId,
      branchId: of,
      termId,
      courseId,
      studentId: String(student?._id),
      status: 'active',
      startDate: addDays(today, -14),
    });
    expect(await dates()).toEqual([addDays(today, -1), addDays(today, -14)]);
    const at = sql`class_id = ${made._id} and date = ${addDays(today, -1)}`;
    await server.db
      .update(classSessionTable)
      .set({ attendanceTakenAt: new Date().toISOString() })
      .where(at);
    expect(await dates()).toEqual([addDays(today, -14)]);
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable.classId, made._id));
    expect(await dates()).toEqual([]);
    await made.remove();
  });

  it('says how full the running term is, course by course', async () => {
    const { fill, term } = await lacking(staff);
    expect(term).toMatchObject({ code: 'T1' });
    expect(fill.map(({ code }) => code)).toEqual([
      'CHN-H1',
      'ENG-A1',
      'ENG-A2',
      'ENG-B1',
      'IELTS',
      'KID-1',
      'KID-2',
    ]);
    expect(fill.find(({ code }) => code === 'ENG-A1')).toMatchObject({
      classes: 2,
      capacity: 32,
      taken: 23,
    });
    expect(fill.find(({ code }) => code === 'KID-1')).toMatchObject({
      classes: 1,
      capacity: 12,
      taken: 12,
    });
  });

  it('covers one branch, or all for people who see all', async () => {
    const [all, one] = [await lacking(owner), await lacking(owner, lpb)];
    expect(new Set(all.noTeacher.rows.map(({ branchCode }) => branchCode)).size).toBe(
      await server.db.$count(branchTable),
    );
    expect(new Set(one.noTeacher.rows.map(({ branchCode }) => branchCode))).toEqual(
      new Set(['LPB']),
    );
  });
});
