import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { seatsOf } from '#server/academic/classes/seats.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Fifty people at fifty desks, all at once.
const DESKS = 50;
let server: TestServer;
let clerk: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  admin = await server.as('admin');
});
afterAll(() => server.close());

const enrol = (
  client: Client,
  rows: { studentId: string; classId: string; as?: string }[],
  fields: object = {},
) => client.post('/enrolments', { rows, noChargeReason: 'x', ...fields });
const count = (answers: readonly Answer[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;
const takenOf = async (classId: string) =>
  server.db.transaction(async (tx) => (await seatsOf(tx, classId))?.taken);

describe(`${DESKS} at once`, () => {
  it('take the last 3 seats: exactly 3 get one, the others are told why not', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 3 });
    const students = await insertProspects(server.db, DESKS);
    const answers = await Promise.all(
      students.map(({ _id }) => enrol(admin, [{ studentId: _id, classId }])),
    );
    expect([count(answers, 200), count(answers, 409)]).toEqual([3, DESKS - 3]);
    expect(await takenOf(classId)).toBe(3);
  });

  it('hold and wait as well: no seat is given twice, and no two share a position in the queue', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 3 });
    const students = await insertProspects(server.db, DESKS);
    const kinds = ['active', 'pending', 'waitlisted'];
    const answers = await Promise.all(
      students.map(({ _id }, n) =>
        enrol(admin, [{ studentId: _id, classId, as: kinds[n % 3] ?? 'active' }]),
      ),
    );
    expect(await takenOf(classId)).toBe(3);
    const places = answers
      .filter(({ statusCode }) => statusCode === 200)
      .flatMap((answer) =>
        answer
          .json<{ rows: EnrolledRow[] }>()
          .rows.flatMap(({ waitPosition }) => waitPosition ?? []),
      );
    expect(places.sort((a, b) => a - b)).toEqual(places.map((_, n) => n + 1));
    expect(places.length).toBe(Math.floor(DESKS / 3));
  });

  it('enrol the same student in the same class: once', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: DESKS });
    const [student] = await insertProspects(server.db, 1);
    const answers = await Promise.all(
      Array.from({ length: DESKS }, () =>
        enrol(admin, [{ studentId: String(student?._id), classId }]),
      ),
    );
    expect([count(answers, 200), count(answers, 409)]).toEqual([1, DESKS - 1]);
  });

  it('enrol one student in classes of the same hour: in one of them', async () => {
    const slots = [{ weekday: 4, start: '06:00', end: '07:00' }];
    const classes = await Promise.all(
      ['ENG-A1', 'CHN-H1', 'KID-1', 'IELTS', 'CHN-H2'].map((course) =>
        insertClass(server.db, { course, slots }),
      ),
    );
    const [student] = await insertProspects(server.db, 1, { dateOfBirth: null });
    const answers = await Promise.all(
      classes.map(({ _id }) =>
        enrol(admin, [{ studentId: String(student?._id), classId: _id }], { acceptWarnings: true }),
      ),
    );
    expect([count(answers, 200), count(answers, 409)]).toEqual([1, classes.length - 1]);
  });

  it('put many students into many classes in any order, without waiting for each other for ever', async () => {
    const classes = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        insertClass(server.db, {
          capacity: 20,
          slots: [{ weekday: n + 1, start: '05:00', end: '06:00' }],
        }),
      ),
    );
    const students = await insertProspects(server.db, DESKS * 2, { dateOfBirth: null });
    const sends = Array.from({ length: DESKS }, (_, desk) => {
      const rows = students.slice(desk * 2, desk * 2 + 2).map(({ _id }, n) => ({
        studentId: _id,
        classId: classes[(desk * 3 + n * (desk % 4) + n) % 5]?._id ?? '',
      }));
      return enrol(admin, desk % 2 === 0 ? rows : rows.toReversed());
    });
    const answers = await Promise.all(sends);
    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .filter((status) => status !== 200 && status !== 409),
    ).toEqual([]);
    for (const { _id } of classes) expect(await takenOf(_id)).toBeLessThanOrEqual(20);
  });

  it('enrol while the capacity shrinks: never beyond it, except students who were there before', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 30 });
    const students = await insertProspects(server.db, DESKS);
    const shrink = server.db.transaction(async (tx) => {
      const seats = await seatsOf(tx, classId, { lock: true });
      const capacity = Math.max(seats?.taken ?? 0, 5);
      await tx.update(classTable).set({ capacity }).where(eq(classTable._id, classId));
    });
    await Promise.all([
      ...students.slice(0, 25).map(({ _id }) => enrol(admin, [{ studentId: _id, classId }])),
      shrink,
      ...students.slice(25).map(({ _id }) => enrol(admin, [{ studentId: _id, classId }])),
    ]);
    const [row] = await server.db.select().from(classTable).where(eq(classTable._id, classId));
    expect(await takenOf(classId)).toBe(row?.capacity);
  });

  it('and one admin with a reason exceed the capacity by exactly one', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 3 });
    const students = await insertProspects(server.db, DESKS);
    const [first, ...others] = students;
    for (const { _id } of others.slice(0, 3)) await enrol(admin, [{ studentId: _id, classId }]);
    const answers = await Promise.all([
      enrol(admin, [{ studentId: String(first?._id), classId }], { overrideReason: 'sibling' }),
      ...others
        .slice(3)
        .map(({ _id }) =>
          enrol(clerk, [{ studentId: _id, classId, as: 'pending' }], { overrideReason: 'me too' }),
        ),
    ]);
    expect(count(answers, 200)).toBe(1);
    const over = and(
      eq(enrolmentTable.classId, classId),
      sql`${enrolmentTable.overrideReason} <> ''`,
    );
    expect([await takenOf(classId), await server.db.$count(enrolmentTable, over)]).toEqual([4, 1]);
  });

  it('renew a hold that has just ended while others take its seat: one of them has it', async () => {
    const { _id: classId } = await insertClass(server.db, { capacity: 1 });
    const [holder, ...others] = await insertProspects(server.db, DESKS);
    const [held] = (
      await enrol(admin, [{ studentId: String(holder?._id), classId, as: 'pending' }])
    ).json<{ rows: EnrolledRow[] }>().rows;
    await server.db
      .update(enrolmentTable)
      .set({ holdUntil: sql`clock_timestamp() + interval '30 milliseconds'` })
      .where(eq(enrolmentTable._id, String(held?._id)));
    const renew = () =>
      clerk.post(`/enrolments/${held?._id}/change`, {
        change: 'renewHold',
        version: held?.version,
      });
    const answers = await Promise.all(
      others.flatMap(({ _id }, n) => [
        enrol(admin, [{ studentId: _id, classId }]),
        ...(n % 10 === 5 ? [renew()] : []),
      ]),
    );
    expect(count(answers, 200)).toBe(1);
    expect(await takenOf(classId)).toBe(1);
  });
});
