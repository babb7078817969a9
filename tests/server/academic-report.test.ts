import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { averageBands, sumResults } from '#contract/classes/academic-sums.ts';
import type { AcademicRow, ReportCard } from '#contract/reports/academic-report.ts';
import type { Assessment, ResultRow, ScoreSheet } from '#contract/classes/assessments.ts';
import type { ReportProgress } from '#contract/reports/reports.ts';
import type { Certificate, CertificateCheck } from '#contract/classes/certificates.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { certificateTable } from '#server/db/tables/academic/certificates.table.ts';
import { refusal } from '#tests/helpers/people.ts';
import { addSession, addTaughtClass } from '#tests/helpers/taught-class.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
let taught: Awaited<ReturnType<typeof addTaughtClass>>;

/**
 * Four students: 90 and there, 50 and there, 10 and absent, and one without scores; the first two
 * are decided.
 */
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin'] as const) await moveTo(server.db, role, 'VTE');
  [staff, admin] = [await server.as('staff'), await server.as('admin')];
  taught = await addTaughtClass(server.db);
  const quiz = (
    await staff.post(`/classes/${taught._id}/assessments`, {
      name: 'Final',
      type: 'final',
      maxScore: 20,
      weight: 100,
      status: 'open',
    })
  ).json<Assessment>();
  const was = { score: null, mark: null };
  const cells = [18, 10, 2].map((score, at) => ({
    assessmentId: quiz._id,
    enrolmentId: taught.enrolments[at],
    score,
    mark: null,
    was,
  }));
  expect((await staff.put(`/classes/${taught._id}/scores`, { cells })).statusCode).toBe(200);
  const { _id } = await addSession(server.db, taught, -1);
  const marks = taught.studentIds.map((studentId, at) => ({
    studentId,
    status: at === 2 ? 'absent' : 'present',
  }));
  expect(
    (await staff.put(`/class-sessions/${_id}/attendance`, { version: 1, marks })).statusCode,
  ).toBe(200);
  const decided = [
    { enrolmentId: taught.enrolments[0], version: null, result: 'pass' },
    { enrolmentId: taught.enrolments[1], version: null, result: 'conditional' },
  ];
  expect((await staff.put(`/classes/${taught._id}/results`, { results: decided })).statusCode).toBe(
    200,
  );
});
afterAll(() => server.close());

