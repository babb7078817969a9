import * as z from 'zod/mini';
import {
  continuingHeld,
  continuingInput,
  continuingPreview,
  continuingPreviewInput,
  continuingUndo,
  continuingUndoInput,
} from '#contract/classes/continuing.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { previewUndoContinuing, undoContinuing } from './undo-continuing.service.ts';
import { holdContinuing, previewContinuing } from './continuing.service.ts';

const params = z.object({ id });
const path = '/academic-terms/:id/continuing' as const;

/** Proposes places in the next term to the students of a term, and holds their seats. */
export function continuingRoutes(api: Api, { db }: Services): void {
  const action = 'classes:write';
  api.post(
    `${path}/preview`,
    {
      config: { action, idempotencyKey: false },
      schema: { params, body: continuingPreviewInput, response: responses(200, continuingPreview) },
    },
    (request) =>
      previewContinuing({ db, user: currentUser(request) }, request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path,
    action,
    params,
    body: continuingInput,
    status: 201,
    answer: continuingHeld,
    work: (writer, request) => holdContinuing(writer, request.params.id, request.body),
  });
  api.post(
    `${path}/undo/preview`,
    {
      config: { action, idempotencyKey: false },
      schema: { params, body: continuingUndoInput, response: responses(200, continuingUndo) },
    },
    (request) =>
      previewUndoContinuing({ db, user: currentUser(request) }, request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/undo`,
    action,
    params,
    body: continuingUndoInput,
    status: 200,
    answer: continuingUndo,
    work: (writer, request) => undoContinuing(writer, request.params.id, request.body),
  });
}
