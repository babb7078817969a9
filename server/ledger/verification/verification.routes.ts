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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { answerNote, askDesk } from './ask-desk.service.ts';
import { confirmSlip, rejectSlip } from './decide-slip.service.ts';
import { openNews, readDeskNews } from './desk-news.service.ts';
import { creditRequest, payRequest, readRefundRequests } from './refund-requests.service.ts';
import { countVerification, readSlips } from './read-slips.ts';

const params = z.object({ id });
const reading = { action: verification.read } as const;
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
  writeRoute(api, db, {
    method: 'POST',
    path: `${refundRequests.path}/:id/pay`,
    action: refundRequests.write,
    params,
    body: refundPay,
    status: 200,
    answer: refunded,
    work: (writer, request) => payRequest(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${refundRequests.path}/:id/credit`,
    action: refundRequests.write,
    params,
    body: refundIntoCredit,
    status: 200,
    answer: requestClosed,
    work: (writer, request) => creditRequest(writer, request.params.id, request.body),
  });
}

/** Notes to the desk about its slips and requests, until somebody opens them there. */
export function deskNewsRoutes(api: Api, { db }: Services): void {
  const news = { querystring: verificationQuery, response: responses(200, z.array(deskNewsRow)) };
  api.get(deskNews.path, { config: { action: deskNews.read }, schema: news }, (request) =>
    readDeskNews(db, currentUser(request), request.query.branchId),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${deskNews.path}/opened`,
    action: deskNews.write,
    body: newsOpened,
    status: 200,
    answer: z.object({ opened: z.int() }),
    work: (writer, request) => openNews(writer, request.body.ids),
  });
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

  writeRoute(api, db, {
    method: 'POST',
    path: `${one}/confirm`,
    action: verification.write,
    params,
    body: slipConfirm,
    status: 200,
    answer: slipConfirmed,
    work: (writer, request) => confirmSlip(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${one}/reject`,
    action: verification.write,
    params,
    body: slipReject,
    status: 200,
    answer: slipRejected,
    work: (writer, request) => rejectSlip(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${one}/ask`,
    action: verification.write,
    params,
    body: slipQuestion,
    status: 200,
    answer: paymentNote,
    work: (writer, request) => askDesk(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/payment-notes/:id/answer',
    action: 'orders:write',
    params,
    body: noteAnswer,
    status: 200,
    answer: paymentNote,
    work: (writer, request) => answerNote(writer, request.params.id, request.body),
  });
}
