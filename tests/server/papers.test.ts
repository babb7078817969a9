import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { Paper, PaperPrint } from '#contract/orders/papers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { printTable } from '#server/db/tables/ledger/books.table.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { addDays, dayInLaos, weekdayOf } from '#contract/dates.ts';
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
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

const STATIC_QR =
  '00020101021138560016A00526628466257701082771041802030020313mchDEMO0000015204829953034185802LA5911DEMO CENTRE6003VTE63048B45';
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
  course = await insertCourse(server.db, { minDeposit: 100_000 });
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());

let hour = 0;
async function visit(
  more: (studentId: string) => object,
): Promise<{ studentId: string; answer: VisitAnswer }> {
  hour += 1;
  const { _id: classId } = await insertClass(server.db, {
    course,
    slots: [{ weekday: 1 + (hour % 6), start: '05:00', end: '06:00' }],
  });
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const input = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(bookId, studentId)],
    shiftId: shift._id,
    ...more(studentId),
  });
  return { studentId, answer: done<VisitAnswer>(await sendVisit(clerk, input)) };
}
const read = async (kind: Paper['kind'], id: string | undefined) =>
  done<Paper>(await clerk.get(`/papers/${kind}/${id}`));

describe('a receipt', () => {
  it('says what the visit was, and says the same after more money came', async () => {
    const { studentId, answer } = await visit(() => ({ tenders: [cash(300_000)] }));
    const first = await read('receipt', answer.receipt?._id);
    const totalLAK = TUITION + BOOK;
    expect(first).toMatchObject({
      number: answer.receipt?.number,
      check: answer.receipt?.check,
      orders: [answer.order?.number],
      totalLAK,
      paidLAK: 300_000,
      pendingLAK: 0,
      dueLAK: totalLAK - 300_000,
      receivedLAK: 300_000,
      copies: 0,
      voided: null,
    });
    expect(first.code).toBe(`${answer.receipt?.number}.${answer.receipt?.check.toUpperCase()}`);
    // The family reads the first day that the class meets, not the first day of its plan.
    const taught = first.groups[0]?.lines[0]?.place;
    expect(weekdayOf(taught?.startDate ?? '')).toBe(taught?.slots[0]?.weekday);
    expect(first.groups).toMatchObject([
      {
        lines: [
          {
            kind: 'tuition',
            amountLAK: TUITION,
            place: { slots: [{ start: '05:00', end: '06:00' }] },
          },
          { kind: 'product', amountLAK: BOOK },
        ],
      },
    ]);
    expect(first.dues).toMatchObject([{ amountLAK: totalLAK - 300_000 }]);

    const debt = { orderId: answer.order?._id, expectedBalance: totalLAK - 300_000 };
    const later = await priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [],
      products: [],
      debts: [debt],
      tenders: [cash(200_000)],
      shiftId: shift._id,
    });
    const paid = done<VisitAnswer>(await sendVisit(clerk, later));
    const { payQr: _before, ...same } = first;
    expect(await read('receipt', answer.receipt?._id)).toMatchObject(same);
    expect(await read('receipt', paid.receipt?._id)).toMatchObject({
      receivedLAK: 200_000,
      groups: [],
      older: [{ number: answer.order?.number, amountLAK: totalLAK - 300_000 }],
      totalLAK: totalLAK - 300_000,
      paidLAK: 200_000,
      dueLAK: totalLAK - 500_000,
    });
    const account = await read('statement', answer.order?._id);
    expect(account.steps.map(({ balanceLAK }) => balanceLAK)).toEqual([
      TUITION,
      totalLAK,
      totalLAK - 300_000,
      totalLAK - 500_000,
    ]);
  });

  it('contains an older order that only credit paid', async () => {
    const { studentId } = await visit(() => ({
      tenders: [cash(TUITION + BOOK + 50_000)],
      changeOwedLAK: 50_000,
    }));
    const { answer: older } = await visit(() => ({
      payer: { kind: 'student', studentKey: studentId },
      tenders: [cash(TUITION + BOOK - 40_000)],
    }));
    const input = await priced(clerk, {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      places: [],
      products: [book(bookId, studentId)],
      debts: [{ orderId: older.order?._id, expectedBalance: 40_000 }],
      creditLAK: 50_000,
      tenders: [cash(BOOK - 10_000)],
      shiftId: shift._id,
    });
    const paid = done<VisitAnswer>(await sendVisit(clerk, input));
    expect(await read('receipt', paid.receipt?._id)).toMatchObject({
      receivedLAK: BOOK - 10_000,
      older: [{ number: older.order?.number, amountLAK: 40_000 }],
      totalLAK: BOOK + 40_000,
      paidLAK: BOOK + 40_000,
      dueLAK: 0,
    });
  });

  it('adds up with change, line by line', async () => {
    const { answer } = await visit(() => ({ tenders: [cash(1_400_000)] }));
    const { payments, change, totalLAK, paidLAK, dueLAK } = await read(
      'receipt',
      answer.receipt?._id,
    );
    expect(change).toEqual([{ currency: 'LAK', amount: 5000, amountLAK: 5000 }]);
    expect(payments.reduce((sum, { amountLAK }) => sum + amountLAK, 0) - 5000).toBe(paidLAK);
    expect([totalLAK, dueLAK]).toEqual([paidLAK, 0]);
  });

  it('is void once its visit was undone, and shows what it said before', async () => {
    const { answer } = await visit(() => ({ tenders: [cash(1_400_000)] }));
    const { voidReceipt } = done<{ voidReceipt: { _id: string } }>(
      await clerk.post(`/visits/${answer.order?._id}/undo`, {}),
    );
    expect(await read('receipt', answer.receipt?._id)).toMatchObject({
      totalLAK: TUITION + BOOK,
      paidLAK: TUITION + BOOK,
      voided: { reason: 'undone' },
    });
    expect(await read('invoice', answer.order?._id)).toMatchObject({
      totalLAK: TUITION + BOOK,
      paidLAK: TUITION + BOOK,
      voided: { reason: 'undone' },
      payQr: null,
    });
    expect(await read('receipt', voidReceipt._id)).toMatchObject({
      receiptKind: 'void',
      voids: answer.receipt?.number,
      totalLAK: -(TUITION + BOOK),
      groups: [],
    });
  });
});

