import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { creditPayout, lineRefund, paymentRefund, refunded } from '#contract/orders/refunds.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { writeAfterHolds } from '#server/lib/write.ts';
import { payOutCredit } from './refund-credit.service.ts';
import { refundLines } from './refund-lines.service.ts';
import { refundPayment } from './refund-payment.service.ts';

const params = z.object({ id });
const refunding = { action: 'payments:refund' } as const;
const response = responses(200, refunded);

/** Refunds: of lines, of one payment, or of free money. */
export function paymentRoutes(api: Api, { db }: Services): void {
  api.post(
    '/orders/:id/refunds',
    { config: refunding, schema: { params, body: lineRefund, response } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => refundLines(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/payments/:id/refund',
    { config: refunding, schema: { params, body: paymentRefund, response } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => refundPayment(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/credit-payouts',
    { config: refunding, schema: { body: creditPayout, response } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => payOutCredit(writerOf(request, tx), request.body),
      }),
  );
}
