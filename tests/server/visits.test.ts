import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrolledRow } from '#contract/classes/enrolling.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer, VisitCheck, VisitObjection } from '#contract/desk/visit-answers.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { bookTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  insertCourse,
  moneyRows,
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
afterAll(() => server.close());

let hour = 0;
const newClass = (fields: object = {}) => {
  hour += 1;
  return insertClass(server.db, {
    course,
    slots: [{ weekday: 1 + (hour % 6), start: '05:00', end: '06:00' }],
    ...fields,
  });
};
const newStudent = async () => String((await insertProspects(server.db, 1))[0]?._id);
/** One child, one class, one book, paid in cash by the student, who is grown up. */
async function visitOf(studentId: string, classId: string, more: object = {}) {
  return priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(bookId, studentId)],
    tenders: [cash(1_400_000)],
    shiftId: shift._id,
    ...more,
  });
}
const rowsOf = async (answer: VisitAnswer) => {
  const orderId = String(answer.order?._id);
  const [order] = await server.db.select().from(orderTable).where(eq(orderTable._id, orderId));
  const lines = await server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId))
    .orderBy(orderLineTable.position);
  return { order, lines };
};
const inDrawer = async () => (await expectedOf(server.db, [shift._id])).get(shift._id)?.LAK ?? 0;
const objections = (answer: { json: <T>() => T }) =>
  answer.json<{ rows: VisitObjection[] }>().rows.map(({ problem }) => problem);

describe('a visit with one child, one class, one book and cash', () => {
  it('writes order, lines, payment, receipt, drawer, place, stock and plan together', async () => {
    const [studentId, { _id: classId }] = [await newStudent(), await newClass()];
    const before = await inDrawer();
    const answer = done<VisitAnswer>(await sendVisit(clerk, await visitOf(studentId, classId)));
    const { order, lines } = await rowsOf(answer);
    expect(order).toMatchObject({
      state: 'confirmed',
      totalLAK: TUITION + BOOK,
      paidLAK: TUITION + BOOK,
      pendingLAK: 0,
      payerStudentId: studentId,
    });
    expect(order?.number).toMatch(/^VTE-\d\d-\d{6}$/);
    expect(lines.map(({ kind, amountLAK }) => [kind, amountLAK])).toEqual([
      ['tuition', TUITION],
      ['product', BOOK],
    ]);
    expect(answer).toMatchObject({
      change: [{ currency: 'LAK', amount: 5000 }],
      receipt: { number: expect.stringMatching(/^VTE-R\d\d-\d{6}$/) as string },
    });
    expect((await inDrawer()) - before).toBe(TUITION + BOOK);
    const [placed] = await server.db
      .select()
      .from(enrolmentTable)
      .where(eq(enrolmentTable.studentId, studentId));
    expect(placed).toMatchObject({ status: 'active', price: TUITION, basis: 'term' });
    expect(
      await server.db
        .select()
        .from(enrolmentStateTable)
        .where(eq(enrolmentStateTable.enrolmentId, String(placed?._id))),
    ).toMatchObject([{ status: 'active', source: 'desk' }]);
    expect(
      await server.db
        .select()
        .from(instalmentTable)
        .where(eq(instalmentTable.orderId, String(order?._id))),
    ).toMatchObject([{ amountLAK: TUITION + BOOK }]);
  });

  it('sent again gives the same order and writes nothing', async () => {
    const visit = await visitOf(await newStudent(), (await newClass())._id);
    const key = randomUUID();
    const first = done<VisitAnswer>(await sendVisit(clerk, visit, key));
    const before = await moneyRows(server.db);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendVisit(clerk, visit, key)),
    );
    expect(answers.map((answer) => done<VisitAnswer>(answer).order?._id)).toEqual(
      Array(5).fill(first.order?._id),
    );
    expect(await moneyRows(server.db)).toEqual(before);
  });

  it('that shows another price or rate is told what changed, and writes nothing', async () => {
    const visit = await visitOf(await newStudent(), (await newClass())._id);
    const before = await moneyRows(server.db);
    const answer = await sendVisit(clerk, { ...visit, expectedTotal: 1 });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      409,
      'totalChanged',
    ]);
    expect(answer.json<{ rows: object[] }>().rows).toEqual([
      { changed: 'total', before: 1, after: TUITION + BOOK },
    ]);
    expect(await moneyRows(server.db)).toEqual(before);
  });

  it('with too little money is refused, and as a hold takes the seat and keeps the book', async () => {
    const [studentId, { _id: classId }] = [await newStudent(), await newClass()];
    const [level] = await server.db
      .select()
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, bookId));
    const few = { tenders: [cash(100_000)] };
    expect(objections(await sendVisit(clerk, await visitOf(studentId, classId, few)))).toEqual([
      'minimumMissing',
    ]);
    const held = done<VisitAnswer>(
      await sendVisit(clerk, await visitOf(studentId, classId, { ...few, hold: true })),
    );
    expect(held).toMatchObject({
      order: { state: 'held', paidLAK: 100_000 },
      enrolments: [{ status: 'pending' }],
    });
    const [now] = await server.db
      .select()
      .from(stockLevelTable)
      .where(eq(stockLevelTable.productId, bookId));
    expect(now).toMatchObject({ onHand: level?.onHand, reserved: (level?.reserved ?? 0) + 1 });
  });

  it('and a drawer that is closed or of another branch is refused', async () => {
    const visit = await visitOf(await newStudent(), (await newClass())._id, {
      shiftId: randomUUID(),
    });
    expect((await sendVisit(clerk, visit)).statusCode).toBe(404);
  });
});

