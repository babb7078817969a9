import * as z from 'zod/mini';
import { enrolmentRow, enrolments, enrolmentsQuery } from '#contract/enrolments.ts';
import { answers } from '#server/lib/answers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/plugins/session.ts';
import { listEnrolments } from './enrolments.service.ts';

/** Who is in which class. */
export function enrolmentRoutes(api: Api, { db }: Services): void {
  const list = { querystring: enrolmentsQuery, response: answers(200, z.array(enrolmentRow)) };
  api.get(enrolments.path, { config: { action: enrolments.read }, schema: list }, (request) => listEnrolments(db, currentUser(request), request.query));
}
