import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { teacherRate, teacherRatePost } from '#contract/people/teacher-rates.ts';
import { teachers } from '#contract/people/teachers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
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
  api.post(
    path,
    {
      config: { action: 'teacher-rates:write' },
      schema: { params, body: teacherRatePost, response: responses(201, teacherRate) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => addTeacherRate(tx, currentUser(request), request.params.id, request.body),
      }),
  );
}
