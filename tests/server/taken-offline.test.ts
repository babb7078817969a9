import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE_HEADER } from '#contract/centre/device.ts';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { VisitAnswer, VisitCheck, VisitObjection } from '#contract/desk/visit-answers.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { sessionGapTable } from '#server/db/tables/centre/devices.table.ts';
import { expectedOf } from '#server/ledger/drawers/drawer-sums.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
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
afterAll(() => server.close());

const newStudent = async () => String((await insertProspects(server.db, 1))[0]?._id);
const given = (currency: string, amount: number) => ({ currency, amount });
/**
 * A visit of a grown-up student whose cash and change passed over the counter at `takenOfflineAt`.
 */
const taken = (studentKey: string, more: object) =>
  priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey },
    shiftId: shift._id,
    takenOfflineAt: new Date().toISOString(),
    changeGiven: [],
    ...more,
  });
const moneyOf = async (studentId: string) =>
  server.db.select().from(paymentTable).where(eq(paymentTable.payerStudentId, studentId));
const inDrawer = async (_id: string) => (await expectedOf(server.db, [_id])).get(_id)?.LAK ?? 0;

describe('cash that was taken offline', () => {
  it('keeps its moment on the order, and its change as it was given', async () => {
    const [studentId, bookId] = [await newStudent(), await insertBook(server.db)];
    const takenOfflineAt = new Date(Date.now() - 60_000).toISOString();
    const answer = done<VisitAnswer>(
      await sendVisit(
        clerk,
        await taken(studentId, {
          products: [book(bookId, studentId)],
          tenders: [cash(200_000)],
          changeGiven: [given('LAK', 55_000)],
          takenOfflineAt,
        }),
      ),
    );
    expect(answer).toMatchObject({
      order: { totalLAK: BOOK, paidLAK: BOOK },
      change: [{ currency: 'LAK', amount: 55_000 }],
    });
    expect(done<OrderPage>(await clerk.get(`/orders/${answer.order?._id}`))).toMatchObject({
      takenOfflineAt,
    });
  });

  it('has no change in a currency that was not tendered, or twice in one', async () => {
    const [studentId, bookId] = [await newStudent(), await insertBook(server.db)];
    for (const changeGiven of [
      [given('THB', 100_00)],
      [given('LAK', 30_000), given('LAK', 25_000)],
    ]) {
      const answer = await clerk.post('/visits/check', {
        branchId: vte,
        payer: { kind: 'student', studentKey: studentId },
        expectedTotal: 0,
        shiftId: shift._id,
        takenOfflineAt: new Date().toISOString(),
        changeGiven,
        products: [book(bookId, studentId)],
        tenders: [cash(200_000)],
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { fields: { changeGiven: 'Check this entry' } },
      ]);
    }
  });

  it('is credit as far as the bill is lower now, and the rest is owed as far as it is higher', async () => {
    const prices = [
      { price: BOOK - 20_000, paid: BOOK - 20_000, free: 20_000 },
      { price: BOOK + 30_000, paid: BOOK, free: 0 },
    ];
    for (const { price, paid, free } of prices) {
      const [studentId, bookId] = [await newStudent(), await insertBook(server.db)];
      await server.db.update(productTable).set({ price }).where(eq(productTable._id, bookId));
      const answer = done<VisitAnswer>(
        await sendVisit(
          clerk,
          await taken(studentId, {
            products: [book(bookId, studentId, { giveNow: false })],
            tenders: [cash(200_000)],
            changeGiven: [given('LAK', 55_000)],
          }),
        ),
      );
      expect(answer).toMatchObject({
        order: { totalLAK: price, paidLAK: paid },
        change: [{ currency: 'LAK', amount: 55_000 }],
      });
      expect(await moneyOf(studentId)).toMatchObject([
        { tendered: 200_000, amountLAK: BOOK, freeLAK: free },
      ]);
    }
  });

  it('of a walk-in is accepted at any price of now: what is too much waits on the payment for finance', async () => {
    const refused = await clerk.post('/visits/check', {
      branchId: vte,
      payer: { kind: 'walkIn', name: 'Somsy' },
      expectedTotal: 0,
      products: [book(await insertBook(server.db), null)],
      shiftId: shift._id,
      tenders: [cash(BOOK - 20_000)],
    });
    // At the desk a walk-in pays in full.
    expect(refused.json<VisitCheck>().objections.map(({ problem }) => problem)).toContain(
      'payerNeeded',
    );
    for (const { price, paid, free } of [
      { price: BOOK - 20_000, paid: BOOK - 20_000, free: 20_000 },
      { price: BOOK + 30_000, paid: BOOK, free: 0 },
    ]) {
      const bookId = await insertBook(server.db);
      await server.db.update(productTable).set({ price }).where(eq(productTable._id, bookId));
      const visit = await priced(clerk, {
        branchId: vte,
        payer: { kind: 'walkIn', name: 'Somsy' },
        shiftId: shift._id,
        takenOfflineAt: new Date().toISOString(),
        changeGiven: [],
        products: [book(bookId, null)],
        tenders: [cash(BOOK)],
      });
      const { order, receipt } = done<VisitAnswer>(await sendVisit(clerk, visit));
      expect(order).toMatchObject({ totalLAK: price, paidLAK: paid });
      const payments = await server.db
        .select()
        .from(paymentTable)
        .where(eq(paymentTable.receiptId, String(receipt?._id)));
      expect(payments).toMatchObject([{ amountLAK: BOOK, freeLAK: free, payerParentId: null }]);
      if (free === 0) continue;
      // Another walk-in has no use of it, and finance gives it back to the one who has the receipt.
      const other = await clerk.post('/visits/check', {
        branchId: vte,
        payer: { kind: 'walkIn', name: 'Noy' },
        expectedTotal: 0,
        products: [book(bookId, null)],
        shiftId: shift._id,
        tenders: [cash(price)],
      });
      expect(done<VisitCheck>(other).creditLAK).toBe(0);
      const out = { way: 'cash', shiftId: shift._id, reason: 'too much', amountLAK: free };
      const finance = await server.as('finance');
      done(await finance.post(`/payments/${payments[0]?._id}/refund`, out));
    }
    const { differences } = await checkBooks(server.database);
    expect(differences.filter(({ check }) => check !== 'stock')).toEqual([]);
  });

  it('is all credit when the seat is gone and the place is left out; that the seat is gone is said first', async () => {
    const studentId = await newStudent();
    const { _id: classId } = await insertClass(server.db, {
      course,
      capacity: 1,
      slots: [{ weekday: 1, start: '05:00', end: '06:00' }],
    });
    const other = await newStudent();
    done(
      await sendVisit(
        clerk,
        await priced(clerk, {
          branchId: vte,
          payer: { kind: 'student', studentKey: other },
          places: [place(other, classId)],
          tenders: [cash(TUITION)],
          shiftId: shift._id,
        }),
      ),
    );
    const refused = await sendVisit(
      clerk,
      await taken(studentId, { places: [place(studentId, classId)], tenders: [cash(TUITION)] }),
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ rows: VisitObjection[] }>().rows).toMatchObject([
      { problem: 'enrolment', findings: [{ check: 'seats' }] },
    ]);
    const answer = done<VisitAnswer>(
      await sendVisit(clerk, await taken(studentId, { tenders: [cash(TUITION)] })),
    );
    expect(answer).toMatchObject({
      order: null,
      receipt: { number: expect.any(String) as string },
    });
    expect(await moneyOf(studentId)).toMatchObject([
      { amountLAK: TUITION, freeLAK: TUITION, state: 'confirmed' },
    ]);
  });

  it('takes no slip and no credit, and says what change was given', async () => {
    const studentId = await newStudent();
    const bookId = await insertBook(server.db);
    const bare = {
      branchId: vte,
      payer: { kind: 'student', studentKey: studentId },
      products: [book(bookId, studentId)],
      shiftId: shift._id,
      expectedTotal: BOOK,
    };
    const takenOfflineAt = new Date().toISOString();
    expect(
      (await sendVisit(clerk, { ...bare, tenders: [cash(BOOK)], takenOfflineAt })).statusCode,
    ).toBe(400);
    expect(
      (await sendVisit(clerk, { ...bare, tenders: [cash(BOOK)], changeGiven: [] })).statusCode,
    ).toBe(400);
    expect(
      (
        await sendVisit(clerk, {
          ...bare,
          tenders: [cash(BOOK)],
          takenOfflineAt,
          changeGiven: [],
          creditLAK: 1000,
        })
      ).statusCode,
    ).toBe(400);
  });
});

