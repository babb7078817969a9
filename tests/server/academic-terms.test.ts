import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { academicTerm, type AcademicTerm } from '#contract/courses/academic-terms.ts';
import { currentTerm, enrolmentTerm, nextEnrolmentTerm } from '#contract/courses/current-term.ts';
import { addDays, dayInLaos } from '#contract/dates.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable, classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let staff: Client;
let home: string;
let away: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, staff] = [
    await server.as('superadmin'),
    await server.as('admin'),
    await server.as('staff'),
  ];
  [home, away] = [await branchId(server.db, 'VTE'), await branchId(server.db, 'PKS')];
});
afterAll(() => server.close());

let count = 0;
const input = (fields: object = {}) => {
  count += 1;
  return {
    name: `Term ${count}`,
    code: `X${count}`,
    academicYear: '2030',
    startDate: '2030-01-07',
    endDate: '2030-03-31',
    ...fields,
  };
};
const add = async (fields: object = {}, client = owner) => {
  const answer = await client.post('/academic-terms', input(fields));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<AcademicTerm>();
};
const change = (client: Client, { _id, ...row }: AcademicTerm, fields: object) =>
  client.put(`/academic-terms/${_id}`, { ...row, ...fields });
const read = async (_id: string) =>
  (await owner.get(`/academic-terms/${_id}`)).json<AcademicTerm>();
const step = (client: Client, { _id, version }: AcademicTerm, status: string, reason = '') =>
  client.post(`/academic-terms/${_id}/status`, { version, status, reason });
const stepTo = async (term: AcademicTerm, ...statuses: string[]) => {
  let at = term;
  for (const status of statuses) at = (await step(owner, at, status)).json<AcademicTerm>();
  return at;
};

/** A term of its own with a copy of a demo class, which meets on these days. */
async function withClass(days: readonly string[], fields: object = {}) {
  const term = await add(fields);
  const [model] = await server.db
    .select()
    .from(classTable)
    .where(eq(classTable.branchId, home))
    .limit(1);
  if (!model) throw new Error('No class');
  const { _id: _model, ...row } = model;
  const values = {
    ...row,
    classCode: `CODE-${term.code}`,
    termId: term._id,
    startDate: term.startDate,
    endDate: term.endDate,
  };
  const [added] = await server.db
    .insert(classTable)
    .values(values)
    .returning({ _id: classTable._id });
  const classId = String(added?._id);
  await server.db
    .insert(classSessionTable)
    .values(days.map((date) => ({ classId, branchId: home, date, start: '09:00', end: '10:30' })));
  return { term, classId };
}
/** Gives a class its first student, from this day on. */
async function enrol(classId: string, startDate: string) {
  const [school] = await server.db.select().from(classTable).where(eq(classTable._id, classId));
  const [student] = await server.db.select().from(studentTable).limit(1);
  if (!school || !student) throw new Error('No class or student');
  const { branchId: of, termId, courseId } = school;
  const place = { classId, branchId: of, termId, courseId, studentId: student._id };
  await server.db.insert(enrolmentTable).values({ ...place, status: 'active', startDate });
}
const sessionsOf = (classId: string) =>
  server.db
    .select()
    .from(classSessionTable)
    .where(eq(classSessionTable.classId, classId))
    .orderBy(classSessionTable.date);

