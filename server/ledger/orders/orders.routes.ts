import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  handOver as handOverInput,
  orderAdjustment,
  orderChanged,
  orderConfirm,
  orderExchange,
  orderPlan,
  orderProlong,
  orderVoid,
  receiptVoid,
  receiptVoided,
} from '#contract/orders/order-changes.ts';
import { orderPaid, orderPaymentInput } from '#contract/orders/order-payments.ts';
import { paymentMend, paymentMended } from '#contract/orders/payment-mends.ts';
import { visits, visitUndone } from '#contract/desk/visit-answers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writerOf } from '#server/lib/writer.ts';
import { adjustOrder, planOrder } from './adjust-order.service.ts';
import { endOrder } from './end-order.service.ts';
import { exchangeGoods } from './exchange.service.ts';
import { handOver } from './goods.ts';
import { confirmHeldOrder, prolongOrder } from './hold-order.service.ts';
import { writeAfterHolds } from '#server/lib/write.ts';
import { mendPayment } from './mend-payment.service.ts';
import { payOrder } from './pay-order.service.ts';
import { undoVisit } from './undo-visit.service.ts';
import { voidReceipt } from './void-receipt.service.ts';

const params = z.object({ id });
const changed = responses(200, orderChanged);

/** The key of a payment, if it has the form by which it can be undone. */
function undoKeyOf({ headers }: FastifyRequest): string | null {
  const key = id.safeParse(headers['idempotency-key']);
  return key.success ? key.data : null;
}

/** Undo of a visit or a later payment, and void of an order. */
function endRoutes(api: Api, { db }: Services): void {
  const undo = { params, response: responses(200, visitUndone) };
  api.post(
    `${visits.path}/:id/undo`,
    { config: { action: visits.write }, schema: undo },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => undoVisit(writerOf(request, tx), request.params.id),
      }),
  );

  const ending = { params, body: orderVoid, response: responses(200, visitUndone) };
  api.post(
    '/orders/:id/void',
    { config: { action: visits.write }, schema: ending },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => endOrder(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}

/** Later payments, and corrections of wrong ones. */
function paymentRoutes(api: Api, { db }: Services): void {
  const unreceiving = { params, body: receiptVoid, response: responses(200, receiptVoided) };
  api.post(
    '/receipts/:id/void',
    { config: { action: visits.write }, schema: unreceiving },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => voidReceipt(writerOf(request, tx), request.params.id, request.body),
      }),
  );

  const mending = { params, body: paymentMend, response: responses(200, paymentMended) };
  api.post(
    '/payments/:id/mend',
    { config: { action: visits.write }, schema: mending },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => mendPayment(writerOf(request, tx), request.params.id, request.body),
      }),
  );

  const paying = { params, body: orderPaymentInput, response: responses(200, orderPaid) };
  api.post(
    '/orders/:id/payments',
    { config: { action: visits.write }, schema: paying },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) =>
          payOrder(writerOf(request, tx), request.params.id, request.body, undoKeyOf(request)),
      }),
  );
}

/** Changes of a held order. */
function holdRoutes(api: Api, { db }: Services): void {
  api.post(
    '/orders/:id/prolong',
    { config: { action: visits.write }, schema: { params, body: orderProlong, response: changed } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => prolongOrder(writerOf(request, tx), request.params.id, request.body.reason),
      }),
  );
  api.post(
    '/orders/:id/confirm',
    { config: { action: visits.write }, schema: { params, body: orderConfirm, response: changed } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) =>
          confirmHeldOrder(writerOf(request, tx), request.params.id, request.body.reason),
      }),
  );
}

/** Changes of the goods and the bill of an order. */
function billRoutes(api: Api, { db }: Services): void {
  api.post(
    '/orders/:id/hand-over',
    {
      config: { action: visits.write },
      schema: { params, body: handOverInput, response: changed },
    },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => handOver(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/orders/:id/adjustments',
    {
      config: { action: 'orders:adjust' },
      schema: { params, body: orderAdjustment, response: changed },
    },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => adjustOrder(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/orders/:id/exchange',
    {
      config: { action: visits.write },
      schema: { params, body: orderExchange, response: changed },
    },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => exchangeGoods(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/orders/:id/plan',
    { config: { action: visits.write }, schema: { params, body: orderPlan, response: changed } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => planOrder(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}

/** Writes to an order after the visit that made it. */
export function orderRoutes(api: Api, services: Services): void {
  endRoutes(api, services);
  paymentRoutes(api, services);
  holdRoutes(api, services);
  billRoutes(api, services);
}
