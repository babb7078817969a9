import * as z from 'zod/mini';
import { cancelPreview, classCancel, classStatusChange } from '#contract/classes/class-changes.ts';
import { classes, classRow } from '#contract/classes/classes.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { previewCancel } from './cancel-preview.service.ts';
import { cancelClass } from './class-cancel.service.ts';
import { changeClassStatus } from './class-status.service.ts';

const params = z.object({ id });

/** Changes of a class that also change its enrolments and their money. */
export function classChangeRoutes(api: Api, { db }: Services): void {
  const preview = { params, response: responses(200, cancelPreview) };
  api.get(
    `${classes.path}/:id/cancel-preview`,
    { config: { action: classes.read }, schema: preview },
    (request) => previewCancel(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${classes.path}/:id/status`,
    action: classes.write,
    params,
    body: classStatusChange,
    status: 200,
    answer: classRow,
    work: ({ tx, user }, request) => changeClassStatus(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${classes.path}/:id/cancel`,
    action: classes.write,
    params,
    body: classCancel,
    status: 200,
    answer: classRow,
    work: (writer, request) => cancelClass(writer, request.params.id, request.body),
  });
}