describe('a term', () => {
  it('begins as a draft, its holidays in order', async () => {
    const holidays = [
      { date: '2030-03-08', name: 'ວັນແມ່ຍິງສາກົນ' },
      { date: '2030-02-01', name: 'Staff day' },
    ];
    const term = await add({
      holidays,
      enrolFrom: '2029-12-01',
      enrolTo: '2030-01-15',
      status: 'running',
    });
    z.strictObject(academicTerm.shape).parse(term);
    expect(term).toMatchObject({
      status: 'draft',
      currentUntil: null,
      defaultFrom: null,
      branchIds: [],
    });
    expect(term.holidays.map(({ date }) => date)).toEqual(['2030-02-01', '2030-03-08']);
    expect(await read(term._id)).toEqual(term);
  });

  it('takes holidays of several days as one entry, and answers every day of them', async () => {
    const entry = (date: string, until: string | null) => ({ date, until, name: 'ປີໃໝ່ລາວ' });
    const term = await add({
      holidays: [entry('2030-02-27', '2030-03-02'), entry('2030-02-01', null)],
    });
    expect(term.holidays.map(({ date }) => date)).toEqual([
      '2030-02-01',
      '2030-02-27',
      '2030-02-28',
      '2030-03-01',
      '2030-03-02',
    ]);
    const wrong = async (...holidays: object[]) =>
      (await owner.post('/academic-terms', input({ holidays }))).json<{ fields: object }>().fields;
    expect(await wrong(entry('2030-02-02', '2030-02-01'))).toEqual({
      'holidays.0.until': 'Must not be before the start',
    });
    expect(
      await wrong(entry('2030-02-01', '2030-02-05'), entry('2030-02-05', '2030-02-07')),
    ).toEqual({ 'holidays.1.date': 'This day is listed twice' });
    expect(await wrong(entry('2030-03-08', '2030-04-20'))).toEqual({
      'holidays.0.until': 'This day is not in the term',
    });
  });

  it('names what is wrong with it', async () => {
    const other = await add();
    const wrong = async (fields: object) =>
      (await owner.post('/academic-terms', input(fields))).json<{ fields: object }>().fields;
    const day = (date: string) => ({ date, name: 'Day' });
    expect(await wrong({ endDate: '2030-01-06' })).toEqual({
      endDate: 'Must not be before the start',
    });
    expect(await wrong({ enrolFrom: '2030-01-02', enrolTo: '2030-01-01' })).toEqual({
      enrolTo: 'Must not be before the start',
    });
    expect(await wrong({ code: other.code })).toEqual({ code: 'Already used' });
    expect(await wrong({ name: other.name.toUpperCase() })).toEqual({ name: 'Already used' });
    expect(await wrong({ holidays: [day('2030-02-01'), day('2030-02-01')] })).toEqual({
      'holidays.1.date': 'This day is listed twice',
    });
    expect(await wrong({ holidays: [day('2030-02-01'), day('2030-04-01')] })).toEqual({
      'holidays.1.date': 'This day is not in the term',
    });
    expect(await wrong({ branchIds: ['01890000-0000-7000-8000-000000000000'] })).toEqual({
      branchIds: 'This branch was not found',
    });
    expect((await add({ name: other.name, academicYear: '2031' })).name).toBe(other.name);
  });

  it('refuses a stale version', async () => {
    const term = await add();
    expect((await change(owner, term, { name: 'First' })).json()).toMatchObject({
      name: 'First',
      version: 2,
    });
    expectCode(await change(owner, term, { name: 'Late' }), 409, 'versionConflict');
    expectCode(await step(owner, term, 'open'), 409, 'versionConflict');
  });
});

