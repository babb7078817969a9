import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Leaving } from '#contract/classes/leaving.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { shareLeft, type LeavingSettlement } from '#contract/orders/value-left.ts';
import { dayInLaos, addDays } from '#contract/dates.ts';
import { refundRequestTable } from '#server/db/tables/ledger/orders.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertLooseReduction } from '#tests/helpers/loose-reductions.ts';
import { expectNothingLost, type Sold } from '#tests/helpers/sold-place.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertCourse, place, priced, sendVisit } from '#tests/helpers/visits.ts';

// Two promises of leaving a class: no money is given back that was never paid, and a preview is
// never refused while nothing changed.

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
});
afterAll(() => server.close());
afterEach(() => expectNothingLost(server));

type Bill = {
  price: number;
  paid: number;
  /** A reduction that names no line, as older versions wrote it, and one that names its line. */
  loose?: number;
  named?: number;
  percent?: number;
};

/** A place with these sums on its order. */
async function billed({ price, paid, loose = 0, named = 0, percent = 0 }: Bill): Promise<Sold> {
  const course = await insertCourse(server.db, { amount: price, minDeposit: 0 });
  const discount =
    percent === 0
      ? { kind: 'none' }
      : { kind: 'byHand', percent, reason: 'regular', approvalToken: null };
  const sold = await desk.sold({ tenders: paid > 0 ? [cash(paid)] : [] }, { course, discount });
  if (loose > 0) await insertLooseReduction(server.db, sold.orderId, { amountLAK: loose });
  if (named > 0) {
    const { totalLAK, lines } = done<{ totalLAK: number; lines: { _id: string }[] }>(
      await desk.admin.get(`/orders/${sold.orderId}`),
    );
    done(
      await desk.admin.post(`/orders/${sold.orderId}/adjustments`, {
        amountLAK: -named,
        ofLineId: lines[0]?._id,
        reason: 'agreed',
        expectedTotal: totalLAK,
      }),
    );
  }
  return sold;
}

/** The preview of a withdrawal with this last day. */
const shownFor = async ({ enrolmentId }: Pick<Sold, 'enrolmentId'>, lastDay: string) =>
  done<Leaving>(await desk.clerk.get(`/enrolments/${enrolmentId}/leaving?lastDay=${lastDay}`));
const withdraw = async (
  one: Sold,
  body: { lastDay: string; settlement: LeavingSettlement | null; expectedValue: number },
) =>
  done(
    await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
      change: 'withdraw',
      version: 1,
      reason: 'moves away',
      ...body,
    }),
  );

describe('leaving before the first lesson', () => {
  it('gives back all of the tuition, with a last day before the class begins', async () => {
    const one = await billed({ price: 1_200_000, paid: 1_200_000 });
    const today = dayInLaos();
    expect(today < String(one.days[0])).toBe(true);
    const { used, valueLAK, freedLAK } = await shownFor(one, today);
    expect([used, valueLAK, freedLAK]).toEqual([0, 1_200_000, 1_200_000]);
    await withdraw(one, { lastDay: today, settlement: 'credit', expectedValue: 1_200_000 });
    expect([await desk.creditOf(one), (await desk.orderOf(one))?.totalLAK]).toEqual([1_200_000, 0]);
  });

  it('is refused with the reason, in the preview too, for a day before the place was taken', async () => {
    const one = await billed({ price: 1_200_000, paid: 1_200_000 });
    const yesterday = addDays(dayInLaos(), -1);
    const fields = [
      await desk.clerk.get(`/enrolments/${one.enrolmentId}/leaving?lastDay=${yesterday}`),
      await desk.clerk.post(`/enrolments/${one.enrolmentId}/change`, {
        change: 'withdraw',
        version: 1,
        reason: 'moves away',
        lastDay: yesterday,
        settlement: 'credit',
      }),
    ].map((answer) => answer.json<{ fields?: { lastDay?: string } }>().fields?.lastDay);
    expect(fields).toEqual([expect.stringContaining('Not before'), fields[0]]);
  });
});

it('a place with a renewal on hold is refused by the preview as by the write, with the number of the order', async () => {
  const course = await insertCourse(server.db, { basis: 'month', amount: 400_000 });
  const one = await desk.sold({ tenders: [cash(400_000)] }, { course, basis: 'month' });
  const renewal = {
    branchId: desk.vte,
    payer: { kind: 'student', studentKey: one.studentId },
    places: [
      place(one.studentId, one.classId, {
        enrolmentId: one.enrolmentId,
        basis: 'month',
        coversFrom: one.days[6],
      }),
    ],
    hold: true,
  };
  const { order } = done<VisitAnswer>(
    await sendVisit(desk.clerk, await priced(desk.clerk, renewal)),
  );
  const path = `/enrolments/${one.enrolmentId}`;
  const lastDay = dayInLaos();
  const change = { change: 'withdraw', version: 1, reason: 'moves', lastDay, settlement: 'credit' };
  for (const answer of [
    await desk.clerk.get(`${path}/leaving?lastDay=${lastDay}`),
    await desk.clerk.post(`${path}/change`, change),
    await desk.admin.get(`${path}/fee-change`),
  ])
    expect(answer.json()).toMatchObject({
      code: 'hasOrder',
      error: expect.stringContaining(String(order?.number)) as string,
    });
});

