import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovedAct } from '#contract/approvals.ts';
import type { Shift } from '#contract/drawers.ts';
import type { Role } from '#contract/roles.ts';
import type { VisitAnswer, VisitObjection } from '#contract/visit-answers.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { approvalTable } from '#server/db/tables/ledger/books.table.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  emailOf,
  moveTo,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  cash,
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let shift: Shift;
let vte: string;
let course: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
});
beforeEach(() => server.db.delete(signInAttemptTable));
afterAll(() => server.close());

const sign = (act: ApprovedAct, role: Role = 'admin', secret = password, client = clerk) =>
  client.post('/auth/approvals', { email: emailOf(role), password: secret, act });
const idOf = async (role: Role) =>
  String(
    (
      await server.db
        .select()
        .from(userTable)
        .where(eq(userTable.email, emailOf(role)))
    )[0]?._id,
  );
const newStudent = async () => String((await insertProspects(server.db, 1))[0]?._id);
const problems = (answer: { json: <T>() => T }) =>
  answer.json<{ rows?: VisitObjection[]; code: string }>().rows?.map(({ problem }) => problem) ??
  answer.json<{ code: string }>().code;
const lineOf = (studentId: string, classId: string, percent = 50): ApprovedAct => ({
  kind: 'discount',
  branchId: vte,
  studentKey: studentId,
  classId,
  productId: null,
  percent,
});

/** A visit with half off by hand, with this signature. */
async function halfOff(studentId: string, classId: string, approvalToken: string | null) {
  const discount = { kind: 'byHand', percent: 50, reason: 'a promise', approvalToken };
  return priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId, { discount })],
    tenders: [cash(TUITION)],
    shiftId: shift._id,
  });
}

