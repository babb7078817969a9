import * as z from 'zod/mini';
import { idempotencyKey, settledWrite } from '#contract/centre/settled-writes.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { settleWrite } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';

/**
 * Tells a client whether a write whose answer was lost succeeded. Users can ask only about their
 * own, because keys belong to a user.
 */
export function settledWriteRoutes(api: Api, { db }: Services): void {
  const schema = {
    params: z.object({ id: idempotencyKey }),
    response: responses(200, settledWrite),
  };
  api.post(
    '/idempotency-keys/:id/settle',
    { config: { action: 'own-account:write', idempotencyKey: false }, schema },
    (request) => settleWrite(db, currentUser(request)._id, request.params.id),
  );
}
