import {
  safe,
  safeCountInput,
  safeMovementInput,
  safeQuery,
  safeRecord,
} from '#contract/money/safe.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { countSafe, moveFromSafe, readSafe } from './safe.service.ts';

/** The safe of a branch. Money comes into it from drawers, by the routes of their shifts. */
export function safeRoutes(api: Api, { db }: Services): void {
  const read = { querystring: safeQuery, response: responses(200, safeRecord) };
  api.get(safe.path, { config: { action: safe.read }, schema: read }, (request) =>
    readSafe(db, currentUser(request), request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${safe.path}/movements`,
    action: safe.write,
    body: safeMovementInput,
    status: 200,
    answer: safeRecord,
    work: (writer, request) => moveFromSafe(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${safe.path}/counts`,
    action: safe.write,
    body: safeCountInput,
    status: 200,
    answer: safeRecord,
    work: (writer, request) => countSafe(writer, request.body),
  });
}
