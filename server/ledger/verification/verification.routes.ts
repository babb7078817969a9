import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  refundIntoCredit,
  refundPay,
  refundRequest,
  refundRequests,
  requestClosed,
} from '#contract/orders/refund-requests.ts';
import { refunded } from '#contract/orders/refunds.ts';
import { verification } from '#contract/orders/due-payments.ts';
import {
  deskNews,
  deskNewsRow,
  newsOpened,
  noteAnswer,
  paymentNote,
  slip,
  slipConfirm,
  slipConfirmed,
  slipQuestion,
  slipReject,
  slipRejected,
  verificationCounts,
  verificationQuery,
} from '#contract/money/verify.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { writeAfterHolds } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { answerNote, askDesk } from './ask-desk.service.ts';
import { confirmSlip, rejectSlip } from './decide-slip.service.ts';
import { openNews, readDeskNews } from './desk-news.service.ts';
import { creditRequest, payRequest, readRefundRequests } from './refund-requests.service.ts';
import { countVerification, readSlips } from './read-slips.ts';

const params = z.object({ id });
const [reading, writing] = [{ action: verification.read }, { action: verification.write }];
const one = `${verification.path}/slips/:id` as const;

/** Refund requests of families: paid out, or left as credit. */
export function refundRequestRoutes(api: Api, { db }: Services): void {
  const asked = {
    querystring: verificationQuery,
    response: responses(200, z.array(refundRequest)),
  };
  api.get(`${verification.path}/refunds`, { config: reading, schema: asked }, (request) =>
    readRefundRequests(db, currentUser(request), request.query.branchId),
  );
  const config = { action: refundRequests.write } as const;
  api.post(
    `${refundRequests.path}/:id/pay`,
    { config, schema: { params, body: refundPay, response: responses(200, refunded) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => payRequest(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    `${refundRequests.path}/:id/credit`,
    { config, schema: { params, body: refundIntoCredit, response: responses(200, requestClosed) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => creditRequest(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}

/** Notes to the desk about its slips and requests, until somebody opens them there. */
export function deskNewsRoutes(api: Api, { db }: Services): void {
  const news = { querystring: verificationQuery, response: responses(200, z.array(deskNewsRow)) };
  api.get(deskNews.path, { config: { action: deskNews.read }, schema: news }, (request) =>
    readDeskNews(db, currentUser(request), request.query.branchId),
  );
  api.post(
    `${deskNews.path}/opened`,
    {
      config: { action: deskNews.write },
      schema: { body: newsOpened, response: responses(200, z.object({ opened: z.int() })) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => openNews(writerOf(request, tx), request.body.ids),
      }),
  );
}

/** The checks of a second person before money counts as received. */
export function verificationRoutes(api: Api, { db }: Services): void {
  const querystring = verificationQuery;
  const counts = { querystring, response: responses(200, verificationCounts) };
  api.get(`${verification.path}/counts`, { config: reading, schema: counts }, (request) =>
    countVerification(db, currentUser(request), request.query.branchId),
  );
  const slips = { querystring, response: responses(200, z.array(slip)) };
  api.get(`${verification.path}/slips`, { config: reading, schema: slips }, (request) =>
    readSlips(db, currentUser(request), request.query.branchId),
  );

  api.post(
    `${one}/confirm`,
    {
      config: writing,
      schema: { params, body: slipConfirm, response: responses(200, slipConfirmed) },
    },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => confirmSlip(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    `${one}/reject`,
    {
      config: writing,
      schema: { params, body: slipReject, response: responses(200, slipRejected) },
    },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => rejectSlip(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    `${one}/ask`,
    {
      config: writing,
      schema: { params, body: slipQuestion, response: responses(200, paymentNote) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => askDesk(writerOf(request, tx), request.params.id, request.body),
      }),
  );
  api.post(
    '/payment-notes/:id/answer',
    {
      config: { action: 'orders:write' },
      schema: { params, body: noteAnswer, response: responses(200, paymentNote) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => answerNote(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}
