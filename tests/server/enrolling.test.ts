import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNDONE, type CheckedRow, type EnrolledRow } from '#contract/classes/enrolling.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import { addDays } from '#contract/dates.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { refusal } from '#tests/helpers/people.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let clerk: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  admin = await server.as('admin');
});
afterAll(() => server.close());
afterAll(async () => expect(await unnotedStates(server.db)).toEqual([]));

type Row = { studentId: string; classId: string; as?: string };
const noChargeReason = 'ຍັງບໍ່ມີລະບົບເງິນ';
const enrol = (client: Client, rows: Row[], fields: object = {}) =>
  client.post('/enrolments', { rows, noChargeReason, ...fields });
const rowsIn = (answer: Answer) => answer.json<{ rows: EnrolledRow[] }>().rows;
const findingsOf = (answer: Answer) =>
  answer
    .json<{ rows: CheckedRow[] }>()
    .rows.map(({ findings }) => findings.map(({ check }) => check));
const change = (
  client: Client,
  { _id, version }: { _id: string; version: number },
  what: string,
  fields: object = {},
) => client.post(`/enrolments/${_id}/change`, { change: what, version, ...fields });
const listOf = async (classId: string) =>
  (await clerk.get(`/enrolments?classId=${classId}`)).json<EnrolmentRow[]>();
const studentOf = async (_id: string) =>
  (await server.db.select().from(studentTable).where(eq(studentTable._id, _id)))[0];
const setHold = (_id: string, when: string) =>
  server.db
    .update(enrolmentTable)
    .set({ holdUntil: sql`now() + ${when}::interval` })
    .where(eq(enrolmentTable._id, _id));

async function one() {
  const [student] = await insertProspects(server.db, 1);
  if (!student) throw new Error('No student');
  return student;
}