it('of a hold has one date: its end', async () => {
  const { answer } = await visit(() => ({ hold: true, tenders: [cash(300_000)] }));
  for (const [kind, id] of [
    ['invoice', answer.order?._id],
    ['receipt', answer.receipt?._id],
  ] as const) {
    const { dues, holdUntil, dueLAK } = await read(kind, id);
    expect([dues, dueLAK]).toEqual([[], TUITION + BOOK - 300_000]);
    expect(holdUntil).not.toBeNull();
  }
});

describe('the code to pay by', () => {
  it('asks for what is due where nothing waits to be verified, with a sum once the account was tried', async () => {
    const account = {
      _id: randomUUID(),
      branchId: vte,
      bank: 'BCEL',
      currency: 'LAK' as const,
      accountName: 'DEMO',
      accountNo: '010',
      qrText: STATIC_QR,
    };
    await server.db
      .update(bankAccountTable)
      .set({ active: false })
      .where(eq(bankAccountTable.branchId, vte));
    await server.db.insert(bankAccountTable).values(account);
    const { answer } = await visit(() => ({ tenders: [cash(300_000)] }));
    const dueLAK = TUITION + BOOK - 300_000;
    expect((await read('invoice', answer.order?._id)).payQr).toMatchObject({
      text: STATIC_QR,
      hasSum: false,
      amountLAK: dueLAK,
    });
    await server.db
      .update(bankAccountTable)
      .set({ triedAt: new Date().toISOString() })
      .where(eq(bankAccountTable._id, account._id));
    expect((await read('invoice', answer.order?._id)).payQr?.text).toContain(`5407${dueLAK}`);

    const inAWeek = addDays(dayInLaos(), 7);
    const parted = await visit(() => ({
      tenders: [cash(300_000)],
      instalments: [
        { dueOn: inAWeek, amountLAK: 400_000 },
        { dueOn: addDays(inAWeek, 30), amountLAK: dueLAK - 400_000 },
      ],
    }));
    for (const [kind, id] of [
      ['invoice', parted.answer.order?._id],
      ['receipt', parted.answer.receipt?._id],
    ] as const)
      expect((await read(kind, id)).payQr).toMatchObject({
        text: expect.stringContaining('5406400000') as unknown,
        amountLAK: 400_000,
        dueOn: inAWeek,
      });

    const slip = {
      key: randomUUID(),
      method: 'qr',
      currency: 'LAK',
      tendered: 200_000,
      bankAccountId: account._id,
      reference: randomUUID().slice(0, 8),
    };
    const waiting = await visit(() => ({ tenders: [cash(300_000), slip] }));
    const paper = await read('invoice', waiting.answer.order?._id);
    expect(paper).toMatchObject({ pendingLAK: 200_000, payQr: null });
    expect(paper.payments).toMatchObject([
      { isPending: true, receiptNumber: null },
      { isPending: false, receiptNumber: waiting.answer.receipt?.number },
    ]);
  });
});

describe('a print', () => {
  it('is counted up for each paper, once for each key, by any number of desks at once', async () => {
    const { answer } = await visit(() => ({ tenders: [cash(1_400_000)] }));
    const print = async (kind: Paper['kind'], id: string | undefined, key: string = randomUUID()) =>
      done<PaperPrint>(
        await clerk.post(`/papers/${kind}/${id}/print`, {}, { 'idempotency-key': key }),
      ).copy;
    const key = randomUUID();
    expect([
      await print('receipt', answer.receipt?._id, key),
      await print('receipt', answer.receipt?._id, key),
    ]).toEqual([1, 1]);
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => print('receipt', answer.receipt?._id)),
    );
    expect(copies.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect([
      await print('invoice', answer.order?._id),
      await print('statement', answer.order?._id),
    ]).toEqual([1, 1]);
    const rows = await server.db
      .select({ copy: printTable.copy })
      .from(printTable)
      .where(eq(printTable.ofId, String(answer.receipt?._id)))
      .orderBy(asc(printTable.copy));
    expect(rows.map(({ copy }) => copy)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect((await read('receipt', answer.receipt?._id)).copies).toBe(11);
  });

  it("of another branch's paper is refused as if it were not there", async () => {
    const { answer } = await visit(() => ({ tenders: [cash(1_400_000)] }));
    await moveTo(server.db, 'finance', 'LPB');
    const other = await server.as('finance');
    for (const [kind, id] of [
      ['receipt', answer.receipt?._id],
      ['invoice', answer.order?._id],
      ['statement', answer.order?._id],
    ]) {
      expect((await other.get(`/papers/${kind}/${id}`)).statusCode).toBe(404);
      expect((await other.post(`/papers/${kind}/${id}/print`, {})).statusCode).toBe(404);
    }
  });
});
