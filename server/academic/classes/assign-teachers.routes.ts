import * as z from 'zod/mini';
import {
  assignCheckInput,
  assigned,
  assignInput,
  checkedAssignment,
} from '#contract/classes/allocation.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { assignTeachers, checkAssignments } from './assign-teachers.service.ts';

/** Assigns several classes to teachers at once. */
export function assignTeacherRoutes(api: Api, { db }: Services): void {
  const config = { action: 'classes:write' } as const;
  const check = { body: assignCheckInput, response: responses(200, z.array(checkedAssignment)) };
  api.post(
    '/classes/teachers/check',
    { config: { ...config, idempotencyKey: false }, schema: check },
    (request) => checkAssignments({ db, user: currentUser(request) }, request.body.assignments),
  );
  api.post(
    '/classes/teachers',
    { config, schema: { body: assignInput, response: responses(200, assigned) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => assignTeachers(tx, currentUser(request), request.body),
      }),
  );
}
