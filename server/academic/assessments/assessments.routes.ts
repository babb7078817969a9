import * as z from 'zod/mini';
import {
  assessment,
  assessmentInput,
  resultsInput,
  scoresInput,
  scoreSheet,
  unlockInput,
} from '#contract/classes/assessments.ts';
import { id, version } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeOnce } from '#server/lib/write.ts';
import { findTaughtClass } from '#server/academic/attendance/taught-class.ts';
import { currentUser } from '#server/lib/current-user.ts';
import {
  addAssessment,
  assessmentsOf,
  replaceAssessment,
  unlockAssessment,
} from './assessments.service.ts';
import { saveResults } from './results.service.ts';
import { readScores, saveScores } from './scores.service.ts';

const params = z.object({ id });
const reading = { action: 'assessments:read' } as const;
const writing = { action: 'assessments:write' } as const;

/** The assessments of a class. */
export function assessmentRoutes(api: Api, { db }: Services): void {
  const list = { params, response: responses(200, z.array(assessment)) };
  api.get('/classes/:id/assessments', { config: reading, schema: list }, async (request) => {
    const { _id } = await findTaughtClass(db, currentUser(request), request.params.id);
    return assessmentsOf(db, _id);
  });

  const adding = { params, body: assessmentInput, response: responses(201, assessment) };
  api.post('/classes/:id/assessments', { config: writing, schema: adding }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 201,
      work: (tx) => addAssessment(tx, currentUser(request), request.params.id, request.body),
    }),
  );

  const changing = {
    params,
    body: z.extend(assessmentInput, { version }),
    response: responses(200, assessment),
  };
  api.put('/assessments/:id', { config: writing, schema: changing }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => replaceAssessment(tx, currentUser(request), request.params.id, request.body),
    }),
  );

  const unlocking = { params, body: unlockInput, response: responses(200, assessment) };
  api.post(
    '/assessments/:id/unlock',
    { config: { action: 'assessments:unlock' }, schema: unlocking },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => unlockAssessment(tx, currentUser(request), request.params.id, request.body),
      }),
  );
}

/** The scores of a class and its results. */
export function scoreRoutes(api: Api, { db }: Services): void {
  const sheet = { params, response: responses(200, scoreSheet) };
  api.get('/classes/:id/scores', { config: reading, schema: sheet }, (request) =>
    readScores(db, currentUser(request), request.params.id),
  );

  const scoring = { params, body: scoresInput, response: responses(200, scoreSheet) };
  api.put('/classes/:id/scores', { config: writing, schema: scoring }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => saveScores(tx, currentUser(request), request.params.id, request.body),
    }),
  );

  const deciding = { params, body: resultsInput, response: responses(200, scoreSheet) };
  api.put('/classes/:id/results', { config: writing, schema: deciding }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => {
        const read = () => readScores(tx, currentUser(request), request.params.id);
        return saveResults(tx, currentUser(request), request.params.id, { ...request.body, read });
      },
    }),
  );
}