describe('who writes terms', () => {
  it('lets a branch write its own terms only and hides those of other branches', async () => {
    for (const client of [admin, staff]) {
      const term = await add({ branchIds: [home] }, client);
      expect((await change(client, term, { name: `${term.name} again` })).statusCode).toBe(200);
      for (const branchIds of [[], [away], [home, away]]) {
        expect((await client.post('/academic-terms', input({ branchIds }))).json()).toHaveProperty(
          'fields.branchIds',
        );
      }
    }
    const theirs = await add({ branchIds: [away] });
    expectCode(await staff.get(`/academic-terms/${theirs._id}`), 404, 'notFound');
    expectCode(await change(staff, theirs, { name: 'X' }), 404, 'notFound');
    expectCode(await step(admin, theirs, 'open'), 404, 'notFound');
    expectCode(
      await staff.get(`/academic-terms/${theirs._id}/sessions?days=2030-02-01`),
      404,
      'notFound',
    );
    expect(
      (await staff.get('/academic-terms'))
        .json<AcademicTerm[]>()
        .some(({ _id }) => _id === theirs._id),
    ).toBe(false);
  });

  it('is a superadmin for those of several branches or all, which every branch reads', async () => {
    for (const branchIds of [[], [home, away]]) {
      const term = await add({ branchIds });
      expect((await staff.get(`/academic-terms/${term._id}`)).json()).toEqual(term);
      for (const client of [admin, staff]) {
        expectCode(await change(client, term, { name: 'X' }), 403, 'forbidden');
        expectCode(await step(client, term, 'open'), 403, 'forbidden');
      }
      expect(await read(term._id)).toEqual(term);
    }
  });

  it('is never finance', async () => {
    const finance = await server.as('finance');
    expect((await finance.get('/academic-terms')).statusCode).toBe(200);
    expectCode(
      await finance.post('/academic-terms', input({ branchIds: [home] })),
      403,
      'forbidden',
    );
  });
});

describe('the way of a term', () => {
  it('goes on step by step, and back with a reason', async () => {
    const draft = await add();
    expectCode(await step(owner, draft, 'running'), 409, 'stepNotAllowed');
    expectCode(await step(owner, draft, 'draft'), 409, 'stepNotAllowed');
    const open = await stepTo(draft, 'open');
    expect((await step(owner, open, 'draft')).json()).toMatchObject({
      fields: { reason: 'Enter a reason' },
    });
    const back = (await step(owner, open, 'draft', 'Too early')).json<AcademicTerm>();
    expect(back.status).toBe('draft');
    const archived = await stepTo(back, 'open', 'running', 'closed', 'archived');
    expect(archived.status).toBe('archived');
    const [logged] = await server.db
      .select()
      .from(auditTable)
      .where(
        and(eq(auditTable.entityId, draft._id), sql`${auditTable.after}->>'reason' = 'Too early'`),
      );
    expect(logged).toMatchObject({ before: { status: 'open' }, after: { status: 'draft' } });
  });

  it('does not end before the attendance of its past sessions was taken', async () => {
    const [first = '', second = '', ahead = ''] = [-3, -2, 300].map((days) =>
      addDays(dayInLaos(), days),
    );
    const { term, classId } = await withClass([first, second, ahead], {
      startDate: first,
      endDate: ahead,
    });
    await enrol(classId, second);
    const running = await stepTo(term, 'open', 'running');
    const refused = await step(owner, running, 'closed');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      409,
      'Sessions without attendance: 1. Take it before you close the term.',
    ]);
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(and(eq(classSessionTable.classId, classId), eq(classSessionTable.date, second)));
    expect((await step(owner, running, 'closed')).json()).toMatchObject({ status: 'closed' });
  });
});