describe('enrolling', () => {
  it('puts several into several classes at once, and makes prospects students', async () => {
    const [first, second] = [
      await insertClass(server.db),
      await insertClass(server.db, {
        slots: [{ weekday: 2, start: '06:00', end: '07:00' }],
        course: 'CHN-H1',
      }),
    ];
    const [a, b] = [await one(), await one()];
    const answer = await enrol(admin, [
      { studentId: a._id, classId: first._id },
      { studentId: b._id, classId: second._id },
      { studentId: a._id, classId: second._id, as: 'pending' },
    ]);
    expect([answer.statusCode, rowsIn(answer).map(({ status }) => status)]).toEqual([
      200,
      ['active', 'active', 'pending'],
    ]);
    expect(rowsIn(answer)[2]?.holdUntil).toMatch(/Z$/);
    expect((await studentOf(a._id))?.status).toBe('active');
    expect((await listOf(first._id))[0]).toMatchObject({
      studentId: a._id,
      startDate: first.startDate,
      noChargeReason,
      status: 'active',
    });
    const [entry] = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, String(rowsIn(answer)[0]?._id)));
    expect(entry).toMatchObject({ action: 'create', entity: 'enrolments' });
  });

  it('holds a seat for a clerk; a free place, or one that is paid later, only an admin gives, with a reason', async () => {
    const { _id: classId } = await insertClass(server.db);
    const [a, b] = [await one(), await one()];
    expect(refusal(await enrol(clerk, [{ studentId: a._id, classId }]))).toEqual([
      403,
      'forbidden',
    ]);
    const [held] = rowsIn(
      await enrol(clerk, [{ studentId: a._id, classId, as: 'pending' }], { noChargeReason: '' }),
    );
    const [free] = rowsIn(await enrol(admin, [{ studentId: b._id, classId }]));
    if (!held || !free) throw new Error('Not enrolled');
    expect(
      refusal(await enrol(admin, [{ studentId: b._id, classId }], { noChargeReason: ' ' })),
    ).toEqual([400, 'fieldsInvalid']);
    expect(refusal(await change(clerk, held, 'activate', { reason: 'pays later' }))).toEqual([
      403,
      'forbidden',
    ]);
    expect(refusal(await change(admin, held, 'activate'))).toEqual([400, 'fieldsInvalid']);
    expect((await change(admin, held, 'activate', { reason: 'pays later' })).json()).toMatchObject({
      status: 'active',
      isFree: false,
    });
    expect((await listOf(classId)).find(({ _id }) => _id === free._id)).toMatchObject({
      status: 'active',
      isFree: true,
      noChargeReason,
    });
  });

  it('is all or nothing, and says of each why not', async () => {
    const small = await insertClass(server.db, { capacity: 1 });
    const [a, b] = await insertProspects(server.db, 2);
    if (!a || !b) throw new Error('Two students were expected');
    const answer = await enrol(admin, [
      { studentId: a._id, classId: small._id },
      { studentId: b._id, classId: small._id },
    ]);
    expect(refusal(answer)).toEqual([409, 'enrolmentsRefused']);
    expect(findingsOf(answer)).toEqual([[], ['seats']]);
    expect(await listOf(small._id)).toEqual([]);
    expect((await studentOf(a._id))?.status).toBe('prospect');
  });

  it('does not find students and classes of another branch, nor a student in the class of another', async () => {
    const [there] = await insertProspects(server.db, 1, { branch: 'LPB' });
    const [own, other] = [
      await insertClass(server.db),
      await insertClass(server.db, { branch: 'LPB' }),
    ];
    const owner = await server.as('superadmin');
    for (const [client, studentId, classId] of [
      [clerk, String(there?._id), own._id],
      [clerk, (await one())._id, other._id],
      [owner, String(there?._id), own._id],
    ] as const) {
      expect(refusal(await enrol(client, [{ studentId, classId, as: 'pending' }]))).toEqual([
        404,
        'notFound',
      ]);
      expect(
        refusal(await client.post('/enrolments/check', { rows: [{ studentId, classId }] })),
      ).toEqual([404, 'notFound']);
    }
    const [done] = rowsIn(
      await enrol(owner, [{ studentId: String(there?._id), classId: other._id }]),
    );
    if (!done) throw new Error('Not enrolled');
    expect(refusal(await change(clerk, done, 'suspend', { reason: 'x' }))).toEqual([
      404,
      'notFound',
    ]);
    expect(refusal(await clerk.post('/enrolments/undo', { rows: [done] }))).toEqual([
      404,
      'notFound',
    ]);
  });
});

