import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import { cancelSums } from '#contract/orders/cancel-sums.ts';
import type { FeeChange } from '#contract/classes/fee-change.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Paper } from '#contract/orders/papers.ts';
import type { VisitAnswer, VisitObjection } from '#contract/desk/visit-answers.ts';
import { WHOLE_BILL } from '#contract/desk/visits.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { insertLooseReduction } from '#tests/helpers/loose-reductions.ts';
import { readReport } from '#tests/helpers/report-rows.ts';
import { openPlaceDesk } from '#tests/helpers/sold-place.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import {
  BOOK,
  book,
  cash,
  insertBook,
  insertCourse,
  insertFee,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
let admin: Client;
let owner: Client;
let course: string;
let bookId: string;
const today = dayInLaos();
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
  admin = await server.as('admin');
  owner = await server.as('superadmin');
  course = await insertCourse(server.db, { minDeposit: 0 });
  bookId = await insertBook(server.db);
});
afterAll(() => server.close());
afterEach(async () => {
  // The books of the tests were put on the shelf past every delivery.
  const { differences } = await checkBooks(server.database);
  expect(differences.filter(({ check }) => check !== 'stock')).toEqual([]);
});

const adjustment = (key: string, amountLAK: number, more: object = {}) => ({
  key,
  amountLAK,
  reason: 'agreed',
  ...more,
});
const KEYS = {
  seat: '0199a000-0000-7000-8000-000000000001',
  book: '0199a000-0000-7000-8000-000000000002',
  off: '0199a000-0000-7000-8000-000000000003',
};

/** A place and two books with these adjustments, paid in whole steps of cash. */
async function visitWith(adjustments: readonly object[], paid: number) {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: desk.vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId, { key: KEYS.seat })],
    products: [book(bookId, studentId, { key: KEYS.book, quantity: 2, giveNow: false })],
    adjustments,
    tenders: paid > 0 ? [cash(paid)] : [],
    shiftId: desk.shift._id,
  };
  return sendVisit(admin, await priced(admin, visit));
}
const linesOf = (orderId: string) =>
  server.db
    .select()
    .from(orderLineTable)
    .where(eq(orderLineTable.orderId, orderId))
    .orderBy(orderLineTable.position);
/** A place with two books on one order, lowered by a row that names no line. */
async function lowered(amountLAK: number, paid: number) {
  const { order, enrolments } = done<VisitAnswer>(await visitWith([], paid));
  const orderId = String(order?._id);
  await insertLooseReduction(server.db, orderId, { amountLAK });
  const lines = await linesOf(orderId);
  const lineOf = (kind: string) => String(lines.find((line) => line.kind === kind)?._id);
  return { orderId, enrolmentId: String(enrolments[0]?._id), lineOf };
}

describe('a reduction in a visit', () => {
  it('names the dearest tuition, with its child and place', async () => {
    const { order } = done<VisitAnswer>(
      await visitWith([adjustment(KEYS.off, -250_000)], 1_000_000),
    );
    const [seat, , off] = await linesOf(String(order?._id));
    expect(off).toMatchObject({
      kind: 'adjustment',
      ofLineId: seat?._id,
      enrolmentId: seat?.enrolmentId,
      studentId: seat?.studentId,
      quantity: 0,
      amountLAK: -250_000,
      reason: 'agreed',
    });
    const paper = done<Paper>(await admin.get(`/papers/invoice/${order?._id}`));
    expect(paper.groups[0]?.lines.map(({ under }) => under.map((one) => one.amountLAK))).toEqual([
      [-250_000],
      [],
    ]);
  });

  it('of the whole bill is a line for each charge; one that is too large is refused beside it', async () => {
    const whole = { ofLineKey: WHOLE_BILL };
    const { order } = done<VisitAnswer>(
      await visitWith([adjustment(KEYS.off, -100_000, whole)], 1_000_000),
    );
    const lines = await linesOf(String(order?._id));
    const all = TUITION + 2 * BOOK;
    expect(lines.slice(2).map(({ ofLineId, amountLAK }) => [ofLineId, amountLAK])).toEqual([
      [lines[0]?._id, -Math.round((100_000 * TUITION) / all)],
      [lines[1]?._id, Math.round((100_000 * TUITION) / all) - 100_000],
    ]);
    const refused = await visitWith(
      [adjustment(KEYS.off, -2 * BOOK - 1, { ofLineKey: KEYS.book })],
      0,
    );
    expect(refused.json<{ rows: VisitObjection[] }>().rows).toEqual([
      { problem: 'reductionTooLarge', key: KEYS.off, n: 2 * BOOK },
    ]);
  });
});

