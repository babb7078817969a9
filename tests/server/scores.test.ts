import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  assessment,
  scoreSheet,
  type Assessment,
  type ScoreSheet,
  type ScoreValue,
} from '#contract/classes/assessments.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import {
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
let taught: Awaited<ReturnType<typeof addTaughtClass>>;
beforeAll(async () => {
  server = await startTestServer();
  await moveTo(server.db, 'staff', 'VTE');
  await moveTo(server.db, 'admin', 'VTE');
  [staff, admin] = [await server.as('staff'), await server.as('admin')];
});
afterAll(() => server.close());
beforeEach(async () => {
  taught = await addTaughtClass(server.db);
});

const quiz = (fields: object = {}) => ({
  name: 'Quiz',
  type: 'quiz',
  maxScore: 20,
  weight: 40,
  status: 'open',
  ...fields,
});
const add = async (fields: object = {}, client = staff) =>
  client.post(`/classes/${taught._id}/assessments`, quiz(fields));
const added = async (fields: object = {}) => (await add(fields)).json<Assessment>();
const put = (
  { _id, classId: _classId, createdAt: _c, updatedAt: _u, ...row }: Assessment,
  fields: object,
  client = staff,
) => client.put(`/assessments/${_id}`, { ...row, ...fields });
const none: ScoreValue = { score: null, mark: null };
const cell = (
  { _id }: Assessment,
  value: Partial<ScoreValue>,
  was: ScoreValue = none,
  enrolment = 0,
) => ({ assessmentId: _id, enrolmentId: taught.enrolments[enrolment], ...none, ...value, was });
const write = (cells: object[], client = staff) =>
  client.put(`/classes/${taught._id}/scores`, { cells });
const stored = (assessmentId: string) =>
  server.db.select().from(scoreTable).where(eq(scoreTable.assessmentId, assessmentId));

describe('assessments', () => {
  it('are added with their defaults and weigh at most 100 percent together, also when many are added at once', async () => {
    const first = await add({ weight: 40 });
    expect([first.statusCode, z.strictObject(assessment.shape).parse(first.json()).date]).toEqual([
      201,
      null,
    ]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ weight: 30 })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201, 201, 400, 400, 400, 400, 400, 400,
    ]);
    expect((await add({ weight: 1 })).json()).toMatchObject({ fields: { weight: 'At most 0' } });
    expect((await put(first.json(), { weight: 41 })).json()).toMatchObject({
      fields: { weight: 'At most 40' },
    });
  });

  it('are not changed over another change, and their full score not below a score that was given', async () => {
    const row = await added();
    await write([cell(row, { score: 17.5 })]);
    expect((await put(row, { maxScore: 17 })).json()).toMatchObject({
      fields: { maxScore: 'At least 17.5' },
    });
    expect((await put(row, { status: 'draft' })).json()).toMatchObject({
      fields: { status: 'Scores have been entered, so it cannot be a draft again' },
    });
    expect((await put(row, { maxScore: 17.5 })).json()).toMatchObject({
      maxScore: 17.5,
      version: 2,
    });
    expect((await put(row, { name: 'Late' })).json()).toMatchObject({ code: 'versionConflict' });
  });

  it('cannot change while locked, nor can their scores, until an admin unlocks them with a reason', async () => {
    const row = (await put(await added(), { status: 'locked' })).json<Assessment>();
    expect((await put(row, { name: 'New' })).json()).toMatchObject({ code: 'assessmentLocked' });
    expect((await write([cell(row, { score: 5 })])).json()).toMatchObject({
      code: 'assessmentLocked',
    });
    const path = `/assessments/${row._id}/unlock`;
    expect((await staff.post(path, { version: 2, reason: 'x' })).json()).toMatchObject({
      code: 'forbidden',
    });
    expect((await admin.post(path, { version: 2, reason: ' ' })).json()).toMatchObject({
      fields: { reason: 'Required' },
    });
    expect((await admin.post(path, { version: 2, reason: 'Counted wrong' })).json()).toMatchObject({
      status: 'published',
      version: 3,
    });
    expect((await write([cell(row, { score: 5 })])).statusCode).toBe(200);
    const trail = await server.db.select().from(auditTable).where(eq(auditTable.entityId, row._id));
    expect(trail.find(({ action }) => action === 'unlock')?.after).toEqual({
      status: 'published',
      reason: 'Counted wrong',
    });
  });
});

