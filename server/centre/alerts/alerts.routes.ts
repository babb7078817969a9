import * as z from 'zod/mini';
import { alerts, closeAlertInput, closedAlert } from '#contract/centre/alerts.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeRoute } from '#server/lib/write.ts';
import { closeAlert } from './alerts.service.ts';

/** Superadmins read alerts in their queue, and close them here. */
export function alertRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: `${alerts.path}/:id/close`,
    action: alerts.write,
    params: z.object({ id }),
    body: closeAlertInput,
    status: 200,
    answer: closedAlert,
    work: ({ tx, user }, request) => closeAlert(tx, user, request.params.id, request.body),
  });
}
