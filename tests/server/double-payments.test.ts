import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { wrongSums } from '#tests/helpers/order-sums.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { cash, insertCourse, openDrawer, place, priced, sendVisit } from '#tests/helpers/visits.ts';

const DESKS = 10;
let server: TestServer;
let clerk: Client;
let shift: Shift;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
});
afterAll(() => server.close());

/** An order of one place of which the deposit is paid. */
async function partPaidOrder() {
  const [student] = await insertProspects(server.db, 1);
  const course = await insertCourse(server.db, { minDeposit: 300_000 });
  const { _id: classId } = await insertClass(server.db, { course });
  const visit = {
    branchId: await branchId(server.db, 'VTE'),
    payer: { kind: 'student', studentKey: student?._id },
    places: [place(String(student?._id), classId)],
    tenders: [cash(500_000)],
    shiftId: shift._id,
  };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  if (!order) throw new Error('The visit made no order');
  return { orderId: order._id, balance: order.totalLAK - order.paidLAK };
}

const allocationsOf = (orderId: string) =>
  server.db.select().from(allocationTable).where(eq(allocationTable.orderId, orderId));

it(`takes the balance of an order once when ${DESKS} desks take it at once`, async () => {
  const { orderId, balance } = await partPaidOrder();
  const answers = await Promise.all(
    Array.from({ length: DESKS }, () =>
      clerk.post(`/orders/${orderId}/payments`, {
        debts: [{ orderId, expectedBalance: balance }],
        tenders: [cash(balance)],
        shiftId: shift._id,
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await allocationsOf(orderId)).toHaveLength(2);
  expect(await wrongSums(server.db)).toEqual([]);
});

it('takes a payment once when it is sent several times at once with the same key', async () => {
  const { orderId, balance } = await partPaidOrder();
  const payment = {
    debts: [{ orderId, expectedBalance: balance }],
    tenders: [cash(balance)],
    shiftId: shift._id,
  };
  const key = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: DESKS }, () => clerk.post(`/orders/${orderId}/payments`, payment, key)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await allocationsOf(orderId)).toHaveLength(2);
  expect(await wrongSums(server.db)).toEqual([]);
});
