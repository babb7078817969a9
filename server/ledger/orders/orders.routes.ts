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
import { visits, visitUndo, visitUndone } from '#contract/desk/visit-answers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeRoute } from '#server/lib/write.ts';
import { adjustOrder, planOrder } from './adjust-order.service.ts';
import { endOrder } from './end-order.service.ts';
import { exchangeGoods } from './exchange.service.ts';
import { handOver } from './goods.ts';
import { confirmHeldOrder, prolongOrder } from './hold-order.service.ts';
import { mendPayment } from './mend-payment.service.ts';
import { payOrder } from './pay-order.service.ts';
import { undoVisit } from './undo-visit.service.ts';
import { voidReceipt } from './void-receipt.service.ts';

const params = z.object({ id });

/** The key of a payment, if it has the form by which it can be undone. */
function undoKeyOf({ headers }: FastifyRequest): string | null {
  const key = id.safeParse(headers['idempotency-key']);
  return key.success ? key.data : null;
}

/** Undo of a visit or a later payment, and void of an order. */
function endRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: `${visits.path}/:id/undo`,
    action: visits.write,
    params,
    body: visitUndo,
    status: 200,
    answer: visitUndone,
    work: (writer, request) => undoVisit(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/void',
    action: visits.write,
    params,
    body: orderVoid,
    status: 200,
    answer: visitUndone,
    work: (writer, request) => endOrder(writer, request.params.id, request.body),
  });
}

/** Later payments, and corrections of wrong ones. */
function paymentRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/receipts/:id/void',
    action: visits.write,
    params,
    body: receiptVoid,
    status: 200,
    answer: receiptVoided,
    work: (writer, request) => voidReceipt(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/payments/:id/mend',
    action: visits.write,
    params,
    body: paymentMend,
    status: 200,
    answer: paymentMended,
    work: (writer, request) => mendPayment(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/payments',
    action: visits.write,
    params,
    body: orderPaymentInput,
    status: 200,
    answer: orderPaid,
    work: (writer, request) =>
      payOrder(writer, request.params.id, request.body, undoKeyOf(request)),
  });
}

/** Changes of a held order. */
function holdRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/prolong',
    action: visits.write,
    params,
    body: orderProlong,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => prolongOrder(writer, request.params.id, request.body.reason),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/confirm',
    action: visits.write,
    params,
    body: orderConfirm,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => confirmHeldOrder(writer, request.params.id, request.body.reason),
  });
}

/** Changes of the goods and the bill of an order. */
function billRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/hand-over',
    action: visits.write,
    params,
    body: handOverInput,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => handOver(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/adjustments',
    action: 'orders:adjust',
    params,
    body: orderAdjustment,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => adjustOrder(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/exchange',
    action: visits.write,
    params,
    body: orderExchange,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => exchangeGoods(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/orders/:id/plan',
    action: visits.write,
    params,
    body: orderPlan,
    status: 200,
    answer: orderChanged,
    work: (writer, request) => planOrder(writer, request.params.id, request.body),
  });
}

/** Writes to an order after the visit that made it. */
export function orderRoutes(api: Api, services: Services): void {
  endRoutes(api, services);
  paymentRoutes(api, services);
  holdRoutes(api, services);
  billRoutes(api, services);
}
