import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { Paper } from '#contract/orders/papers.ts';
import type {
  PaymentNote,
  Slip,
  SlipConfirmed,
  SlipRejected,
  VerificationCounts,
} from '#contract/money/verify.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import { wrongSums } from '#tests/helpers/order-sums.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  insertCourse,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let finance: Client;
let owner: Client;
let shift: Shift;
let vte: string;
let course: string;
let account: string;
beforeAll(async () => {
  server = await startTestServer();
  [clerk, finance, owner] = [
    await server.as('staff'),
    await server.as('finance'),
    await server.as('superadmin'),
  ];
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
  const [bank] = await server.db
    .select()
    .from(bankAccountTable)
    .where(
      and(
        eq(bankAccountTable.branchId, vte),
        eq(bankAccountTable.currency, 'LAK'),
        eq(bankAccountTable.active, true),
      ),
    );
  account = String(bank?._id);
});
afterAll(() => server.close());
afterEach(async () =>
  expect([
    await wrongSums(server.db),
    (await checkBooks(server.database)).differences,
    await unnotedStates(server.db),
  ]).toEqual([[], [], []]),
);

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const slipOf = (tendered: number, reference: string = randomUUID().slice(0, 8)) => ({
  key: randomUUID(),
  method: 'qr',
  tendered,
  bankAccountId: account,
  reference,
});
const pageOf = async (orderId: string) => done<OrderPage>(await clerk.get(`/orders/${orderId}`));
const decide = (
  what: 'confirm' | 'reject' | 'ask',
  paymentId: string,
  body: object = {},
  client = finance,
) => client.post(`/verification/slips/${paymentId}/${what}`, body);
const slips = async (client = finance) => done<Slip[]>(await client.get('/verification/slips'));
const received = async () =>
  Number(
    (
      await server.db.execute(
        sql`select coalesce(sum(amount_lak), 0)::float8 as sum from payments where confirmed_day is not null and state = 'confirmed'`,
      )
    ).rows[0]?.['sum'],
  );

/** A course that is paid by slips, as its order and its payments say. */
async function sold(tenders: object[] = [slipOf(TUITION)], by = clerk) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    tenders,
    shiftId: shift._id,
  };
  const { order } = done<VisitAnswer>(await sendVisit(by, await priced(by, visit)));
  const orderId = String(order?._id);
  const { payments } = await pageOf(orderId);
  return { orderId, studentId, payments, paymentId: String(payments[0]?._id) };
}
const placeOf = async (studentId: string) =>
  (await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId)))[0];

