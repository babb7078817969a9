import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { paymentsList } from '#contract/orders/payments-list.ts';
import { paymentPage } from '#contract/orders/payment-page.ts';
import {
  paymentChoices,
  paymentFilters,
  paymentRow,
  paymentsQuery,
  paymentListSums,
} from '#contract/orders/payment-rows.ts';
import { creditPayout, lineRefund, paymentRefund, refunded } from '#contract/orders/refunds.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { findsMorePeople } from '#server/people/students/found-people.ts';
import { writeRoute } from '#server/lib/write.ts';
import { readPaymentPage } from './payment-page.service.ts';
import { countUnits, readPage } from './payment-list.ts';
import { readChoices, sumPayments } from './payment-sums.ts';
import { payOutCredit } from './refund-credit.service.ts';
import { refundLines } from './refund-lines.service.ts';
import { refundPayment } from './refund-payment.service.ts';

const reading = { action: paymentsList.read } as const;
const params = z.object({ id });

/** Payments as finance reads them, and refunds. */
export function paymentRoutes(api: Api, services: Services): void {
  readingRoutes(api, services);
  refundRoutes(api, services);
}

function readingRoutes(api: Api, { db }: Services): void {
  api.get(
    paymentsList.path,
    {
      config: reading,
      schema: { querystring: paymentsQuery, response: responses(200, z.array(paymentRow)) },
    },
    async (request, reply) => {
      const { query } = request;
      const user = currentUser(request);
      if (query.count === 'false') return readPage(db, user, query);
      const [rows, total] = await Promise.all([
        query.count === 'only' ? [] : readPage(db, user, query),
        countUnits(db, user, query),
      ]);
      reply.header('x-total-count', total);
      return rows;
    },
  );
  api.get(
    `${paymentsList.path}/sums`,
    {
      config: reading,
      schema: { querystring: paymentFilters, response: responses(200, paymentListSums) },
    },
    async (request) => ({
      ...(await sumPayments(db, currentUser(request), request.query)),
      morePeople: await findsMorePeople(db, request.query.search),
    }),
  );
  const one = { params, response: responses(200, paymentPage) };
  api.get(`${paymentsList.path}/:id`, { config: reading, schema: one }, (request) =>
    readPaymentPage(db, currentUser(request), request.params.id),
  );
  const choices = {
    querystring: z.object({ branchId: z.optional(id) }),
    response: responses(200, paymentChoices),
  };
  api.get(`${paymentsList.path}/choices`, { config: reading, schema: choices }, (request) =>
    readChoices(db, currentUser(request), request.query.branchId),
  );
}

/** Refunds: of lines, of one payment, or of free money. */
function refundRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/refunds',
    action: 'payments:refund',
    params,
    body: lineRefund,
    status: 200,
    answer: refunded,
    work: (writer, request) => refundLines(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/payments/:id/refund',
    action: 'payments:refund',
    params,
    body: paymentRefund,
    status: 200,
    answer: refunded,
    work: (writer, request) => refundPayment(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/credit-payouts',
    action: 'payments:refund',
    body: creditPayout,
    status: 200,
    answer: refunded,
    work: (writer, request) => payOutCredit(writer, request.body),
  });
}