describe('the pointers', () => {
  const today = dayInLaos();
  const all = async () => (await owner.get('/academic-terms')).json<AcademicTerm[]>();
  const point = (client: Client, { _id }: AcademicTerm, pointer: string, day: string | null) =>
    client.post(`/academic-terms/${_id}/point`, { pointer, day });
  const codes = async (day = today, branch?: string) => {
    const terms = await all();
    return [currentTerm(terms, branch, day)?.code, enrolmentTerm(terms, branch, day)?.code];
  };

  it('do not move when a term is added, opened, started or put back', async () => {
    const before = await codes();
    expect(before).toEqual(['T1', 'T2']);
    const added = await add({ startDate: addDays(today, 200), endDate: addDays(today, 260) });
    expect(await codes()).toEqual(before);
    const open = await stepTo(added, 'open');
    expect(await codes()).toEqual(before);
    await step(owner, open, 'draft', 'Too early');
    expect(await codes()).toEqual(before);
  });

  it('follow the calendar by branch, and stay at the last term between two', async () => {
    const [start, end] = [addDays(today, 300), addDays(today, 360)];
    const later = await stepTo(
      await add({ startDate: start, endDate: end, branchIds: [home] }),
      'open',
    );
    const between = await codes(addDays(start, -1), home);
    expect(between[0]).not.toBe(later.code);
    expect((await codes(start, home))[0]).toBe(later.code);
    expect((await codes(addDays(end, 20), home))[0]).toBe(later.code);
    expect((await codes(start, away))[0]).toBe(between[0]);
    await step(owner, later, 'draft', 'Only tried');
  });

  it('fix another current term until a day, in place of one that was fixed before', async () => {
    const [one, two] = [await stepTo(await add(), 'open'), await stepTo(await add(), 'open')];
    const until = addDays(today, 5);
    expect((await point(owner, one, 'currentUntil', until)).json()).toMatchObject({
      currentUntil: until,
    });
    expect((await codes())[0]).toBe(one.code);
    await point(owner, two, 'currentUntil', until);
    expect((await codes())[0]).toBe(two.code);
    expect((await read(one._id)).currentUntil).toBeNull();
    expect((await codes(addDays(until, 1)))[0]).toBe('T1');
    await point(owner, two, 'currentUntil', null);
    expect((await codes())[0]).toBe('T1');
    expectCode(await point(owner, two, 'currentUntil', addDays(today, -1)), 400, 'fieldsInvalid');
  });

  it('move the default for enrolment on the day that opening sets, and back with the term', async () => {
    const day = addDays(today, 3);
    const draft = await add();
    const { _id, version } = draft;
    const open = { version, status: 'open', defaultFrom: day };
    expectCode(await admin.post(`/academic-terms/${_id}/status`, open), 403, 'forbidden');
    const opened = (await owner.post(`/academic-terms/${_id}/status`, open)).json<AcademicTerm>();
    expect(opened).toMatchObject({ status: 'open', defaultFrom: day });
    const terms = await all();
    expect(nextEnrolmentTerm(terms, home, today)?.code).toBe(opened.code);
    expect((await codes())[1]).toBe('T2');
    expect((await codes(day))[1]).toBe(opened.code);
    const closed = await stepTo(opened, 'running', 'closed');
    expect((await codes(day))[1]).toBe('T2');
    expect(await stepTo(closed, 'archived')).toMatchObject({ defaultFrom: null });
  });

  it('are at one term each day, whoever moves them at once', async () => {
    const terms = await Promise.all(
      Array.from({ length: 4 }, async () => stepTo(await add(), 'open')),
    );
    const day = addDays(today, 9);
    await Promise.all(
      terms.flatMap((term) => [
        point(owner, term, 'currentUntil', day),
        point(owner, term, 'defaultFrom', day),
      ]),
    );
    const rows = await all();
    expect(rows.filter(({ currentUntil }) => currentUntil === day)).toHaveLength(1);
    expect(rows.filter(({ defaultFrom }) => defaultFrom === day)).toHaveLength(1);
    for (const term of terms)
      for (const pointer of ['currentUntil', 'defaultFrom'])
        await point(owner, term, pointer, null);
  });

  it('are only for a superadmin, and not at a draft', async () => {
    const draft = await add();
    for (const client of [staff, admin])
      expectCode(await point(client, draft, 'currentUntil', today), 403, 'forbidden');
    expectCode(await point(owner, draft, 'currentUntil', today), 409, 'stepNotAllowed');
  });
});