describe('the checks', () => {
  it('have a fixed order, and name the class or course in the way', async () => {
    const monday = [{ weekday: 1, start: '10:00', end: '11:00' }];
    const first = await insertClass(server.db, { slots: monday, course: 'KID-1' });
    const full = await insertClass(server.db, {
      slots: [{ weekday: 1, start: '10:00', end: '12:00' }],
      course: 'KID-1',
      capacity: 1,
      status: 'draft',
    });
    const [a, b] = await insertProspects(server.db, 2, { dateOfBirth: '2000-05-05' });
    if (!a || !b) throw new Error('Two students were expected');
    await server.db.insert(enrolmentTable).values([
      {
        studentId: a._id,
        classId: first._id,
        branchId: first.branchId,
        termId: first.termId,
        courseId: first.courseId,
        status: 'active',
        startDate: first.startDate,
      },
      {
        studentId: b._id,
        classId: full._id,
        branchId: first.branchId,
        termId: first.termId,
        courseId: first.courseId,
        status: 'active',
        startDate: first.startDate,
      },
    ]);
    const checked = await clerk.post('/enrolments/check', {
      rows: [
        { studentId: a._id, classId: full._id },
        { studentId: b._id, classId: full._id },
      ],
    });
    const [ofA, ofB] = checked.json<CheckedRow[]>();
    expect(ofA?.findings).toMatchObject([
      { check: 'sameCourse', weight: 'warn', classCode: first.classCode },
      { check: 'seats', weight: 'override', capacity: 1, taken: 1 },
      {
        check: 'timeClash',
        weight: 'override',
        classCode: first.classCode,
        start: '10:00',
        end: '12:00',
      },
      { check: 'age', weight: 'warn', minAge: 5, maxAge: 10 },
      { check: 'classEnded', weight: 'block', classStatus: 'draft' },
    ]);
    expect(ofB?.findings[0]?.check).toBe('alreadyInClass');
  });

  it('judge the age on the day of the first session, as the desk does', async () => {
    // From a Sunday on, on Tuesdays.
    const { _id: classId } = await insertClass(server.db, {
      startDate: '2030-03-03',
      endDate: '2030-06-30',
      course: 'KID-1',
      slots: [{ weekday: 2, start: '10:00', end: '11:00' }],
    });
    const born = async (dateOfBirth: string) =>
      String((await insertProspects(server.db, 1, { dateOfBirth }))[0]?._id);
    const rows = [
      { studentId: await born('2025-03-05'), classId },
      { studentId: await born('2025-03-06'), classId },
      { studentId: await born('2019-03-05'), classId },
    ];
    const checked = await clerk.post('/enrolments/check', { rows });
    expect(
      checked.json<CheckedRow[]>().map(({ findings }) => findings.map(({ age }) => age)),
    ).toEqual([[], [4], [11]]);
  });

  it('take back-to-back for no clash, and a cancelled session for none', async () => {
    const [early, late] = [
      await insertClass(server.db, { slots: [{ weekday: 3, start: '10:00', end: '11:00' }] }),
      await insertClass(server.db, {
        slots: [{ weekday: 3, start: '11:00', end: '12:00' }],
        course: 'CHN-H1',
      }),
    ];
    const same = await insertClass(server.db, {
      slots: [{ weekday: 3, start: '10:00', end: '10:30' }],
      course: 'CHN-H2',
    });
    const { _id: studentId } = await one();
    await enrol(admin, [{ studentId, classId: early._id }]);
    const checked = async (classId: string) =>
      (await clerk.post('/enrolments/check', { rows: [{ studentId, classId }] }))
        .json<CheckedRow[]>()[0]
        ?.findings.map(({ check }) => check);
    expect(await checked(late._id)).toEqual([]);
    expect(await checked(same._id)).toEqual(['timeClash']);
    await server.db
      .update(classSessionTable)
      .set({ status: 'cancelled' })
      .where(eq(classSessionTable.classId, same._id));
    expect(await checked(same._id)).toEqual([]);
  });

  it('take together no more rows than one save enrols, each counting for those after it', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 1 });
    const [a, b] = [await one(), await one()];
    const rows = [a, b, a].map(({ _id: studentId }) => ({ studentId, classId }));
    const checked = (await clerk.post('/enrolments/check', { rows, together: true }))
      .json<CheckedRow[]>()
      .map(({ findings }) => findings.map(({ check }) => check).filter((check) => check !== 'age'));
    expect(checked).toEqual([[], ['seats'], ['alreadyInClass', 'seats']]);
    const many = Array.from({ length: 201 }, () => ({ studentId: a._id, classId }));
    const refused = await clerk.post('/enrolments/check', { rows: many, together: true });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { fields: { rows: 'At most 200 entries' } },
    ]);
  });

  it('find students below the level, but no new students', async () => {
    const [a1, b1] = [
      await insertClass(server.db, { course: 'ENG-A1' }),
      await insertClass(server.db, {
        course: 'ENG-B1',
        slots: [{ weekday: 5, start: '06:00', end: '07:00' }],
      }),
    ];
    const { _id: studentId } = await one();
    const rows = [{ studentId, classId: b1._id }];
    const checked = async () =>
      (await clerk.post('/enrolments/check', { rows })).json<CheckedRow[]>()[0]?.findings;
    expect(await checked()).toEqual([]);
    await enrol(admin, [{ studentId, classId: a1._id }]);
    expect(await checked()).toEqual([{ check: 'level', weight: 'warn', courseCode: 'ENG-A2' }]);
    expect(refusal(await enrol(admin, rows))).toEqual([409, 'enrolmentsRefused']);
    expect((await enrol(admin, rows, { acceptWarnings: true })).statusCode).toBe(200);
  });

  it('are passed by an admin with a reason, kept with the enrolment that needed it; by nobody else', async () => {
    const full = await insertClass(server.db, { capacity: 1 });
    const [a, b] = await insertProspects(server.db, 2);
    if (!a || !b) throw new Error('Two students were expected');
    const rows = [
      { studentId: a._id, classId: full._id, as: 'pending' },
      { studentId: b._id, classId: full._id, as: 'pending' },
    ];
    expect(refusal(await enrol(clerk, rows, { overrideReason: 'please' }))).toEqual([
      409,
      'enrolmentsRefused',
    ]);
    expect(refusal(await enrol(admin, rows))).toEqual([409, 'enrolmentsRefused']);
    expect((await enrol(admin, rows, { overrideReason: 'siblings' })).statusCode).toBe(200);
    expect((await listOf(full._id)).map(({ overrideReason }) => overrideReason).sort()).toEqual([
      '',
      'siblings',
    ]);
    const again = await enrol(admin, [{ studentId: a._id, classId: full._id }], {
      overrideReason: 'more',
      acceptWarnings: true,
    });
    expect(findingsOf(again)[0]?.[0]).toBe('alreadyInClass');
  });
});

