import * as z from 'zod/mini';
import { alerts, closeAlertInput, closedAlert } from '#contract/centre/alerts.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { closeAlert } from './alerts.service.ts';

/** Superadmins read alerts in their queue, and close them here. */
export function alertRoutes(api: Api, { db }: Services): void {
  const schema = {
    params: z.object({ id }),
    body: closeAlertInput,
    response: responses(200, closedAlert),
  };
  api.post(
    `${alerts.path}/:id/close`,
    { config: { action: alerts.write }, schema },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => closeAlert(tx, currentUser(request), request.params.id, request.body),
      }),
  );
}
