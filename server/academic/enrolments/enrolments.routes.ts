import * as z from 'zod/mini';
import { unplacedQuery, unplacedStudent } from '#contract/classes/allocation.ts';
import {
  checkedRow,
  checkInput,
  enrolInput,
  enrolled,
  restoreInput,
} from '#contract/classes/enrolling.ts';
import { enrolmentRow, enrolments, enrolmentsQuery } from '#contract/classes/enrolments.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { enrol } from './enrol.service.ts';
import { checkEnrolments } from './enrolment-checks.ts';
import { listEnrolments } from './enrolments.service.ts';
import { restoreEnrolment } from './restore-enrolment.service.ts';
import { unplacedStudents } from './unplaced.service.ts';

const writing = { action: enrolments.write } as const;

/** The enrolments of the branch, and the actions that enrol and unenrol students. */
export function enrolmentRoutes(api: Api, { db }: Services): void {
  const list = { querystring: enrolmentsQuery, response: responses(200, z.array(enrolmentRow)) };
  api.get(enrolments.path, { config: { action: enrolments.read }, schema: list }, (request) =>
    listEnrolments(db, currentUser(request), request.query),
  );

  const unplaced = {
    querystring: unplacedQuery,
    response: responses(200, z.array(unplacedStudent)),
  };
  api.get(
    `${enrolments.path}/unplaced`,
    { config: { action: enrolments.read }, schema: unplaced },
    async (request, reply) => {
      const { rows, total } = await unplacedStudents(db, currentUser(request), request.query);
      reply.header('x-total-count', total);
      return rows;
    },
  );

  const check = { body: checkInput, response: responses(200, z.array(checkedRow)) };
  // A POST because the query is too long for an address; nothing is written, so it takes no
  // idempotency key.
  api.post(
    `${enrolments.path}/check`,
    { config: { ...writing, idempotencyKey: false }, schema: check },
    (request) => {
      const { rows, together } = request.body;
      return checkEnrolments({ db, user: currentUser(request) }, rows, { together });
    },
  );

  writeRoute(api, db, {
    method: 'POST',
    path: enrolments.path,
    action: enrolments.write,
    body: enrolInput,
    status: 200,
    answer: enrolled,
    work: (writer, request) => enrol(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${enrolments.path}/:id/restore`,
    action: 'enrolments:leave',
    params: z.object({ id }),
    body: restoreInput,
    status: 200,
    answer: enrolmentRow,
    work: (writer, request) => restoreEnrolment(writer, request.params.id, request.body.version),
  });
}
