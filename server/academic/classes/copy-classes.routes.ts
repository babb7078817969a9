import * as z from 'zod/mini';
import {
  copied,
  copyInput,
  copyPreview,
  copyPreviewInput,
  copyUndo,
  copyUndone,
  opened,
  openCopiesInput,
  openPreview,
} from '#contract/classes/class-copies.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { openCopies, previewOpening } from './open-copies.service.ts';
import { copyClasses, previewCopies, undoCopy } from './copy-classes.service.ts';

const params = z.object({ id });
const path = '/academic-terms/:id/copies' as const;

/** Copies the classes of a term into another one. */
export function copyClassRoutes(api: Api, { db }: Services): void {
  const action = 'classes:write';
  api.post(
    `${path}/preview`,
    {
      config: { action, idempotencyKey: false },
      schema: { params, body: copyPreviewInput, response: responses(200, copyPreview) },
    },
    (request) => previewCopies(db, currentUser(request), request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path,
    action,
    params,
    body: copyInput,
    status: 201,
    answer: copied,
    work: ({ tx, user }, request) => copyClasses(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/undo`,
    action,
    params,
    body: copyUndo,
    status: 200,
    answer: copyUndone,
    work: ({ tx, user }, request) => undoCopy(tx, user, request.params.id, request.body.copyId),
  });
  api.post(
    `${path}/open/preview`,
    {
      config: { action, idempotencyKey: false },
      schema: { params, body: openCopiesInput, response: responses(200, openPreview) },
    },
    (request) =>
      previewOpening({ db, user: currentUser(request) }, request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/open`,
    action,
    params,
    body: openCopiesInput,
    status: 200,
    answer: opened,
    work: (writer, request) => openCopies(writer, request.params.id, request.body),
  });
}