const report = async (client: Client = staff, query = '') => {
  const answer = await client.get(`/academic-report?termId=${taught.termId}${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return lastOf(answer.body);
};
/** The rows, which come behind the progress where there are many classes. */
const lastOf = (body: string): AcademicRow[] => {
  const last = JSON.parse(body.trim().split('\n').at(-1) ?? '') as
    AcademicRow[] | { answer: AcademicRow[] };
  return 'answer' in last ? last.answer : last;
};
const ofClass = (rows: AcademicRow[]) => rows.filter(({ classId }) => classId === taught._id);

describe('the report of a term', () => {
  it('has a row for each student of each class, with what the page of the class says', async () => {
    const rows = await report();
    for (const classId of new Set(rows.map((row) => row.classId))) {
      const { students } = (await staff.get(`/classes/${classId}/scores`)).json<ScoreSheet>();
      const told = ({
        enrolmentId,
        average,
        attendance,
        grade,
        proposed,
        result,
      }: Pick<
        ResultRow,
        'enrolmentId' | 'average' | 'attendance' | 'grade' | 'proposed' | 'result'
      >) => ({ enrolmentId, average, attendance, grade, proposed, result });
      const regular = new Set(rows.map(({ enrolmentId }) => enrolmentId));
      expect(rows.filter((row) => row.classId === classId).map(told)).toEqual(
        expect.arrayContaining(
          students.filter(({ enrolmentId }) => regular.has(enrolmentId)).map(told),
        ),
      );
    }
    expect(sumResults(ofClass(rows))).toEqual({ pass: 1, conditional: 1, fail: 0, undecided: 2 });
    expect(averageBands(ofClass(rows)).filter(({ count }) => count > 0)).toEqual([
      { from: 10, count: 1 },
      { from: 50, count: 1 },
      { from: 90, count: 1 },
    ]);
    expect(averageBands([{ average: 100 }, { average: 90 }, { average: 89.9 }]).slice(-2)).toEqual([
      { from: 80, count: 1 },
      { from: 90, count: 2 },
    ]);
  });

  it('tells how many of its classes are there while it is made', async () => {
    const { body, headers } = await staff.get(`/academic-report?termId=${taught.termId}`);
    expect(headers['content-type']).toContain('ndjson');
    const steps = body
      .trim()
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { progress: ReportProgress }).progress);
    expect(steps[0]?.done).toBe(0);
    expect(
      steps.every(
        ({ done, total }) =>
          done < total && total >= new Set(lastOf(body).map(({ classId }) => classId)).size,
      ),
    ).toBe(true);
  });

  it('says who may go on and where: a pass in the next course, anybody else where it was decided', async () => {
    const [course] = await server.db
      .select()
      .from(courseTable)
      .where(eq(courseTable._id, taught.courseId));
    const of = async (at: number) =>
      (await report()).find(({ enrolmentId }) => enrolmentId === taught.enrolments[at]);
    expect((await of(0))?.next?.courseId).toBe(course?.nextCourseId);
    expect((await of(1))?.next).toBe(null);
    const recommended = [
      {
        enrolmentId: taught.enrolments[1],
        version: 1,
        result: 'conditional',
        recommendedCourseId: taught.courseId,
      },
    ];
    await staff.put(`/classes/${taught._id}/results`, { results: recommended });
    expect(await of(1)).toMatchObject({ next: { courseId: taught.courseId }, hasPlace: true });
  });

  it('is of the own branch only; a superadmin sees all or one', async () => {
    const owner = await server.as('superadmin');
    const elsewhere = await branchId(server.db, 'LPB');
    expect(
      new Set((await report(staff, `&branchId=${elsewhere}`)).map((row) => row.branchId)),
    ).toEqual(new Set());
    expect(new Set((await report()).map((row) => row.branchId))).toEqual(
      new Set([taught.branchId]),
    );
    expect((await report(owner, `&branchId=${taught.branchId}`)).length).toBe(
      (await report()).length,
    );
    expect((await report(owner)).length).toBeGreaterThanOrEqual((await report()).length);
  });

  it('is exported with the rows that it has', async () => {
    const answer = await admin.get(
      `/academic-report/export?termId=${taught.termId}&format=csv&language=lo`,
    );
    const rows = parse(answer.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await report()).length);
    expect(
      rows.filter((row) => row['ຫ້ອງຮຽນ'] === taught.classCode).map((row) => row['ຜົນການຮຽນ']),
    ).toEqual(['ຜ່ານ', 'ຜ່ານແບບມີເງື່ອນໄຂ', '', '']);
  });
});

describe('report cards', () => {
  it('of a class have every student, with scores and attendance', async () => {
    const cards = (await staff.get(`/report-cards?classId=${taught._id}`)).json<ReportCard[]>();
    expect(cards.map(({ student }) => student._id)).toEqual(taught.studentIds);
    expect(cards[0]?.classes).toMatchObject([
      {
        average: 90,
        attendance: 100,
        grade: 'A',
        result: 'pass',
        counts: { present: 1 },
        scores: [{ name: 'Final', score: 18, maxScore: 20 }],
      },
    ]);
    expect(cards[2]?.classes[0]).toMatchObject({ attendance: 0, counts: { absent: 1 } });
  });

  it('of a student have every class of every term, oldest first', async () => {
    const [card, ...others] = (
      await staff.get(`/report-cards?studentId=${taught.studentIds[0]}`)
    ).json<ReportCard[]>();
    expect(others).toEqual([]);
    expect(card?.classes.map(({ classCode }) => classCode)).toContain(taught.classCode);
    expect(card?.classes.map(({ from }) => from)).toEqual(
      card?.classes.map(({ from }) => from).toSorted(),
    );
  });

  it('are not of another branch, and need one of both', async () => {
    await moveTo(server.db, 'staff', 'LPB');
    expect(
      (await (await server.as('staff')).get(`/report-cards?classId=${taught._id}`)).statusCode,
    ).toBe(404);
    await moveTo(server.db, 'staff', 'VTE');
    expect(refusal(await staff.get('/report-cards'))).toEqual([400, 'fieldsInvalid']);
  });
});

describe('certificates', () => {
  const issue = (at: readonly number[], client: Client = staff) =>
    client.post('/certificates', { enrolmentIds: at.map((one) => taught.enrolments[one]) });
  const check = async (number: string, code = '') =>
    (
      await staff.get(`/certificates/check?number=${number}&check=${code}`)
    ).json<CertificateCheck>();

  it('are given for a pass and for nothing else, once, also to two desks at once', async () => {
    expect(refusal(await issue([0, 1]))).toEqual([409, 'certificateNotEarned']);
    expect(await server.db.$count(certificateTable)).toBe(0);
    const answers = await Promise.all([issue([0]), issue([0], admin)]);
    const [first, second] = answers.map((answer) => answer.json<Certificate[]>()[0]);
    expect(first?.number).toMatch(/^VTE-CE\d\d-000001$/);
    expect(second?.number).toBe(first?.number);
    expect(first?.content).toMatchObject({
      number: first?.number,
      grade: 'A',
      average: 90,
      classCode: taught.classCode,
    });
    expect(
      (await staff.get(`/certificates?classId=${taught._id}`)).json<Certificate[]>(),
    ).toHaveLength(1);
  });

  it('are checked by the code on the paper, by any branch', async () => {
    const [one] = (await issue([0])).json<Certificate[]>();
    const { number = '', check: code = '' } = one ?? {};
    expect(await check(number, code)).toMatchObject({ hasPaperCode: true, differences: [] });
    expect(await check(number.toLowerCase(), code.toUpperCase())).toMatchObject({
      differences: [],
    });
    expect(await check(number)).toMatchObject({ hasPaperCode: false, differences: [] });
    expect(await check(number, '00000000')).toMatchObject({ differences: ['paper'] });
    expect((await staff.get('/certificates/check?number=VTE-CE26-999999')).statusCode).toBe(404);
  });

  it('say what they said when they were given, and a changed row is found out', async () => {
    const [one] = (await issue([0])).json<Certificate[]>();
    await server.db
      .update(classTable)
      .set({ classCode: `${taught.classCode}-2` })
      .where(eq(classTable._id, taught._id));
    expect((await check(one?.number ?? '')).certificate.content.classCode).toBe(taught.classCode);
    await server.db
      .update(classTable)
      .set({ classCode: taught.classCode })
      .where(eq(classTable._id, taught._id));
    await expect(server.db.update(certificateTable).set({ content: '{}' })).rejects.toThrow();
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update certificates set content = replace(content, '"A"', '"B"')`);
    });
    expect((await check(one?.number ?? '', one?.check)).differences).toEqual(['content']);
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update certificates set content = replace(content, '"B"', '"A"')`);
    });
  });

  it('are revoked with a reason, and the place may get another with the next number', async () => {
    const [one] = (await issue([0])).json<Certificate[]>();
    const revoke = (reason: string) => staff.post(`/certificates/${one?._id}/revoke`, { reason });
    expect(refusal(await revoke(' '))).toEqual([400, 'fieldsInvalid']);
    expect((await revoke('ຊື່ຜິດ')).json<Certificate>()).toMatchObject({ revokeReason: 'ຊື່ຜິດ' });
    expect(refusal(await revoke('again'))).toEqual([409, 'stepNotAllowed']);
    expect((await check(one?.number ?? '', one?.check)).differences).toEqual(['revoked']);
    const [next] = (await issue([0])).json<Certificate[]>();
    expect(next?.number).toMatch(/-000002$/);
    const finance = await server.as('finance');
    expect((await issue([0], finance)).statusCode).toBe(403);
  });
});
