import * as z from 'zod/mini';
import {
  assessment,
  assessmentInput,
  resultsInput,
  scoresInput,
  scoreSheet,
  unlockScoresInput,
} from '#contract/classes/assessments.ts';
import { id, version } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { findTaughtClass } from '#server/academic/attendance/taught-class.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
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

/** The assessments of a class. */
export function assessmentRoutes(api: Api, { db }: Services): void {
  const list = { params, response: responses(200, z.array(assessment)) };
  api.get('/classes/:id/assessments', { config: reading, schema: list }, async (request) => {
    const { _id } = await findTaughtClass(db, currentUser(request), request.params.id);
    return assessmentsOf(db, _id);
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/classes/:id/assessments',
    action: 'assessments:write',
    params,
    body: assessmentInput,
    status: 201,
    answer: assessment,
    work: ({ tx, user }, request) => addAssessment(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: '/assessments/:id',
    action: 'assessments:write',
    params,
    body: z.extend(assessmentInput, { version }),
    status: 200,
    answer: assessment,
    work: ({ tx, user }, request) => replaceAssessment(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/assessments/:id/unlock',
    action: 'assessments:unlock',
    params,
    body: unlockScoresInput,
    status: 200,
    answer: assessment,
    work: ({ tx, user }, request) => unlockAssessment(tx, user, request.params.id, request.body),
  });
}

/** The scores of a class and its results. */
export function scoreRoutes(api: Api, { db }: Services): void {
  const sheet = { params, response: responses(200, scoreSheet) };
  api.get('/classes/:id/scores', { config: reading, schema: sheet }, (request) =>
    readScores(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'PUT',
    path: '/classes/:id/scores',
    action: 'assessments:write',
    params,
    body: scoresInput,
    status: 200,
    answer: scoreSheet,
    work: ({ tx, user }, request) => saveScores(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: '/classes/:id/results',
    action: 'assessments:write',
    params,
    body: resultsInput,
    status: 200,
    answer: scoreSheet,
    work: ({ tx, user }, request) => {
      const read = () => readScores(tx, user, request.params.id);
      return saveResults(tx, user, request.params.id, { ...request.body, read });
    },
  });
}