describe('a term with classes', () => {
  it('keeps them inside', async () => {
    const { term } = await withClass(['2030-02-04']);
    const code = `CODE-${term.code}`;
    const fields = async (changes: object) =>
      (await change(owner, term, changes)).json<{ fields: object }>().fields;
    expect(await fields({ startDate: '2030-01-08' })).toEqual({
      startDate: `Class ${code} would be outside the term`,
    });
    expect(await fields({ endDate: '2030-03-30' })).toEqual({
      endDate: `Class ${code} would be outside the term`,
    });
    expect(await fields({ branchIds: [away] })).toEqual({
      branchIds: `Class ${code} belongs to another branch`,
    });
    expect(
      (await change(owner, term, { startDate: '2030-01-01', endDate: '2030-04-30' })).statusCode,
    ).toBe(200);
  });

  it('cancels what is planned on a new holiday, once somebody has agreed to how much that is', async () => {
    const { term, classId } = await withClass(['2030-02-04', '2030-02-05', '2030-02-06']);
    const ofDay = (date: string) =>
      and(eq(classSessionTable.classId, classId), eq(classSessionTable.date, date));
    await server.db
      .update(classSessionTable)
      .set({ status: 'held', attendanceTakenAt: new Date().toISOString() })
      .where(ofDay('2030-02-05'));
    const days = '2030-02-04,2030-02-05,2030-02-07';
    expect((await staff.get(`/academic-terms/${term._id}/sessions?days=${days}`)).json()).toEqual({
      planned: 1,
      held: 1,
      returning: 0,
      staying: [],
    });
    const holidays = [
      { date: '2030-02-04', name: 'ບຸນ' },
      { date: '2030-02-05', name: 'ບຸນ' },
      { date: '2030-02-07', name: 'ບຸນ' },
    ];
    const refused = await change(owner, term, { holidays });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      409,
      'sessionsPlanned',
    ]);
    expect((await sessionsOf(classId)).map(({ status }) => status)).toEqual([
      'scheduled',
      'held',
      'scheduled',
    ]);
    const saved = (
      await change(owner, term, { holidays, confirmedSessions: 1 })
    ).json<AcademicTerm>();
    expect((await sessionsOf(classId)).map(({ status, reason }) => [status, reason])).toEqual([
      ['cancelled', 'ບຸນ'],
      ['held', ''],
      ['scheduled', ''],
    ]);
    const [logged] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.entityId, term._id), eq(auditTable.action, 'cancel')));
    expect(logged).toMatchObject({
      entity: 'class-sessions',
      after: { date: '2030-02-04', reason: 'ບຸນ', sessionIds: [expect.any(String)] },
    });
    // A holiday that is there already is not asked about again.
    expect((await change(owner, saved, { name: `${saved.name} again` })).statusCode).toBe(200);
  });

  it('cancels its sessions in every branch when it is a term of the whole centre', async () => {
    const [open] = await server.db
      .select()
      .from(academicTermTable)
      .where(eq(academicTermTable.code, 'T2'));
    if (!open) throw new Error('No term T2');
    const planned = await server.db
      .select({ date: classSessionTable.date, branchId: classSessionTable.branchId })
      .from(classSessionTable)
      .where(
        inArray(
          classSessionTable.classId,
          server.db
            .select({ _id: classTable._id })
            .from(classTable)
            .where(eq(classTable.termId, open._id)),
        ),
      );
    const day = planned.find(({ branchId: branch }) => branch === away)?.date ?? '';
    const met = planned.filter(({ date }) => date === day).length;
    const term = await read(open._id);
    const answer = await change(owner, term, {
      holidays: [{ date: day, name: 'ບຸນ' }],
      confirmedSessions: met - 1,
    });
    expect(answer.json<{ error: string }>().error).toContain(
      `Sessions planned on these days: ${met}.`,
    );
    expect(
      (await change(owner, term, { holidays: [{ date: day, name: 'ບຸນ' }], confirmedSessions: met }))
        .statusCode,
    ).toBe(200);
    const left = await server.db.$count(
      classSessionTable,
      and(
        eq(classSessionTable.date, day),
        eq(classSessionTable.status, 'scheduled'),
        inArray(
          classSessionTable.classId,
          server.db
            .select({ _id: classTable._id })
            .from(classTable)
            .where(eq(classTable.termId, open._id)),
        ),
      ),
    );
    expect(left).toBe(0);
  });
});
