import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { teacherRate, teacherRatePost } from '#contract/people/teacher-rates.ts';
import { teachers } from '#contract/people/teachers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { addTeacherRate, readRates } from './teacher-rates.service.ts';

/** GET and POST `/teachers/{id}/rates`: docs/money.md, "Rates of teachers". */
export function teacherRateRoutes(api: Api, { db }: Services): void {
  const path = `${teachers.path}/:id/rates`;
  const params = z.object({ id });
  api.get(
    path,
    {
      config: { action: 'teacher-rates:read' },
      schema: { params, response: responses(200, z.array(teacherRate)) },
    },
    (request) => readRates(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: path,
    action: 'teacher-rates:write',
    params,
    body: teacherRatePost,
    status: 201,
    answer: teacherRate,
    work: ({ tx, user }, request) => addTeacherRate(tx, user, request.params.id, request.body),
  });
}
