import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { RefundRequest } from '#contract/orders/refund-requests.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import type { DeskNewsRow } from '#contract/money/verify.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectNothingLost, openPlaceDesk } from '#tests/helpers/sold-place.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openPlaceDesk>>;
let finance: Client;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openPlaceDesk(server);
  finance = await server.as('finance');
});
afterAll(() => server.close());
afterEach(async () => expectNothingLost(server));

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
const requests = async () => done<RefundRequest[]>(await finance.get('/verification/refunds'));
const news = async () => done<DeskNewsRow[]>(await desk.clerk.get('/desk-news'));

/** Somebody who leaves at once, and asks back what is left. */
async function asked() {
  const sold = await desk.sold();
  done(
    await desk.clerk.post(`/enrolments/${sold.enrolmentId}/change`, {
      change: 'withdraw',
      version: 1,
      lastDay: sold.days[0],
      reason: 'moves away',
      settlement: 'refund',
    }),
  );
  const request = (await requests()).find(({ orderId }) => orderId === sold.orderId);
  if (!request) throw new Error('Nothing was asked back');
  return { ...sold, request };
}

it('what was asked back is paid out once from a drawer, never above what is asked and free, and the desk is told until it opens it', async () => {
  const { request, orderId } = await asked();
  expect(request).toMatchObject({ reason: 'moves away', payableLAK: request.askedLAK });
  expect(request.lines.length).toBeGreaterThan(0);
  const way = { way: 'cash', shiftId: desk.shift._id };
  const amountLAK = request.payableLAK - (request.payableLAK % 1000);
  expect(
    codeOf(
      await finance.post(`/refund-requests/${request._id}/pay`, {
        ...way,
        amountLAK: request.askedLAK + 1000,
      }),
    ),
  ).toBe('fieldsInvalid');
  expect(
    (await desk.clerk.post(`/refund-requests/${request._id}/pay`, { ...way, amountLAK }))
      .statusCode,
  ).toBe(403);
  const answers = await Promise.all(
    [1, 2].map(() => finance.post(`/refund-requests/${request._id}/pay`, { ...way, amountLAK })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const paid = answers.find(({ statusCode }) => statusCode === 200);
  expect(paid?.json<Refunded>()).toMatchObject({ paidOutLAK: amountLAK });
  expect((await requests()).some(({ _id }) => _id === request._id)).toBe(false);
  expect((await news()).find(({ _id }) => _id === request._id)).toMatchObject({
    kind: 'refundPaid',
    orderId,
    amountLAK,
  });
  done(await desk.clerk.post('/desk-news/opened', { ids: [request._id] }));
  expect((await news()).some(({ _id }) => _id === request._id)).toBe(false);
  expect(done<OrderPage>(await desk.clerk.get(`/orders/${orderId}`)).refundRequests).toMatchObject([
    { state: 'paid' },
  ]);
});

it('a transfer names an account of the branch and its reference; into credit only closes the request', async () => {
  const { request } = await asked();
  const [account] = await server.db
    .select()
    .from(bankAccountTable)
    .where(
      and(
        eq(bankAccountTable.branchId, desk.vte),
        eq(bankAccountTable.currency, 'LAK'),
        eq(bankAccountTable.active, true),
      ),
    );
  const way = { way: 'transfer', bankAccountId: account?._id, amountLAK: request.payableLAK };
  expect(codeOf(await finance.post(`/refund-requests/${request._id}/pay`, way))).toBe(
    'fieldsInvalid',
  );
  done(await finance.post(`/refund-requests/${request._id}/pay`, { ...way, reference: 'BACK1' }));
  const other = await asked();
  done(
    await finance.post(`/refund-requests/${other.request._id}/credit`, {
      note: 'stays for the next term',
    }),
  );
  expect(await desk.creditOf(other)).toBe(other.request.askedLAK);
  expect(codeOf(await finance.post(`/refund-requests/${other.request._id}/credit`, {}))).toBe(
    'requestDecided',
  );
  expect((await news()).find(({ _id }) => _id === other.request._id)).toMatchObject({
    kind: 'refundIntoCredit',
    text: 'stays for the next term',
  });
});
