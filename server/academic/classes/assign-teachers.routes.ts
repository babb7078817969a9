import * as z from 'zod/mini';
import {
  assignCheckInput,
  assigned,
  assignInput,
  checkedAssignment,
} from '#contract/classes/allocation.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
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
  writeRoute(api, db, {
    method: 'POST',
    path: '/classes/teachers',
    action: 'classes:write',
    body: assignInput,
    status: 200,
    answer: assigned,
    work: ({ tx, user }, request) => assignTeachers(tx, user, request.body),
  });
}