describe('a slip', () => {
  it('stands with everything that was expected of it, and is received only once a second person has confirmed it', async () => {
    const before = await received();
    const { orderId, paymentId } = await sold();
    const { number } = await pageOf(orderId);
    expect((await slips()).find(({ _id }) => _id === paymentId)).toMatchObject({
      amountLAK: TUITION,
      isOwn: false,
      orders: [
        {
          _id: orderId,
          number,
          givenLAK: TUITION,
          missingWithoutLAK: TUITION,
          places: 1,
          piecesGiven: 0,
        },
      ],
      rejectedBefore: [],
      notes: [],
    });
    expect(await received()).toBe(before);
    const { receipt, orders } = done<SlipConfirmed>(await decide('confirm', paymentId));
    expect(orders).toMatchObject([
      { _id: orderId, state: 'confirmed', paidLAK: TUITION, pendingLAK: 0 },
    ]);
    expect(receipt.number).toMatch(/^VTE-R/);
    expect(await received()).toBe(before + TUITION);
    expect((await pageOf(orderId)).payments).toMatchObject([
      { state: 'confirmed', receiptId: receipt._id },
    ]);
    expect(done<Paper>(await clerk.get(`/papers/receipt/${receipt._id}`))).toMatchObject({
      number: receipt.number,
    });
    expect(codeOf(await decide('confirm', paymentId))).toBe('slipDecided');
    expect(codeOf(await decide('reject', paymentId, { reason: 'not at the bank' }))).toBe(
      'slipDecided',
    );
  });

  it('is not verified by who recorded it, whatever they are', async () => {
    for (const by of [finance, owner]) {
      const studentId = String((await insertProspects(server.db, 1))[0]?._id);
      const visit = {
        branchId: vte,
        payer: { kind: 'student', studentKey: studentId },
        places: [place(studentId, (await insertClass(server.db, { course }))._id)],
        tenders: [slipOf(TUITION)],
        shiftId: shift._id,
      };
      const { order } = done<VisitAnswer>(await sendVisit(by, await priced(by, visit)));
      const paymentId = String((await pageOf(String(order?._id))).payments[0]?._id);
      expect((await slips(by)).find(({ _id }) => _id === paymentId)).toMatchObject({ isOwn: true });
      expect(codeOf(await decide('confirm', paymentId, {}, by))).toBe('recordedByYou');
      expect(codeOf(await decide('reject', paymentId, { reason: 'mine' }, by))).toBe(
        'recordedByYou',
      );
      done(await decide('confirm', paymentId, {}, by === finance ? owner : finance));
    }
  });

  it('is confirmed once, however many press at once, and its reference is on no other money', async () => {
    const reference = randomUUID().slice(0, 8);
    const { paymentId, orderId } = await sold([slipOf(TUITION, reference)]);
    const answers = await Promise.all(
      [finance, owner, finance, owner].map((client) => decide('confirm', paymentId, {}, client)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const again = await clerk.post(`/orders/${orderId}/payments`, {
      debts: [{ orderId, expectedBalance: 0 }],
      tenders: [slipOf(1000, reference)],
      shiftId: shift._id,
    });
    expect(again.statusCode).toBeGreaterThanOrEqual(400);
    const studentId = String((await insertProspects(server.db, 1))[0]?._id);
    const visit = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [place(studentId, (await insertClass(server.db, { course }))._id)],
      tenders: [slipOf(TUITION, reference)],
      shiftId: shift._id,
    };
    expect((await sendVisit(clerk, await priced(clerk, visit))).statusCode).toBe(400);
    expect(
      await server.db.$count(
        paymentTable,
        and(eq(paymentTable.reference, reference), eq(paymentTable.state, 'confirmed')),
      ),
    ).toBe(1);
  });

  it('is refused in a closed day, as every posting', async () => {
    const { paymentId } = await sold();
    await server.db.execute(
      sql`insert into days (branch_id, day, closed_at) values (${vte}, (now() at time zone 'Asia/Vientiane')::date, now())`,
    );
    expect([
      codeOf(await decide('confirm', paymentId)),
      codeOf(await decide('reject', paymentId, { reason: 'late' })),
    ]).toEqual(['dayClosed', 'dayClosed']);
    await server.db.delete(dayTable).where(eq(dayTable.branchId, vte));
    done(await decide('confirm', paymentId));
  });
});

describe('a rejected slip', () => {
  it('is owed again; below the minimum the place waits with a new hold, and the same reference may be recorded anew', async () => {
    const before = await received();
    const reference = randomUUID().slice(0, 8);
    const { orderId, studentId, paymentId } = await sold([slipOf(TUITION, reference)]);
    const { orders, newHolds } = done<SlipRejected>(
      await decide('reject', paymentId, { reason: 'The amount differs' }),
    );
    expect([orders, newHolds]).toMatchObject([
      [{ _id: orderId, state: 'confirmed', paidLAK: 0, pendingLAK: 0, totalLAK: TUITION }],
      1,
    ]);
    expect(await placeOf(studentId)).toMatchObject({ status: 'pending' });
    expect(Date.parse((await placeOf(studentId))?.holdUntil ?? '')).toBeGreaterThan(
      Date.now() + 3_600_000,
    );
    expect(await received()).toBe(before);
    const paid = done<OrderPaid>(
      await clerk.post(`/orders/${orderId}/payments`, {
        debts: [{ orderId, expectedBalance: TUITION }],
        tenders: [slipOf(TUITION, reference)],
        shiftId: shift._id,
      }),
    );
    expect(paid.orders).toMatchObject([{ pendingLAK: TUITION }]);
    expect(await placeOf(studentId)).toMatchObject({ status: 'active' });
    const anew = (await slips()).find((one) => one.reference === reference);
    expect(anew?.rejectedBefore).toMatchObject([{ reason: 'The amount differs' }]);
    done(await decide('confirm', String(anew?._id)));
  });

  it('says before which places wait again: none that somebody attended or left', async () => {
    const [fresh, attended, left] = [await sold(), await sold(), await sold()];
    const [came, leaves] = [await placeOf(attended.studentId), await placeOf(left.studentId)];
    const ofClass = (classId: string | undefined) =>
      server.db
        .select()
        .from(classSessionTable)
        .where(eq(classSessionTable.classId, String(classId)))
        .orderBy(classSessionTable.date);
    await server.db.insert(attendanceTable).values({
      sessionId: String((await ofClass(came?.classId))[0]?._id),
      studentId: attended.studentId,
      status: 'present',
      markedAt: new Date().toISOString(),
    });
    done(
      await clerk.post(`/enrolments/${leaves?._id}/change`, {
        change: 'withdraw',
        version: leaves?.version,
        reason: 'moves away',
        lastDay: (await ofClass(leaves?.classId))[2]?.date,
        settlement: 'nothing',
      }),
    );
    const shown = await slips();
    for (const [{ paymentId }, count] of [
      [fresh, 1],
      [attended, 0],
      [left, 0],
    ] as const) {
      const of = shown.find(({ _id }) => _id === paymentId)?.orders;
      expect(of).toMatchObject([{ state: 'confirmed', places: count }]);
      const { newHolds } = done<SlipRejected>(
        await decide('reject', paymentId, { reason: 'The amount differs' }),
      );
      expect(newHolds).toBe(count);
    }
  });

  it('leaves a place where enough was paid besides', async () => {
    const { orderId, studentId, payments } = await sold([
      slipOf(TUITION - 200_000),
      slipOf(200_000),
    ]);
    done(await decide('confirm', String(payments[0]?._id)));
    done(await decide('reject', String(payments[1]?._id), { reason: 'used before' }));
    // The whole price is the minimum here, so even the small rest makes it wait.
    expect(await placeOf(studentId)).toMatchObject({ status: 'pending' });
    expect(await pageOf(orderId)).toMatchObject({
      paidLAK: TUITION - (payments[1]?.amountLAK ?? 0),
      pendingLAK: 0,
    });
  });
});

describe('a question', () => {
  it('leaves the slip as it is until the desk has answered', async () => {
    const { paymentId } = await sold();
    const { _id } = done<PaymentNote>(
      await decide('ask', paymentId, { question: 'Which account was it?' }),
    );
    expect((await slips()).find((one) => one._id === paymentId)).toMatchObject({
      notes: [{ kind: 'question', text: 'Which account was it?', answer: '' }],
    });
    expect(
      done<PaymentNote>(
        await clerk.post(`/payment-notes/${_id}/answer`, { answer: 'BCEL, at 10:35' }),
      ),
    ).toMatchObject({ answer: 'BCEL, at 10:35' });
    expect(codeOf(await clerk.post(`/payment-notes/${_id}/answer`, { answer: 'no' }))).toBe(
      'stepNotAllowed',
    );
    const { verify } = done<VerificationCounts>(await finance.get('/verification/counts'));
    expect(verify).toBe((await slips()).length);
    done(await decide('confirm', paymentId));
    expect(codeOf(await decide('ask', paymentId, { question: 'and?' }))).toBe('slipDecided');
  });
});