it('a reduction off a line that is not on the bill is refused beside it, and nothing is written', async () => {
  const unknown = [
    adjustment(KEYS.off, -1000, { ofLineKey: '01900000-0000-7000-8000-00000000dead' }),
  ];
  // The builder asks the server to check first, which refuses it in the same way.
  await expect(visitWith(unknown, 0)).rejects.toThrow('"adjustments.0.ofLineKey"');
});

describe('a reduction that names no line', () => {
  const all = TUITION + 2 * BOOK;

  it('is of every line by its net, for pieces that go back too', async () => {
    const one = await lowered(all / 2, 0);
    const refunded = done<{ orders: { totalLAK: number }[] }>(
      await owner.post(`/orders/${one.orderId}/refunds`, {
        lines: [{ lineId: one.lineOf('product'), quantity: 1 }],
        isStillDue: false,
        way: 'credit',
        reason: 'torn',
        expectedLAK: 0,
      }),
    );
    expect(refunded.orders[0]?.totalLAK).toBe((all - BOOK) / 2);
  });

  it('lowers earned and unearned tuition, the minimum, and the sales of products', async () => {
    const standing = async () =>
      done<FiguresAnswer>(
        await owner.get(`/figures?from=${today}&to=${today}&branchId=${desk.vte}`),
      ).after;
    const sales = async () => {
      const query = `from=${today}&to=${today}&figure=products`;
      const [table] = await readReport(owner, 'money', query);
      return Number(table?.rows.find(({ key }) => key === bookId)?.values[0] ?? 0);
    };
    const before = [await standing(), await sales()] as const;
    await lowered(all / 2, all / 2);
    const after = [await standing(), await sales()] as const;
    expect([
      after[0].billedTuitionLAK - before[0].billedTuitionLAK,
      after[0].unearnedLAK - before[0].unearnedLAK,
      after[1] - before[1],
    ]).toEqual([TUITION / 2, TUITION / 2, BOOK]);
  });

  it('goes with its lines when the order is void', async () => {
    const one = await lowered(300_000, 0);
    done(await admin.post(`/orders/${one.orderId}/void`, { reason: 'mistake', expectedCame: 0 }));
    const lines = await linesOf(one.orderId);
    expect(lines.reduce((sum, { amountLAK }) => sum + amountLAK, 0)).toBe(0);
    expect(lines.filter(({ kind, amountLAK }) => kind === 'adjustment' && amountLAK > 0)).toEqual(
      [],
    );
  });

  it('is kept as a sum by another fee, and by another class if the centre cancels this one', async () => {
    const [taught] = await server.db.select().from(courseTable).where(eq(courseTable.code, course));
    const feeId = await insertFee(server.db, String(taught?._id), {
      amount: 1_500_000,
      priceCategory: 'company',
    });
    const one = await desk.sold({ tenders: [cash(750_000)] }, { course });
    await insertLooseReduction(server.db, one.orderId, { amountLAK: 500_000 });
    const { change } = done<FeeChange>(
      await admin.get(`/enrolments/${one.enrolmentId}/fee-change?feeId=${feeId}`),
    );
    expect(change).toMatchObject({
      oldLAK: TUITION - 500_000,
      newLAK: 1_000_000,
      differenceLAK: 250_000,
    });
    done(
      await admin.post(`/enrolments/${one.enrolmentId}/fee-change`, {
        version: 1,
        feeId,
        reason: 'works there',
        expectedDifference: 250_000,
      }),
    );
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: 1_000_000, paidLAK: 750_000 });

    const two = await desk.sold({ tenders: [cash(750_000)] }, { course });
    await insertLooseReduction(server.db, two.orderId, { amountLAK: 500_000 });
    const path = `/classes/${two.classId}`;
    const preview = done<CancelPreview>(await desk.clerk.get(`${path}/cancel-preview`));
    expect(cancelSums(preview, {}).get(two.enrolmentId)).toEqual({
      leftLAK: 750_000,
      unpaidLAK: 0,
      freedLAK: 750_000,
      freedPendingLAK: 0,
    });
    const { _id: toClassId } = await insertClass(server.db, { course });
    done(
      await desk.clerk.post(`${path}/cancel`, {
        version: 1,
        reason: 'too few',
        students: [{ enrolmentId: two.enrolmentId, toClassId, settlement: 'credit' }],
      }),
    );
    expect(await desk.orderOf(two)).toMatchObject({ totalLAK: 750_000, paidLAK: 750_000 });
    expect((await linesOf(two.orderId)).at(-1)).toMatchObject({
      kind: 'adjustment',
      amountLAK: -500_000,
      reason: 'Agreed',
    });
  });
});