describe('an enrolment', () => {
  it('waits in a queue that closes its gaps, and gets a seat only when one is free', async () => {
    const small = await insertClass(server.db, { capacity: 1 });
    const [a, b, c] = await insertProspects(server.db, 3);
    if (!a || !b || !c) throw new Error('Three students were expected');
    const [seated] = rowsIn(await enrol(admin, [{ studentId: a._id, classId: small._id }]));
    const [first, second] = rowsIn(
      await enrol(
        admin,
        [b, c].map(({ _id }) => ({ studentId: _id, classId: small._id, as: 'waitlisted' })),
      ),
    );
    if (!seated || !first || !second) throw new Error('Not enrolled');
    expect([first.waitPosition, second.waitPosition]).toEqual([1, 2]);
    expect((await studentOf(b._id))?.status).toBe('prospect');
    expect(refusal(await change(admin, first, 'activate', { reason: 'pays later' }))).toEqual([
      409,
      'enrolmentsRefused',
    ]);
    expect(
      (
        await change(clerk, seated, 'withdraw', {
          reason: 'moved away',
          lastDay: addDays(small.startDate, 7),
        })
      ).json(),
    ).toMatchObject({ status: 'withdrawn', endDate: addDays(small.startDate, 7) });
    expect((await change(admin, first, 'activate', { reason: 'pays later' })).json()).toMatchObject(
      { status: 'active', waitPosition: null },
    );
    expect((await studentOf(b._id))?.status).toBe('active');
    expect(
      (await listOf(small._id)).find(({ studentId }) => studentId === c._id)?.waitPosition,
    ).toBe(1);
  });

  it('holds a seat for a while; a hold that has ended is renewed only while there is a seat', async () => {
    const small = await insertClass(server.db, { capacity: 1 });
    const [a, b] = await insertProspects(server.db, 2);
    if (!a || !b) throw new Error('Two students were expected');
    const [held] = rowsIn(
      await enrol(admin, [{ studentId: a._id, classId: small._id, as: 'pending' }]),
    );
    if (!held) throw new Error('Not enrolled');
    expect(findingsOf(await enrol(admin, [{ studentId: b._id, classId: small._id }]))).toEqual([
      ['seats'],
    ]);
    const renewed = (await change(clerk, held, 'renewHold')).json<EnrolmentRow>();
    expect(renewed.version).toBe(2);
    await setHold(held._id, '-1 second');
    const [other] = rowsIn(await enrol(admin, [{ studentId: b._id, classId: small._id }]));
    expect(refusal(await change(clerk, renewed, 'renewHold'))).toEqual([409, 'enrolmentsRefused']);
    await change(clerk, other ?? held, 'withdraw', { reason: 'x', lastDay: small.startDate });
    const again = (await change(clerk, renewed, 'renewHold')).json<EnrolmentRow>();
    expect(again.status).toBe('pending');
    expect((await change(admin, again, 'activate', { reason: 'pays later' })).json()).toMatchObject(
      { status: 'active', holdUntil: null },
    );
  });

  it('whose hold has ended does not block the same student', async () => {
    const { _id: classId } = await insertClass(server.db);
    const { _id: studentId } = await one();
    const [held] = rowsIn(await enrol(admin, [{ studentId, classId, as: 'pending' }]));
    await setHold(String(held?._id), '-1 second');
    expect((await enrol(admin, [{ studentId, classId }])).statusCode).toBe(200);
    expect((await listOf(classId)).map(({ status }) => status).sort()).toEqual([
      'active',
      'expired',
    ]);
  });

  it('takes only the steps of its state, in its version, with their reasons', async () => {
    const { _id: classId } = await insertClass(server.db);
    const [row] = rowsIn(await enrol(admin, [{ studentId: (await one())._id, classId }]));
    if (!row) throw new Error('Not enrolled');
    for (const [what, fields] of [
      ['resume', {}],
      ['renewHold', {}],
      ['activate', { reason: 'x' }],
      ['cancel', { reason: 'x' }],
    ] as const) {
      expect(refusal(await change(admin, row, what, fields))).toEqual([409, 'enrolmentChanged']);
    }
    expect(refusal(await change(clerk, row, 'withdraw', { lastDay: '2030-01-01' }))).toEqual([
      400,
      'fieldsInvalid',
    ]);
    expect(
      refusal(await change(clerk, row, 'withdraw', { reason: 'x', lastDay: '2020-01-01' })),
    ).toEqual([400, 'fieldsInvalid']);
    const suspended = (await change(clerk, row, 'suspend', { reason: 'ill' })).json<EnrolmentRow>();
    expect(refusal(await change(clerk, row, 'resume'))).toEqual([409, 'enrolmentChanged']);
    expect((await change(clerk, suspended, 'resume')).json()).toMatchObject({
      status: 'active',
      version: 3,
    });
  });
});

