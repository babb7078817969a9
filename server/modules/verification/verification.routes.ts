import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { noteAnswer, paymentNote, slip, slipConfirmed, slipQuestion, slipReject, slipRejected, verification, verificationCounts, verificationQuery } from '#contract/verify.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { writeAfterHolds } from '#server/modules/orders/lapse-order.service.ts';
import { currentUser } from '#server/plugins/session.ts';
import { answerNote, askDesk } from './ask-desk.service.ts';
import { confirmSlip, rejectSlip } from './decide-slip.service.ts';
import { countVerification, readSlips } from './read-slips.ts';

const params = z.object({ id });
const [reading, writing] = [{ action: verification.read }, { action: verification.write }];
const one = `${verification.path}/slips/:id` as const;

/** What a second person looks at before money counts as received. */
export function verificationRoutes(api: Api, { db }: Services): void {
  const querystring = verificationQuery;
  const counts = { querystring, response: responses(200, verificationCounts) };
  api.get(`${verification.path}/counts`, { config: reading, schema: counts }, (request) => countVerification(db, currentUser(request), request.query.branchId));
  const slips = { querystring, response: responses(200, z.array(slip)) };
  api.get(`${verification.path}/slips`, { config: reading, schema: slips }, (request) => readSlips(db, currentUser(request), request.query.branchId));

  api.post(`${one}/confirm`, { config: writing, schema: { params, response: responses(200, slipConfirmed) } }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => confirmSlip(writerOf(request, tx), request.params.id) }),
  );
  api.post(`${one}/reject`, { config: writing, schema: { params, body: slipReject, response: responses(200, slipRejected) } }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => rejectSlip(writerOf(request, tx), request.params.id, request.body) }),
  );
  api.post(`${one}/ask`, { config: writing, schema: { params, body: slipQuestion, response: responses(200, paymentNote) } }, (request, reply) =>
    writeOnce(db, request, reply, { status: 200, work: (tx) => askDesk(writerOf(request, tx), request.params.id, request.body) }),
  );
  api.post('/payment-notes/:id/answer', { config: { action: 'orders:write' }, schema: { params, body: noteAnswer, response: responses(200, paymentNote) } }, (request, reply) =>
    writeOnce(db, request, reply, { status: 200, work: (tx) => answerNote(writerOf(request, tx), request.params.id, request.body) }),
  );
}
