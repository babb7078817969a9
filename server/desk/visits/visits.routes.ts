import type { FastifyRequest } from 'fastify';
import { id } from '#contract/fields.ts';
import { visitAnswer, visitCheck, visits } from '#contract/desk/visit-answers.ts';
import { visitInput } from '#contract/desk/visits.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentSession, currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { checkVisit } from './check-visit.service.ts';
import { confirmVisit } from './confirm-visit.service.ts';

const writing = { action: visits.write } as const;

/** The key of the visit, which its order stores: one key, one order. */
function keyOf({ headers }: FastifyRequest): string {
  const key = id.safeParse(headers['idempotency-key']);
  if (!key.success) throw new ApiError('idempotencyKeyMissing');
  return key.data;
}

/** The visits of the desk: everything that one payer does at once. */
export function visitRoutes(api: Api, { db }: Services): void {
  // Nothing is written, so it takes no key.
  const check = { body: visitInput, response: responses(200, visitCheck) };
  api.post(
    `${visits.path}/check`,
    { config: { ...writing, idempotencyKey: false }, schema: check },
    (request) => checkVisit(db, currentUser(request), request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: visits.path,
    action: visits.write,
    body: visitInput,
    status: 201,
    answer: visitAnswer,
    work: (writer, request) =>
      confirmVisit(writer, request.body, {
        clientRef: keyOf(request),
        deviceId: currentSession(request).deviceId,
      }),
  });
}
