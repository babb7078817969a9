import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_CELLS, type Assessment } from '#contract/classes/assessments.ts';
import { MAX_MARKS } from '#contract/classes/attendance.ts';
import { apiErrorBody } from '#contract/errors.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import {
  startTestServer,
  type Answer,
  type TestServer,
  type Client,
} from '#tests/helpers/test-server.ts';

// Well-formed requests, about a class and a session that are there, with what nobody would type.
let server: TestServer;
let clerk: Client;
let classId: string;
let sessionId: string;
let enrolmentId: string;
let studentId: string;
let quiz: Assessment;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  const taught = await addTaughtClass(server.db);
  const [enrolment = '', student = ''] = [taught.enrolments[0], taught.studentIds[0]];
  [classId, enrolmentId, studentId] = [taught._id, enrolment, student];
  sessionId = (await addSession(server.db, taught, -1))._id;
  quiz = (
    await clerk.post(`/classes/${classId}/assessments`, {
      name: 'Quiz',
      type: 'quiz',
      maxScore: 20,
      weight: 0,
      status: 'open',
    })
  ).json<Assessment>();
});
afterAll(() => server.close());

const none = { score: null, mark: null };
const hugeText = 'x'.repeat(300_000);
const nobody = '01890000-0000-7000-8000-000000000000';

function expectRefusal(answer: Answer): void {
  expect([answer.statusCode >= 400 && answer.statusCode < 500, answer.body]).toEqual([
    true,
    expect.any(String),
  ]);
  z.strictObject({ ...apiErrorBody.shape }).parse(answer.json());
}

describe('the sheet of scores', () => {
  const put = (cells: unknown) => clerk.put(`/classes/${classId}/scores`, { cells });
  const cell = (fields: object) => ({
    assessmentId: quiz._id,
    enrolmentId,
    score: 5,
    mark: null,
    was: none,
    ...fields,
  });

  it.each<[string, object]>([
    ['more than the full score', { score: 20.01 }],
    ['less than nothing', { score: -0.01 }],
    ['a figure that has no end', { score: 1e308 }],
    ['a third decimal', { score: 1.005 }],
    ['a figure in quotes', { score: '5' }],
    ['a list', { score: [5] }],
    ['an unknown mark', { score: null, mark: '__proto__' }],
    ['a mark and a score', { score: 5, mark: 'absent' }],
    ['an assessment that is not there', { assessmentId: nobody }],
    ['somebody who is not in the class', { enrolmentId: nobody }],
    ['an id that is none', { enrolmentId: "' or 1=1 --" }],
    ['a wrong memory', { was: { score: 3, mark: null } }],
  ])('refuses %s', async (_name, fields) => expectRefusal(await put([cell(fields)])));

  it('refuses no cells, too many, the same one twice, and a good one beside a bad one', async () => {
    for (const cells of [
      [],
      Array.from({ length: MAX_CELLS + 1 }, () => cell({})),
      [cell({}), cell({ score: 6 })],
      [cell({}), cell({ enrolmentId: nobody })],
    ])
      expectRefusal(await put(cells));
    expect(await server.db.$count(scoreTable, eq(scoreTable.assessmentId, quiz._id))).toBe(0);
    expect((await put([cell({})])).statusCode).toBe(200);
  });
});

describe('assessments and results', () => {
  const input = { name: 'Test', type: 'quiz', maxScore: 10, weight: 0, status: 'draft' };

  it.each<[string, object]>([
    ['nothing to reach', { maxScore: 0 }],
    ['a full score without end', { maxScore: 1e300 }],
    ['more weight than there is', { weight: 101 }],
    ['half a percent', { weight: 0.5 }],
    ['a NUL in the name', { name: 'a\0b' }],
    ['half a character', { name: '\ud800' }],
    ['a name that is too long', { name: hugeText }],
    ['a day that is none', { date: '2026-02-30' }],
    ['an unknown kind', { type: 'constructor' }],
  ])('refuse %s', async (_name, fields) => {
    expectRefusal(await clerk.post(`/classes/${classId}/assessments`, { ...input, ...fields }));
    expectRefusal(await clerk.put(`/assessments/${quiz._id}`, { ...quiz, ...fields }));
    expect(await server.db.$count(assessmentTable, eq(assessmentTable.classId, classId))).toBe(1);
  });

  it.each<[string, object]>([
    ['an unknown result', { result: 'toString' }],
    ['somebody who is not in the class', { enrolmentId: nobody }],
    ['a course that is not there', { recommendedCourseId: nobody }],
    ['a NUL in the comment', { comment: '\0' }],
    ['a comment that is too long', { comment: hugeText }],
    ['a version of its own', { version: 7 }],
  ])('refuse %s in a result', async (_name, fields) => {
    const result = {
      enrolmentId,
      version: null,
      result: 'pass',
      recommendedCourseId: null,
      comment: '',
      ...fields,
    };
    expectRefusal(await clerk.put(`/classes/${classId}/results`, { results: [result] }));
  });
});

describe('attendance', () => {
  const put = (marks: unknown, fields: object = {}) =>
    clerk.put(`/class-sessions/${sessionId}/attendance`, {
      version: 1,
      reason: '',
      marks,
      ...fields,
    });
  const mark = (fields: object) => ({
    studentId,
    status: 'present',
    minutesLate: null,
    note: '',
    ...fields,
  });

  it.each<[string, object]>([
    ['an unknown mark', { status: 'hasOwnProperty' }],
    ['late by less than nothing', { status: 'late', minutesLate: -5 }],
    ['late by days', { status: 'late', minutesLate: 1e9 }],
    ['half a minute', { status: 'late', minutesLate: 0.5 }],
    ['somebody who is not in the class', { studentId: nobody }],
    ['an id that is none', { studentId: '*' }],
    ['a NUL in the note', { note: 'a\0' }],
    ['a note that is too long', { note: hugeText }],
  ])('refuses %s', async (_name, fields) => expectRefusal(await put([mark(fields)])));

  it('refuses no marks, too many, one student twice, another version, and a good mark beside a bad one', async () => {
    for (const marks of [
      [],
      Array.from({ length: MAX_MARKS + 1 }, () => mark({})),
      [mark({}), mark({ status: 'absent' })],
      [mark({}), mark({ studentId: nobody })],
    ])
      expectRefusal(await put(marks));
    expectRefusal(await put([mark({})], { version: 99 }));
    expect(await server.db.$count(attendanceTable, eq(attendanceTable.sessionId, sessionId))).toBe(
      0,
    );
    expect((await put([mark({})])).statusCode).toBe(200);
  });

  it.each([
    'from=%00',
    'from=2026-13-01',
    'to=yesterday',
    'classId=1',
    'from[]=2026-01-01',
    'branchId=__proto__',
  ])('refuses or ignores ?%s', async (query) => {
    expect((await clerk.get(`/attendance/not-taken?${query}`)).statusCode).toBeLessThan(500);
  });

  it.each(['not-a-uuid', '%27%20or%201=1', '__proto__'])(
    'answers 404 for the id %s',
    async (id) => {
      for (const path of [
        `/class-sessions/${id}/attendance`,
        `/classes/${id}/scores`,
        `/classes/${id}/assessments`,
        `/classes/${id}/roster`,
      ]) {
        expect((await clerk.get(path)).json()).toEqual({ error: 'Not found', code: 'notFound' });
      }
    },
  );
});
