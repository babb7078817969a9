import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovedAct } from '#contract/centre/approvals.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { Role } from '#contract/roles.ts';
import type { VisitAnswer, VisitObjection } from '#contract/desk/visit-answers.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import {
  recoveryCodeTable,
  secondFactorTable,
} from '#server/db/tables/centre/second-factors.table.ts';
import { signInAttemptTable } from '#server/db/tables/centre/sign-in-attempts.table.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { approvalTable } from '#server/db/tables/ledger/books.table.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { hashOfCode } from '#server/lib/one-time-code.ts';
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
  book,
  BOOK,
  cash,
  insertBook,
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
let bookId: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
  bookId = await insertBook(server.db);
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
const expectedNow = async () =>
  (await expectedOf(server.db, [shift._id])).get(shift._id) ?? { LAK: 0, THB: 0, USD: 0 };
const newStudent = async () => String((await insertProspects(server.db, 1))[0]?._id);
const problems = (answer: { json: <T>() => T }) =>
  answer.json<{ rows?: VisitObjection[]; code: string }>().rows?.map(({ problem }) => problem) ??
  answer.json<{ code: string }>().code;
/** A line of tuition; the visit and the signature name the same one. */
const newLine = async () => ({
  key: randomUUID(),
  studentId: await newStudent(),
  classId: (await insertClass(server.db, { course }))._id,
});
type Line = Awaited<ReturnType<typeof newLine>>;
const unknownLine = (): Line => ({
  key: randomUUID(),
  studentId: randomUUID(),
  classId: randomUUID(),
});
const lineOf = ({ key, studentId, classId }: Line, percent = 50): ApprovedAct => ({
  kind: 'discount',
  branchId: vte,
  lineKey: key,
  studentKey: studentId,
  classId,
  productId: null,
  percent,
  quantity: 1,
  discountLAK: TUITION / 2,
});

/** A visit with half off by hand, with this signature. */
async function halfOff({ key, studentId, classId }: Line, approvalToken: string | null) {
  const discount = { kind: 'byHand', percent: 50, reason: 'a promise', approvalToken };
  return priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId, { key, discount })],
    tenders: [cash(TUITION)],
    shiftId: shift._id,
  });
}

