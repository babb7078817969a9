import * as z from 'zod/mini';
import { enrolmentPage, studentPlaces } from '#contract/classes/enrolment-page.ts';
import { enrolments } from '#contract/classes/enrolments.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readEnrolmentPage } from './enrolment-page.service.ts';
import { readStudentPlaces } from './student-places.service.ts';
import { studentSummary } from '#contract/people/student-summary.ts';
import { readStudentSummary } from './student-summary.service.ts';

const params = z.object({ id });
const reading = { action: 'students:read' } as const;

/** The pages of a student and of an enrolment: classes, marks and money together. */
export function studentPageRoutes(api: Api, { db }: Services): void {
  const page = { params: z.object({ id }), response: responses(200, enrolmentPage) };
  api.get(
    `${enrolments.path}/:id/page`,
    { config: { action: enrolments.read }, schema: page },
    (request) => readEnrolmentPage(db, currentUser(request), request.params.id),
  );

  const places = { params: z.object({ id }), response: responses(200, studentPlaces) };
  api.get(
    '/students/:id/places',
    { config: { action: enrolments.read }, schema: places },
    (request) => readStudentPlaces(db, currentUser(request), request.params.id),
  );

  const summary = { params, response: responses(200, studentSummary) };
  api.get('/students/:id/summary', { config: reading, schema: summary }, (request) =>
    readStudentSummary(db, currentUser(request), request.params.id),
  );
}
