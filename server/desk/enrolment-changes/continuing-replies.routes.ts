import * as z from 'zod/mini';
import {
  answered,
  answerInput,
  answerUndo,
  continuingLetter,
  heldFamilies,
  heldFamiliesQuery,
  letterMarks,
  lettersInput,
  lettersMarked,
  prolonged,
  prolongInput,
} from '#contract/classes/continuing-replies.ts';
import { enrolments } from '#contract/classes/enrolments.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { answerContinuing, undoAnswer } from './continuing-answers.service.ts';
import { markLetters, readLetters } from './continuing-letters.service.ts';
import { listHeldFamilies } from './held-families.ts';
import { previewProlong, prolongContinuing } from './prolong-continuing.service.ts';

const params = z.object({ id });
const path = '/academic-terms/:id/continuing' as const;
const reading = { idempotencyKey: false } as const;

/** What families say about the seats that are held for them, and the letters to them. */
export function continuingRepliesRoutes(api: Api, { db }: Services): void {
  const list = { params, querystring: heldFamiliesQuery, response: responses(200, heldFamilies) };
  api.get(path, { config: { action: enrolments.read }, schema: list }, (request) =>
    listHeldFamilies(db, currentUser(request), request.params.id, request.query.branchId),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/answers`,
    action: enrolments.write,
    params,
    body: answerInput,
    status: 201,
    answer: answered,
    work: (writer, request) => answerContinuing(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/answers/undo`,
    action: 'enrolments:leave',
    params,
    body: answerUndo,
    status: 200,
    answer: answered,
    work: (writer, request) => undoAnswer(writer, request.params.id, request.body),
  });

  const prolong = 'enrolments:prolong';
  api.post(
    `${path}/prolong/preview`,
    {
      config: { action: prolong, ...reading },
      schema: { params, body: prolongInput, response: responses(200, prolonged) },
    },
    (request) =>
      previewProlong({ db, user: currentUser(request) }, request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/prolong`,
    action: prolong,
    params,
    body: prolongInput,
    status: 200,
    answer: prolonged,
    work: (writer, request) => prolongContinuing(writer, request.params.id, request.body),
  });

  api.post(
    `${path}/letters/preview`,
    {
      config: { action: enrolments.read, ...reading },
      schema: { params, body: lettersInput, response: responses(200, z.array(continuingLetter)) },
    },
    (request) => readLetters(db, currentUser(request), request.params.id, request.body),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${path}/letters`,
    action: enrolments.write,
    params,
    body: letterMarks,
    status: 201,
    answer: lettersMarked,
    work: (writer, request) => markLetters(writer, request.params.id, request.body),
  });
}
