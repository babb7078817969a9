import {
  safe,
  safeCountInput,
  safeMovementInput,
  safeQuery,
  safeRecord,
} from '#contract/money/safe.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { countSafe, moveFromSafe, readSafe } from './safe.service.ts';

/** The safe of a branch. Money comes into it from drawers, by the routes of their shifts. */
export function safeRoutes(api: Api, { db }: Services): void {
  const read = { querystring: safeQuery, response: responses(200, safeRecord) };
  api.get(safe.path, { config: { action: safe.read }, schema: read }, (request) =>
    readSafe(db, currentUser(request), request.query),
  );

  const move = { body: safeMovementInput, response: responses(200, safeRecord) };
  api.post(
    `${safe.path}/movements`,
    { config: { action: safe.write }, schema: move },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => moveFromSafe(writerOf(request, tx), request.body),
      }),
  );

  const count = { body: safeCountInput, response: responses(200, safeRecord) };
  api.post(
    `${safe.path}/counts`,
    { config: { action: safe.write }, schema: count },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => countSafe(writerOf(request, tx), request.body),
      }),
  );
}
