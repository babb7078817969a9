import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { payments } from '#contract/orders/payments-list.ts';
import { paymentPage } from '#contract/orders/payment-page.ts';
import {
  paymentChoices,
  paymentFilters,
  paymentRow,
  paymentsQuery,
  paymentSums,
} from '#contract/orders/payment-rows.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readPaymentPage } from './payment-page.service.ts';
import { countUnits, readPage } from './payment-rows.ts';
import { readChoices, sumPayments } from './payment-sums.ts';

const reading = { action: payments.read } as const;

/** Reads of payments for finance. */
export function paymentReadRoutes(api: Api, { db }: Services): void {
  api.get(
    payments.path,
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
    `${payments.path}/sums`,
    {
      config: reading,
      schema: { querystring: paymentFilters, response: responses(200, paymentSums) },
    },
    (request) => sumPayments(db, currentUser(request), request.query),
  );
  const one = { params: z.object({ id }), response: responses(200, paymentPage) };
  api.get(`${payments.path}/:id`, { config: reading, schema: one }, (request) =>
    readPaymentPage(db, currentUser(request), request.params.id),
  );
  const choices = {
    querystring: z.object({ branchId: z.optional(id) }),
    response: responses(200, paymentChoices),
  };
  api.get(`${payments.path}/choices`, { config: reading, schema: choices }, (request) =>
    readChoices(db, currentUser(request), request.query.branchId),
  );
}