describe('scores', () => {
  it('are written at once, and answered with what they come to', async () => {
    const [one, two] = [await added({ weight: 40 }), await added({ maxScore: 50, weight: 60 })];
    const answer = await write([
      cell(one, { score: 20 }),
      cell(two, { score: 25 }),
      cell(one, { mark: 'absent' }, none, 1),
      cell(one, { mark: 'exempt' }, none, 2),
      cell(two, { score: 45.25 }, none, 2),
    ]);
    const sheet = z.strictObject(scoreSheet.shape).parse(answer.json());
    const byEnrolment = taught.enrolments.map(
      (enrolmentId) => sheet.students.find((row) => row.enrolmentId === enrolmentId)?.average,
    );
    expect(byEnrolment).toEqual([70, 0, 90.5, null]);
    expect((await staff.get(`/classes/${taught._id}/scores`)).json()).toEqual(answer.json());
  });

  it('over the full score, below 0, of another class or of a draft are refused by their cell, and nothing is written', async () => {
    const [open, draft] = [await added({ weight: 0 }), await added({ status: 'draft', weight: 0 })];
    const foreign = await addTaughtClass(server.db);
    const cells = [
      cell(open, { score: 20 }),
      cell(open, { score: 20.01 }, none, 1),
      cell(draft, { score: 1 }),
      { ...cell(open, { score: 1 }), enrolmentId: foreign.enrolments[0] },
      cell(open, { score: 1, mark: 'absent' }, none, 2),
      cell(open, { score: 2 }),
    ];
    const answer = await write(cells);
    expect(answer.json()).toMatchObject({
      fields: {
        'cells.1.score': 'At most 20',
        'cells.2.score': 'This assessment is not taking scores now',
        'cells.3.enrolmentId': 'Does not belong to this class',
        'cells.4.score': 'Enter either a score or a mark',
        'cells.5.enrolmentId': 'This person is listed twice',
      },
    });
    expect((await write([cell(open, { score: -1 })])).json()).toMatchObject({
      fields: { 'cells.0.score': 'At least 0' },
    });
    expect((await write([cell(open, { score: 1.005 })])).json()).toMatchObject({
      code: 'fieldsInvalid',
    });
    expect(await stored(open._id)).toEqual([]);
  });

  it('never go over the maximum while it is lowered, nor over what somebody else wrote: 50 desks at once', async () => {
    const row = await added({ weight: 0 });
    const answers = await Promise.all([
      ...Array.from({ length: 48 }, (_, n) =>
        write([cell(row, { score: 11 + (n % 9) })], n % 2 ? staff : admin),
      ),
      ...[10, 12].map((maxScore) => put(row, { maxScore })),
    ]);
    const given = (await stored(row._id)).map(({ score }) => score ?? 0);
    const now = (await staff.get(`/classes/${taught._id}/assessments`))
      .json<Assessment[]>()
      .find(({ _id }) => _id === row._id);
    expect(given.every((score) => score <= (now?.maxScore ?? 0))).toBe(true);
    expect(answers.slice(0, 48).filter(({ statusCode }) => statusCode === 200).length).toBe(
      given.length,
    );
  });

  it('are emptied again, and their trail tells both values', async () => {
    const row = await added();
    await write([cell(row, { score: 5 })]);
    await write([cell(row, {}, { score: 5, mark: null })]);
    expect(
      (await staff.get(`/classes/${taught._id}/scores`))
        .json<ScoreSheet>()
        .students.every(({ average }) => average === null),
    ).toBe(true);
    const trail = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.entityId, taught._id))
      .orderBy(auditTable.at);
    expect(
      trail.map(({ before, after }) => [Object.values(before ?? {}), Object.values(after ?? {})]),
    ).toEqual([
      [[null], [5]],
      [[5], [null]],
    ]);
  });
});

