import * as z from 'zod/mini';
import { cancelPreview, classCancel, classStatusChange } from '#contract/classes/class-changes.ts';
import { classes, classRow } from '#contract/classes/classes.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writerOf } from '#server/lib/writer.ts';
import { writeAfterHolds } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { previewCancel } from './cancel-preview.service.ts';
import { cancelClass } from './class-cancel.service.ts';
import { changeClassStatus } from './class-status.service.ts';

const params = z.object({ id });
const config = { action: classes.write };

/** Changes of a class that also change its enrolments and their money. */
export function classChangeRoutes(api: Api, { db }: Services): void {
  const preview = { params, response: responses(200, cancelPreview) };
  api.get(
    `${classes.path}/:id/cancel-preview`,
    { config: { action: classes.read }, schema: preview },
    (request) => previewCancel(db, currentUser(request), request.params.id),
  );

  const response = responses(200, classRow);
  api.post(
    `${classes.path}/:id/status`,
    { config, schema: { params, body: classStatusChange, response } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => changeClassStatus(tx, currentUser(request), request.params.id, request.body),
      }),
  );
  api.post(
    `${classes.path}/:id/cancel`,
    { config, schema: { params, body: classCancel, response } },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => cancelClass(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}