describe('undo', () => {
  it('takes a whole save back, students too, and deletes nothing', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 1 });
    const [a, b] = await insertProspects(server.db, 2);
    if (!a || !b) throw new Error('Two students were expected');
    const rows = rowsIn(
      await enrol(admin, [
        { studentId: a._id, classId },
        { studentId: b._id, classId, as: 'waitlisted' },
      ]),
    );
    const answer = await clerk.post('/enrolments/undo', { rows });
    expect(rowsIn(answer)).toMatchObject([
      { status: 'cancelled', statusReason: UNDONE },
      { status: 'cancelled', statusReason: UNDONE },
    ]);
    expect((await studentOf(a._id))?.status).toBe('prospect');
    expect(refusal(await clerk.post('/enrolments/undo', { rows }))).toEqual([
      409,
      'enrolmentChanged',
    ]);
    expect((await enrol(admin, [{ studentId: a._id, classId }])).statusCode).toBe(200);
  });

  it('is refused when somebody changed one of them, or after an hour', async () => {
    const { _id: classId } = await insertClass(server.db);
    const [a, b] = await insertProspects(server.db, 2);
    if (!a || !b) throw new Error('Two students were expected');
    const rows = rowsIn(
      await enrol(admin, [
        { studentId: a._id, classId },
        { studentId: b._id, classId },
      ]),
    );
    const [first, second] = rows;
    if (!first || !second) throw new Error('Not enrolled');
    await change(clerk, first, 'suspend', { reason: 'ill' });
    expect(refusal(await clerk.post('/enrolments/undo', { rows }))).toEqual([
      409,
      'enrolmentChanged',
    ]);
    expect((await listOf(classId)).map(({ status }) => status).sort()).toEqual([
      'active',
      'suspended',
    ]);
    await server.db
      .update(enrolmentTable)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(enrolmentTable._id, second._id));
    expect(refusal(await clerk.post('/enrolments/undo', { rows: [second] }))).toEqual([
      409,
      'undoTooLate',
    ]);
  });
});