describe('results', () => {
  it('propose who passes and where to go on, and keep what is decided', async () => {
    const row = await added({ weight: 100 });
    await write([
      cell(row, { score: 18 }),
      cell(row, { score: 11 }, none, 1),
      cell(row, { score: 4 }, none, 2),
    ]);
    const session = await addSession(server.db, taught, -1);
    await staff.put(`/class-sessions/${session._id}/attendance`, {
      version: 1,
      marks: taught.studentIds.map((studentId) => ({ studentId, status: 'present' })),
    });
    const [course] = await server.db
      .select()
      .from(courseTable)
      .where(eq(courseTable._id, taught.courseId));
    const { students } = (await staff.get(`/classes/${taught._id}/scores`)).json<ScoreSheet>();
    const of = (n: number) =>
      students.find(({ enrolmentId }) => enrolmentId === taught.enrolments[n]);
    expect(
      [0, 1, 2, 3].map((n) => [of(n)?.proposed, of(n)?.grade, of(n)?.proposedCourseId]),
    ).toEqual([
      ['pass', 'A', course?.nextCourseId],
      ['conditional', 'D', null],
      ['fail', 'F', taught.courseId],
      [null, null, null],
    ]);
    const decision = {
      enrolmentId: taught.enrolments[1],
      version: null,
      result: 'pass',
      recommendedCourseId: course?.nextCourseId,
      comment: 'Works hard',
    };
    const path = `/classes/${taught._id}/results`;
    const first = await staff.put(path, { results: [decision] });
    expect(
      first
        .json<ScoreSheet>()
        .students.find(({ enrolmentId }) => enrolmentId === decision.enrolmentId),
    ).toMatchObject({ result: 'pass', version: 1, comment: 'Works hard' });
    expect(
      (await admin.put(path, { results: [{ ...decision, result: 'fail' }] })).json(),
    ).toMatchObject({ code: 'versionConflict' });
    expect(
      (await admin.put(path, { results: [{ ...decision, version: 1, result: 'fail' }] }))
        .statusCode,
    ).toBe(200);
    const unknown = { ...decision, version: 2, recommendedCourseId: taught._id };
    expect((await staff.put(path, { results: [unknown] })).json()).toMatchObject({
      fields: { 'results.0.recommendedCourseId': 'This course was not found' },
    });
  });
});

it('another branch answers 404, finance reads only, and a class that never was takes nothing', async () => {
  const row = await added();
  await moveTo(server.db, 'finance', 'VTE');
  const finance = await server.as('finance');
  expect((await finance.get(`/classes/${taught._id}/scores`)).statusCode).toBe(200);
  for (const answer of [
    await write([cell(row, { score: 1 })], finance),
    await add({}, finance),
    await put(row, {}, finance),
  ])
    expect(answer.json()).toMatchObject({ code: 'forbidden' });
  await moveTo(server.db, 'finance', 'LPB');
  await server.db
    .update(classTable)
    .set({ status: 'cancelled' })
    .where(eq(classTable._id, taught._id));
  for (const answer of [await write([cell(row, { score: 1 })]), await add(), await put(row, {})])
    expect(answer.json()).toMatchObject({ code: 'classClosed' });
  await moveTo(server.db, 'staff', 'LPB');
  const elsewhere = await server.as('staff');
  const reads = [
    await elsewhere.get(`/classes/${taught._id}/scores`),
    await elsewhere.get(`/classes/${taught._id}/assessments`),
  ];
  const writes = [
    await write([cell(row, { score: 1 })], elsewhere),
    await add({}, elsewhere),
    await put(row, {}, elsewhere),
    await elsewhere.put(`/classes/${taught._id}/results`, {
      results: [{ enrolmentId: taught.enrolments[0], version: null, result: 'pass' }],
    }),
  ];
  expect([...reads, ...writes].map(({ statusCode }) => statusCode)).toEqual([
    404, 404, 404, 404, 404, 404,
  ]);
  await moveTo(server.db, 'staff', 'VTE');
});