it('cash that lay in the drawer when it was counted is answered in the open drawer', async () => {
  const [studentId, bookId] = [await newStudent(), await insertBook(server.db)];
  const takenOfflineAt = new Date(Date.parse(shift.openedAt) + 1).toISOString();
  const deviceId = randomUUID();
  const named = { [DEVICE_HEADER]: deviceId };
  done(await clerk.get('/auth/me', named));
  await server.db
    .insert(sessionGapTable)
    .values({ deviceId, from: shift.openedAt, until: new Date().toISOString() });
  // The count had the cash as a surplus.
  const counted = { LAK: (await inDrawer(shift._id)) + BOOK, THB: 0, USD: 0 };
  const closing = { counted, left: counted, reason: 'taken offline' };
  done(await clerk.post(`/shifts/${shift._id}/close`, closing));
  const [desk] = done<Drawer[]>(await clerk.get('/drawers'));
  const next = done<Shift>(await clerk.post(`/drawers/${desk?._id}/open`, { float: counted }));
  const visit = await taken(studentId, {
    products: [book(bookId, studentId)],
    tenders: [cash(150_000)],
    changeGiven: [given('LAK', 5000)],
    shiftId: next._id,
    takenOfflineAt,
  });
  const { order } = done<VisitAnswer>(await sendVisit(clerk, visit));
  expect(await inDrawer(next._id)).toBe(counted.LAK);
  // The cash is not in this drawer, so an undo cannot hand it back from there.
  expect((await clerk.post(`/visits/${order?._id}/undo`, {})).json()).toMatchObject({
    code: 'refundFirst',
  });
  const rows = await server.db
    .select()
    .from(drawerMovementTable)
    .where(eq(drawerMovementTable.shiftId, next._id));
  expect(rows.filter(({ kind }) => kind === 'paidOut')).toMatchObject([
    { paidOutKind: 'countedBefore', currency: 'LAK', amount: -BOOK },
  ]);
  // Taken after the count, it is in the open drawer.
  const later = await newStudent();
  done(
    await sendVisit(
      clerk,
      await taken(later, {
        products: [book(bookId, later)],
        tenders: [cash(BOOK)],
        shiftId: next._id,
      }),
    ),
  );
  expect(await inDrawer(next._id)).toBe(counted.LAK + BOOK);
});