describe('a signature', () => {
  it('is refused beside the field with wrong words, never by a 401, and the clerk stays signed in', async () => {
    const answer = await sign(lineOf(await newStudent(), randomUUID()), 'admin', 'not it');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'approvalRefused', fields: { password: 'E-mail or password is not right' } },
    ]);
    expect((await clerk.get('/auth/me')).statusCode).toBe(200);
    const failed = await server.db.$count(
      auditTable,
      and(
        eq(auditTable.action, 'approval-failed'),
        eq(auditTable.entityId, await idOf('admin')),
        eq(auditTable.actorId, await idOf('staff')),
      ),
    );
    expect(failed).toBe(1);
  });

  it('makes whoever guesses wait as a sign-in does', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 6; n += 1)
      codes.push(
        (await sign(lineOf(randomUUID(), randomUUID()), 'superadmin', 'a guess')).statusCode,
      );
    expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('is another person’s, of this branch, with the right to it', async () => {
    const act = lineOf(randomUUID(), randomUUID());
    const emailProblem = async (...given: Parameters<typeof sign>) =>
      (await sign(...given)).json<{ fields: { email: string } }>().fields.email;
    expect(await emailProblem(act, 'staff')).toBe('Another person has to approve this');
    expect(await emailProblem(act, 'finance')).toBe('This person cannot approve this');
    await moveTo(server.db, 'admin', 'LPB');
    expect(await emailProblem(act, 'admin')).toBe('This person cannot approve this');
    await moveTo(server.db, 'admin', 'VTE');
    expect((await sign({ ...act, branchId: await branchId(server.db, 'LPB') })).statusCode).toBe(
      400,
    );
  });

  it('leaves no session of theirs, and both names in the audit log', async () => {
    const sessions = await server.db.$count(sessionTable);
    const { token, approvedBy } = done<ApprovalAnswer>(
      await sign(lineOf(randomUUID(), randomUUID())),
    );
    expect(await server.db.$count(sessionTable)).toBe(sessions);
    expect(
      (await server.anybody.get('/auth/me', { authorization: `Bearer ${token}` })).statusCode,
    ).toBe(401);
    const [row] = await server.db
      .select()
      .from(auditTable)
      .where(eq(auditTable.action, 'approve'))
      .orderBy(sql`at desc`)
      .limit(1);
    expect(row).toMatchObject({
      actorId: await idOf('staff'),
      after: {
        approvedBy,
        approvedById: await idOf('admin'),
        forId: await idOf('staff'),
        percent: 50,
      },
    });
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('a discount above the limit of the branch', () => {
  it('is given once with the signature for this child, class and per cent, whose name stands on its line', async () => {
    const [studentId, { _id: classId }] = [
      await newStudent(),
      await insertClass(server.db, { course }),
    ];
    expect(problems(await sendVisit(clerk, await halfOff(studentId, classId, null)))).toEqual([
      'approvalNeeded',
    ]);
    const other = done<ApprovalAnswer>(await sign(lineOf(studentId, classId, 40)));
    expect(
      problems(await sendVisit(clerk, await halfOff(studentId, classId, other.token))),
    ).toEqual(['approvalEnded']);
    const { token } = done<ApprovalAnswer>(await sign(lineOf(studentId, classId)));
    const { order } = done<VisitAnswer>(
      await sendVisit(clerk, await halfOff(studentId, classId, token)),
    );
    const [line] = await server.db
      .select()
      .from(orderLineTable)
      .where(
        and(eq(orderLineTable.orderId, String(order?._id)), eq(orderLineTable.kind, 'discount')),
      );
    expect(line).toMatchObject({
      percent: 50,
      amountLAK: -TUITION / 2,
      reason: 'a promise',
      approvedById: await idOf('admin'),
    });
  });

  it('is one signature for one visit, also of two at once, and for two minutes', async () => {
    const [studentId, { _id: classId }] = [
      await newStudent(),
      await insertClass(server.db, { course }),
    ];
    const { token, expiresAt } = done<ApprovalAnswer>(await sign(lineOf(studentId, classId)));
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(121_000);
    const two = await Promise.all([
      halfOff(studentId, classId, token),
      halfOff(studentId, classId, token),
    ]);
    const answers = await Promise.all(two.map((visit) => sendVisit(clerk, visit)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const late = [await newStudent(), (await insertClass(server.db, { course }))._id] as const;
    const old = done<ApprovalAnswer>(await sign(lineOf(...late)));
    await server.db
      .update(approvalTable)
      .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(approvalTable.expiresAt, old.expiresAt));
    expect(problems(await sendVisit(clerk, await halfOff(...late, old.token)))).toEqual([
      'approvalEnded',
    ]);
  });
});

it('a seat of a full class is given with a signature that names it, and refused with one for another class', async () => {
  const { _id: classId } = await insertClass(server.db, { course, capacity: 1 });
  const visitOf = async (studentId: string, override: object | null) =>
    priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, classId, { override })],
      tenders: [cash(TUITION)],
      shiftId: shift._id,
    });
  done<VisitAnswer>(await sendVisit(clerk, await visitOf(await newStudent(), null)));
  const studentId = await newStudent();
  const act: ApprovedAct = {
    kind: 'override',
    branchId: vte,
    studentKey: studentId,
    classId,
    checks: ['seats'],
  };
  const wrong = done<ApprovalAnswer>(await sign({ ...act, classId: randomUUID() }));
  expect(
    problems(
      await sendVisit(
        clerk,
        await visitOf(studentId, { reason: 'a sister', approvalToken: wrong.token }),
      ),
    ),
  ).toEqual(['enrolment']);
  const { token } = done<ApprovalAnswer>(await sign(act));
  const { enrolments } = done<VisitAnswer>(
    await sendVisit(clerk, await visitOf(studentId, { reason: 'a sister', approvalToken: token })),
  );
  expect(
    await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable._id, String(enrolments[0]?._id))),
  ).toMatchObject([{ status: 'active', overrideReason: 'a sister' }]);
});

it('a drawer’s difference is accepted on the clerk’s screen by who did not count it', async () => {
  const counted = { LAK: 90_000, THB: 0, USD: 0 };
  done<Shift>(
    await clerk.post(`/shifts/${shift._id}/close`, { counted, left: counted, reason: 'missing' }),
  );
  const accept = (approvalToken: string | null) =>
    clerk.post(`/shifts/${shift._id}/accept`, { reason: 'seen', approvalToken });
  expect((await accept(null)).statusCode).toBe(403);
  expect(problems(await accept('x'.repeat(43)))).toBe('approvalEnded');
  const { token } = done<ApprovalAnswer>(
    await sign({ kind: 'difference', branchId: vte, shiftId: shift._id }, 'finance'),
  );
  expect(done<Shift>(await accept(token))).toMatchObject({ toBeAccepted: false });
  const rows = await server.db
    .select()
    .from(closingTable)
    .where(and(eq(closingTable.shiftId, shift._id), eq(closingTable.act, 'accepted')));
  expect(rows).toMatchObject([{ byId: await idOf('finance'), reason: 'seen' }]);
});