describe('a signature', () => {
  it('is refused beside the field with wrong words, never by a 401, and the clerk stays signed in', async () => {
    const answer = await sign(lineOf(unknownLine()), 'admin', 'not it');
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
      codes.push((await sign(lineOf(unknownLine()), 'superadmin', 'a guess')).statusCode);
    expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('is another person’s, of this branch, with the right to it', async () => {
    const act = lineOf(unknownLine());
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
    const { token, approvedBy } = done<ApprovalAnswer>(await sign(lineOf(unknownLine())));
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
    const line = await newLine();
    expect(problems(await sendVisit(clerk, await halfOff(line, null)))).toEqual(['approvalNeeded']);
    const other = done<ApprovalAnswer>(await sign(lineOf(line, 40)));
    expect(problems(await sendVisit(clerk, await halfOff(line, other.token)))).toEqual([
      'approvalEnded',
    ]);
    const { token } = done<ApprovalAnswer>(await sign(lineOf(line)));
    const { order } = done<VisitAnswer>(await sendVisit(clerk, await halfOff(line, token)));
    const [row] = await server.db
      .select()
      .from(orderLineTable)
      .where(
        and(eq(orderLineTable.orderId, String(order?._id)), eq(orderLineTable.kind, 'discount')),
      );
    expect(row).toMatchObject({
      percent: 50,
      amountLAK: -TUITION / 2,
      reason: 'a promise',
      approvedById: await idOf('admin'),
    });
  });

  it('is one signature for one visit, also of two at once, and for two minutes', async () => {
    const line = await newLine();
    const { token, expiresAt } = done<ApprovalAnswer>(await sign(lineOf(line)));
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(121_000);
    const two = await Promise.all([halfOff(line, token), halfOff(line, token)]);
    const answers = await Promise.all(two.map((visit) => sendVisit(clerk, visit)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const late = await newLine();
    const old = done<ApprovalAnswer>(await sign(lineOf(late)));
    await server.db
      .update(approvalTable)
      .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(approvalTable.expiresAt, old.expiresAt));
    expect(problems(await sendVisit(clerk, await halfOff(late, old.token)))).toEqual([
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
    waiting: 0,
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

/** A visit of a walk-in who buys these pieces by half, on lines with these keys. */
const pieces = (lines: readonly { key: string; quantity: number }[], approvalToken: string) =>
  priced(clerk, {
    branchId: vte,
    payer: { kind: 'walkIn', name: 'Khamla', phone: '' },
    products: lines.map(({ key, quantity }) =>
      book(bookId, null, {
        key,
        quantity,
        discount: { kind: 'byHand', percent: 50, reason: 'a promise', approvalToken },
      }),
    ),
    tenders: [],
  });
const signPieces = (lineKey: string, quantity: number) =>
  sign({
    kind: 'discount',
    branchId: vte,
    lineKey,
    studentKey: null,
    classId: null,
    productId: bookId,
    percent: 50,
    quantity,
    discountLAK: (BOOK * quantity) / 2,
  });
const pay = <Visit extends { expectedTotal: number }>(visit: Visit) => ({
  ...visit,
  tenders: [cash(Math.ceil(visit.expectedTotal / 1000) * 1000)],
  shiftId: shift._id,
});
const rowsOf = (answer: { json: <T>() => T }) => answer.json<{ rows: VisitObjection[] }>().rows;

describe('a signature for some pieces', () => {
  it('is for one line and at most as many pieces, and says how many were signed', async () => {
    const key = randomUUID();
    const { token, approvedBy } = done<ApprovalAnswer>(await signPieces(key, 3));
    const more = await sendVisit(clerk, pay(await pieces([{ key, quantity: 500 }], token)));
    expect([more.statusCode, rowsOf(more)]).toMatchObject([
      409,
      [
        {
          key,
          problem: 'approvalEnded',
          beyond: { signedBy: approvedBy, figure: 'quantity', signed: 3, wanted: 500 },
        },
      ],
    ]);
    const other = { key: randomUUID(), quantity: 3 };
    for (const lines of [
      [other],
      [{ key, quantity: 3 }, other],
      Array.from({ length: 50 }, () => ({ key: randomUUID(), quantity: 1 })),
    ]) {
      const answer = await sendVisit(clerk, pay(await pieces(lines, token)));
      expect(answer.statusCode).toBe(409);
      expect(problems(answer)).toContain('approvalEnded');
    }
    done<VisitAnswer>(await sendVisit(clerk, pay(await pieces([{ key, quantity: 2 }], token))));
  });

  it('takes off at most as many kip as were signed, though the price rose', async () => {
    const key = randomUUID();
    const { token } = done<ApprovalAnswer>(await signPieces(key, 3));
    const price = (kip: number) =>
      server.db.update(productTable).set({ price: kip }).where(eq(productTable._id, bookId));
    await price(BOOK * 2);
    const answer = await sendVisit(clerk, pay(await pieces([{ key, quantity: 3 }], token)));
    await price(BOOK);
    expect(rowsOf(answer)).toMatchObject([
      { key, beyond: { figure: 'discountLAK', signed: (BOOK * 3) / 2, wanted: BOOK * 3 } },
    ]);
  });
});

describe('the right of the signer', () => {
  it.each([
    ['was demoted', { role: 'staff' }],
    ['has a temporary password', { mustChangePassword: true }],
    ['was disabled', { active: false }],
    ['works in another branch', { branchId: 'LPB' }],
  ] as const)('is asked again at use: a signer who %s', async (_, change) => {
    const line = await newLine();
    const { token } = done<ApprovalAnswer>(await sign(lineOf(line)));
    const visit = await halfOff(line, token);
    const signer = eq(userTable.email, emailOf('admin'));
    const [was] = await server.db.select().from(userTable).where(signer);
    const { role, mustChangePassword, active, branchId: home } = was ?? {};
    const values =
      'branchId' in change ? { branchId: await branchId(server.db, change.branchId) } : change;
    await server.db.update(userTable).set(values).where(signer);
    const answer = await sendVisit(clerk, visit);
    await server.db
      .update(userTable)
      .set({ role, mustChangePassword, active, branchId: home })
      .where(signer);
    expect([answer.statusCode, problems(answer)]).toEqual([409, ['approvalEnded']]);
    done<VisitAnswer>(await sendVisit(clerk, visit));
  });

  it('is asked again at use: a signer who has to set up a second factor by now', async () => {
    const line = await newLine();
    const { token } = done<ApprovalAnswer>(await sign(lineOf(line)));
    const visit = await halfOff(line, token);
    const ask = (secondFactorFor: 'everybody' | 'nobody', daysAgo: number) =>
      server.db.update(schoolInfoTable).set({
        secondFactorFor,
        secondFactorSince: sql`clock_timestamp() - make_interval(days => ${daysAgo}::int)`,
      });
    await ask('everybody', 8);
    const answer = await sendVisit(clerk, visit);
    expect([answer.statusCode, problems(answer)]).toEqual([409, ['approvalEnded']]);
    // The days of grace are not over.
    await ask('everybody', 6);
    done<VisitAnswer>(await sendVisit(clerk, visit));
    await ask('nobody', 0);
  });

  it('is asked again at use: a signer whose second factor was taken off since', async () => {
    const userId = await idOf('admin');
    const codes = ['HKQ4-7XMA-PT3C', 'HKQ4-7XMA-PT3D'];
    const confirmedAt = sql`clock_timestamp()`;
    await server.db.insert(secondFactorTable).values({ userId, secret: 'lost', confirmedAt });
    await server.db
      .insert(recoveryCodeTable)
      .values(codes.map((code) => ({ userId, codeHash: hashOfCode(code) })));
    const signed = async (code: string | undefined) => {
      const line = await newLine();
      const words = { email: emailOf('admin'), password, code, act: lineOf(line) };
      const { token } = done<ApprovalAnswer>(await clerk.post('/auth/approvals', words));
      return halfOff(line, token);
    };
    const [used, late] = [await signed(codes[0]), await signed(codes[1])];
    done<VisitAnswer>(await sendVisit(clerk, used));
    const owner = await server.as('superadmin');
    done(await owner.post(`/staff-accounts/${userId}/remove-second-factor`, {}));
    const answer = await sendVisit(clerk, late);
    expect([answer.statusCode, problems(answer)]).toEqual([409, ['approvalEnded']]);
    done<VisitAnswer>(await sendVisit(clerk, await signed(undefined)));
  });
});

it('a seat that was signed for while nobody waited is refused once somebody waits', async () => {
  const { _id: classId } = await insertClass(server.db, { course, capacity: 1 });
  const visitOf = async (studentId: string, more: object = {}) =>
    priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, classId, more)],
      tenders: 'joinsWaitingList' in more ? [] : [cash(TUITION)],
      shiftId: shift._id,
    });
  done<VisitAnswer>(await sendVisit(clerk, await visitOf(await newStudent())));
  const studentId = await newStudent();
  const { token } = done<ApprovalAnswer>(
    await sign({
      kind: 'override',
      branchId: vte,
      studentKey: studentId,
      classId,
      checks: ['seats'],
      waiting: 0,
    }),
  );
  const visit = await visitOf(studentId, {
    override: { reason: 'a sister', approvalToken: token },
  });
  done<VisitAnswer>(
    await sendVisit(clerk, await visitOf(await newStudent(), { joinsWaitingList: true })),
  );
  expect(rowsOf(await sendVisit(clerk, visit))).toMatchObject([
    { problem: 'enrolment', beyond: { figure: 'waiting', signed: 0, wanted: 1 } },
  ]);
});

it('a drawer is not closed with other counts than those that were signed', async () => {
  const counted = { LAK: 90_000, THB: 0, USD: 0 };
  const close = (sums: typeof counted, approvalToken: string) =>
    clerk.post(`/shifts/${shift._id}/close`, {
      counted: sums,
      left: sums,
      reason: 'missing',
      approvalToken,
    });
  const { token } = done<ApprovalAnswer>(
    await sign(
      {
        kind: 'difference',
        branchId: vte,
        shiftId: shift._id,
        counted,
        expected: await expectedNow(),
      },
      'finance',
    ),
  );
  for (const other of [
    { ...counted, LAK: 0 },
    { ...counted, USD: 100 },
  ])
    expect(problems(await close(other, token))).toBe('approvalEnded');
  done<VisitAnswer>(
    await sendVisit(
      clerk,
      await priced(clerk, {
        branchId: vte,
        payer: { kind: 'walkIn', name: 'Khamla', phone: '' },
        products: [book(bookId, null)],
        tenders: [cash(BOOK)],
        shiftId: shift._id,
      }),
    ),
  );
  expect(problems(await close(counted, token))).toBe('approvalEnded');
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
    await sign(
      {
        kind: 'difference',
        branchId: vte,
        shiftId: shift._id,
        counted,
        expected: await expectedNow(),
      },
      'finance',
    ),
  );
  expect(done<Shift>(await accept(token))).toMatchObject({ toBeAccepted: false });
  const rows = await server.db
    .select()
    .from(closingTable)
    .where(and(eq(closingTable.shiftId, shift._id), eq(closingTable.act, 'accepted')));
  expect(rows).toMatchObject([{ byId: await idOf('finance'), reason: 'seen' }]);
});
