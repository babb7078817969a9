import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { creditPayout, lineRefund, paymentRefund, refunded } from '#contract/orders/refunds.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeRoute } from '#server/lib/write-route.ts';
import { payOutCredit } from './refund-credit.service.ts';
import { refundLines } from './refund-lines.service.ts';
import { refundPayment } from './refund-payment.service.ts';

const params = z.object({ id });

/** Refunds: of lines, of one payment, or of free money. */
export function paymentRoutes(api: Api, { db }: Services): void {
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