it('a new family is added with its visit, and bank money of it waits for a second person', async () => {
  const { _id: classId } = await newClass();
  const [child, mother] = [randomUUID(), randomUUID()];
  const [account] = (
    await server.db.execute<{ id: string }>(
      sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${vte}, 'BCEL', 'LAK', 'DEMO', '1') returning id`,
    )
  ).rows;
  const visit = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'parent', parentKey: mother },
    newParents: [
      { key: mother, firstName: 'Manivone', lastName: 'Keomany', phone: '020 5599 0011' },
    ],
    newStudents: [
      {
        key: child,
        firstName: 'Anousone',
        lastName: 'Keomany',
        gender: 'male',
        dateOfBirth: '2015-05-05',
        guardians: [{ parentKey: mother, relation: 'mother', isPayer: true }],
      },
    ],
    places: [place(child, classId)],
    tenders: [
      {
        key: randomUUID(),
        method: 'qr',
        tendered: TUITION,
        bankAccountId: account?.id,
        reference: 'FT1',
      },
    ],
  });
  const answer = done<VisitAnswer>(await sendVisit(clerk, visit));
  expect(answer).toMatchObject({
    receipt: null,
    order: { state: 'confirmed', paidLAK: 0, pendingLAK: TUITION },
  });
  expect(answer.made.map(({ key }) => key).sort()).toEqual([child, mother].sort());
  expect(
    await server.db.select().from(paymentTable).where(eq(paymentTable.reference, 'FT1')),
  ).toMatchObject([
    {
      state: 'pending',
      receiptId: null,
      payerParentId: answer.made.find(({ key }) => key === mother)?._id,
    },
  ]);
});

it('a trial is no order', async () => {
  const [studentId, { _id: classId }] = [await newStudent(), await newClass()];
  const visit = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId, { type: 'trial' })],
  });
  expect(done<VisitAnswer>(await sendVisit(clerk, visit))).toMatchObject({
    order: null,
    receipt: null,
    enrolments: [{ status: 'active' }],
  });
});

it('a hold that has ended leaves its end in the log when a visit takes the place', async () => {
  const { _id: classId } = await newClass();
  const studentId = await newStudent();
  const rows = [{ studentId, classId, as: 'pending' }];
  const held = (await clerk.post('/enrolments', { rows })).json<{ rows: EnrolledRow[] }>().rows[0];
  await server.db
    .update(enrolmentTable)
    .set({ holdUntil: sql`now() - interval '1 second'` })
    .where(eq(enrolmentTable._id, String(held?._id)));
  done<VisitAnswer>(await sendVisit(clerk, await visitOf(studentId, classId)));
  const logged = await server.db
    .select({ after: auditTable.after })
    .from(auditTable)
    .where(and(eq(auditTable.entityId, String(held?._id)), eq(auditTable.action, 'update')));
  expect(logged).toEqual([{ after: { status: 'expired' } }]);
});

it('50 desks at one seat: one gets it, the others are told of their line and nothing of theirs is written', async () => {
  const { _id: classId } = await newClass({ capacity: 1 });
  const visits = await Promise.all(
    Array.from({ length: 50 }, async () => visitOf(await newStudent(), classId)),
  );
  const before = (await moneyRows(server.db)) as Record<string, number>;
  const answers = await Promise.all(visits.map((visit) => sendVisit(clerk, visit)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 201);
  expect(refused).toHaveLength(49);
  expect(new Set(refused.flatMap(objections))).toEqual(new Set(['enrolment']));
  expect(((await moneyRows(server.db)) as Record<string, number>)['orders']).toBe(
    (before['orders'] ?? 0) + 1,
  );
});

it('50 desks at one book: it is sold once', async () => {
  const last = await insertBook(server.db, 1);
  const visit = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    products: [book(last, null)],
    tenders: [cash(BOOK)],
    shiftId: shift._id,
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendVisit(clerk, visit)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(
    new Set(answers.filter(({ statusCode }) => statusCode !== 201).flatMap(objections)),
  ).toEqual(new Set(['stock']));
});

it('numbers run from 1 without a gap, receipts in one chain, under 30 desks of which a third fails', async () => {
  const visit = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    products: [book(bookId, null)],
    tenders: [cash(150_000)],
    shiftId: shift._id,
  });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      sendVisit(clerk, at % 3 === 0 ? { ...visit, expectedTotal: 1 } : visit),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(33);
  const orders = await server.db
    .select({ number: orderTable.number })
    .from(orderTable)
    .where(eq(orderTable.branchId, vte));
  expect(orders.map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b)).toEqual(
    orders.map((_, at) => at + 1),
  );
  const receipts = await server.db
    .select()
    .from(receiptTable)
    .where(eq(receiptTable.branchId, vte))
    .orderBy(receiptTable.chainNo);
  expect(receipts.map(({ number }) => Number(number.slice(-6)))).toEqual(
    receipts.map((_, at) => at + 1),
  );
  let head = '';
  for (const { previousHash, content, hash } of receipts) {
    expect([previousHash, hash]).toEqual([head, hashOf(head, content)]);
    head = hash;
  }
  const [own] = await server.db.select().from(bookTable).where(eq(bookTable.branchId, vte));
  expect(own).toMatchObject({ chainLength: receipts.length, chainHead: head });
  // The next test needs a print that nobody can change.
  done(await clerk.post(`/papers/receipt/${receipts[0]?._id}/print`, {}));
});

it.each([
  'order_lines',
  'payments',
  'allocations',
  'receipts',
  'drawer_movements',
  'prints',
  'orders',
  'enrolment_states',
])('rows of %s are changed and deleted by nobody', async (table) => {
  const column =
    {
      receipts: 'content',
      prints: 'paper',
      orders: 'number',
      enrolment_states: 'reason',
      drawer_movements: 'reason',
    }[table] ?? 'amount_lak';
  for (const statement of [
    `update ${table} set ${column} = ${column === 'amount_lak' ? '1' : "'x'"}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]) {
    const failure = await server.db.execute(sql.raw(statement)).then(
      () => 'done',
      (error: unknown) => (innermostCause(error) as Error).message,
    );
    expect(failure, statement).toContain('append-only');
  }
});