describe('a reduction of the bill', () => {
  it('is no money received: only what was paid is left to give back', async () => {
    const bill = { price: 927_000, loose: 500_000, paid: 427_000 };
    const one = await billed(bill);
    const today = dayInLaos();
    expect(await shownFor(one, today)).toMatchObject({
      valueLAK: 427_000,
      freedLAK: 427_000,
      unpaidLAK: 0,
      lines: [{ netLAK: 427_000 }],
    });
    const days = one.days.length;
    expect(await shownFor(one, String(one.days[4]))).toMatchObject({
      used: 5,
      valueLAK: shareLeft(427_000, 5, days),
    });
    await withdraw(one, { lastDay: today, settlement: 'refund', expectedValue: 427_000 });
    expect(await desk.orderOf(one)).toMatchObject({ totalLAK: 0, paidLAK: 0 });
    const [asked] = await server.db
      .select()
      .from(refundRequestTable)
      .where(eq(refundRequestTable.orderId, one.orderId));
    expect([asked?.amountLAK, await desk.creditOf(one)]).toEqual([427_000, 427_000]);
  });

  it('to nothing leaves nothing to settle, whether it names its line or not', async () => {
    for (const bill of [{ loose: 773_000 }, { named: 773_000 }]) {
      const one = await billed({ price: 773_000, paid: 0, ...bill });
      const lastDay = dayInLaos();
      expect(await shownFor(one, lastDay)).toMatchObject({ valueLAK: 0, freedLAK: 0 });
      const target = await desk.target(one);
      const { sums } = await desk.preview(one, {
        toClassId: target._id,
        effectiveDate: String(one.days[0]),
      });
      expect(sums).toMatchObject({ movesLAK: 0, creditLAK: 0, lackingLAK: 0, newLAK: 0 });
      await withdraw(one, { lastDay, settlement: null, expectedValue: 0 });
      expect((await desk.linesOf(one)).at(-1)).toEqual(['tuition', -1, -one.days.length, 0]);
      expect([await desk.creditOf(one), await desk.statusOf(one)]).toEqual([0, 'withdrawn']);
    }
  });

  it('moves to another class with the student: a share of the sum, under the tick of discounts', async () => {
    const one = await billed({ price: 927_000, loose: 500_000, paid: 427_000 });
    const target = await desk.target(one);
    const where = { toClassId: target._id, effectiveDate: String(one.days[0]) };
    const { sums } = await desk.preview(one, where);
    const fullLAK = sums.newLAK + 500_000;
    expect(sums).toMatchObject({
      valueLAK: 427_000,
      discountsLAK: 500_000,
      movesLAK: Math.min(427_000, fullLAK - 500_000),
      creditLAK: Math.max(0, 927_000 - fullLAK),
    });
    const without = await desk.preview(one, { ...where, keepDiscounts: false });
    expect(without.sums).toMatchObject({
      newLAK: fullLAK,
      movesLAK: 427_000,
      lackingLAK: fullLAK - 427_000,
    });
    const input = await desk.input(one, where, { execute: true }, desk.admin);
    const moved = done<{ to: { enrolmentId: string } }>(await desk.admin.post('/transfers', input));
    expect(await desk.creditOf(one)).toBe(sums.creditLAK);
    expect(
      await shownFor({ enrolmentId: moved.to.enrolmentId }, addDays(where.effectiveDate, -1)),
    ).toMatchObject({ valueLAK: sums.newLAK, freedLAK: sums.movesLAK });
  });
});

it('whatever the preview of leaving shows is accepted, and comes to what was shown', async () => {
  const bill = fc.record({
    price: fc.integer({ min: 30_000, max: 3_000_000 }),
    paid: fc.integer({ min: 0, max: 100 }),
    loose: fc.integer({ min: 0, max: 60 }),
    named: fc.integer({ min: 0, max: 60 }),
    percent: fc.constantFrom(0, 0, 10),
  });
  await fc.assert(
    fc.asyncProperty(
      bill,
      fc.integer({ min: -1, max: 10 }),
      fc.constantFrom<LeavingSettlement>('credit', 'refund', 'nothing'),
      fc.boolean(),
      async ({ price, ...parts }, session, settlement, isTransfer) => {
        const netLAK = price - Math.round((price * parts.percent) / 100);
        const loose = Math.floor((netLAK * parts.loose) / 100);
        const named = Math.floor(((netLAK - loose) * parts.named) / 100);
        const rest = netLAK - loose - named;
        const paid = Math.floor((rest * parts.paid) / 100_000) * 1000;
        const one = await billed({ price, paid, loose, named, percent: parts.percent });
        const lastDay = session < 0 ? dayInLaos() : String(one.days[session]);
        if (isTransfer) {
          const target = await desk.target(one);
          const where = { toClassId: target._id, effectiveDate: addDays(lastDay, 1) };
          const { sums } = await desk.preview(one, where);
          const input = await desk.input(one, where, { execute: true }, desk.admin);
          done(await desk.admin.post('/transfers', input));
          expect(sums.movesLAK + sums.creditLAK).toBeLessThanOrEqual(paid);
          expect(await desk.creditOf(one)).toBe(sums.creditLAK);
        } else {
          const shown = await shownFor(one, lastDay);
          await withdraw(one, { lastDay, settlement, expectedValue: shown.valueLAK });
          expect(shown.freedLAK).toBeLessThanOrEqual(paid);
          expect(await desk.creditOf(one)).toBe(settlement === 'nothing' ? 0 : shown.freedLAK);
        }
      },
    ),
    { numRuns: 16 },
  );
});