it('another branch neither sells here nor is told anything', async () => {
  const visit = await visitOf(await newStudent(), (await newClass())._id);
  await moveTo(server.db, 'staff', 'LPB');
  const other = await server.as('staff');
  expect((await sendVisit(other, visit)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await other.post('/visits/check', visit)).statusCode).toBeGreaterThanOrEqual(400);
  await moveTo(server.db, 'staff', 'VTE');
});

it('a check tells nothing of a family of another branch, and of its own desk everything', async () => {
  const [family] = await server.db
    .select({ parentId: parentTable._id })
    .from(parentTable)
    .where(eq(parentTable.branchId, await branchId(server.db, 'LPB')))
    .limit(1);
  const parentKey = String(family?.parentId);
  await server.db.insert(paymentTable).values({
    branchId: await branchId(server.db, 'LPB'),
    payerParentId: parentKey,
    method: 'opening',
    currency: 'LAK',
    tendered: 70_000,
    rate: '1',
    amountLAK: 70_000,
    freeLAK: 70_000,
    state: 'confirmed',
    at: new Date().toISOString(),
    confirmedDay: '2026-01-01',
  });
  const child = { key: randomUUID(), firstName: 'Nou', lastName: 'Keo', gender: 'female' };
  const bought = {
    branchId: vte,
    payer: { kind: 'parent', parentKey },
    products: [book(bookId, null)],
    creditLAK: 70_000,
    expectedTotal: 0,
  };
  const throughChild = {
    ...bought,
    payer: { kind: 'student', studentKey: child.key },
    creditLAK: 0,
    newStudents: [
      {
        ...child,
        dateOfBirth: '2015-05-05',
        phone: '',
        guardians: [{ parentKey, relation: 'mother', isPayer: true }],
      },
    ],
  };
  for (const visit of [bought, throughChild])
    expect((await clerk.post('/visits/check', visit)).statusCode).toBe(404);
  const owner = await server.as('superadmin');
  expect(done<VisitCheck>(await owner.post('/visits/check', bought)).creditLAK).toBe(70_000);
});
