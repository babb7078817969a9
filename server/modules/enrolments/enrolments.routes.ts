import * as z from 'zod/mini';
import { unplacedQuery, unplacedStudent } from '#contract/allocation.ts';
import { changeInput, checkedRow, checkInput, enrolInput, enrolled, enrolUndo, restoreInput } from '#contract/enrolling.ts';
import { enrolmentPage, studentPlaces } from '#contract/enrolment-page.ts';
import { enrolmentRow, enrolments, enrolmentsQuery } from '#contract/enrolments.ts';
import { feeChange, feeChangeInput, feeChangeQuery } from '#contract/fee-change.ts';
import { id } from '#contract/fields.ts';
import { leaving, leavingQuery } from '#contract/leaving.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/plugins/session.ts';
import { writeAfterHolds } from '#server/modules/orders/lapse-order.service.ts';
import { enrol } from './enrol.service.ts';
import { changeEnrolment, undoEnrolments } from './enrolment-changes.service.ts';
import { checkRows } from './enrolment-checks.ts';
import { readEnrolmentPage } from '#server/modules/enrolments/page/enrolment-page.service.ts';
import { readStudentPlaces } from '#server/modules/enrolments/page/student-places.service.ts';
import { listEnrolments } from './enrolments.service.ts';
import { changeFee, readFeeChange } from './fee-change.service.ts';
import { restoreEnrolment } from './restore-enrolment.service.ts';
import { unplacedStudents } from './unplaced.service.ts';
import { readLeaving } from './withdraw.service.ts';

const writing = { action: enrolments.write } as const;

/** Who is in which class, and how they come in and leave. */
export function enrolmentRoutes(api: Api, { db }: Services): void {
  const list = { querystring: enrolmentsQuery, response: responses(200, z.array(enrolmentRow)) };
  api.get(enrolments.path, { config: { action: enrolments.read }, schema: list }, (request) => listEnrolments(db, currentUser(request), request.query));

  const unplaced = { querystring: unplacedQuery, response: responses(200, z.array(unplacedStudent)) };
  api.get(`${enrolments.path}/unplaced`, { config: { action: enrolments.read }, schema: unplaced }, async (request, reply) => {
    const { rows, total } = await unplacedStudents(db, currentUser(request), request.query);
    reply.header('x-total-count', total);
    return rows;
  });

  const check = { body: checkInput, response: responses(200, z.array(checkedRow)) };
  // Nothing is written, so it takes no key; the question is too long for an address.
  api.post(`${enrolments.path}/check`, { config: { ...writing, idempotencyKey: false }, schema: check }, (request) => {
    const { rows, together } = request.body;
    return checkRows({ db, user: currentUser(request) }, rows, { together });
  });

  api.post(enrolments.path, { config: writing, schema: { body: enrolInput, response: responses(200, enrolled) } }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => enrol(writerOf(request, tx), request.body) }),
  );

  const undo = { body: enrolUndo, response: responses(200, z.object({ rows: z.array(enrolmentRow) })) };
  api.post(`${enrolments.path}/undo`, { config: writing, schema: undo }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => undoEnrolments(writerOf(request, tx), request.body) }),
  );

  const change = { params: z.object({ id }), body: changeInput, response: responses(200, enrolmentRow) };
  api.post(`${enrolments.path}/:id/change`, { config: writing, schema: change }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => changeEnrolment(writerOf(request, tx), request.params.id, request.body) }),
  );

  const asked = { params: z.object({ id }), querystring: leavingQuery, response: responses(200, leaving) };
  api.get(`${enrolments.path}/:id/leaving`, { config: { action: 'enrolments:leave' }, schema: asked }, (request) =>
    readLeaving(db, currentUser(request), request.params.id, request.query.lastDay),
  );

  const atFee = { params: z.object({ id }), querystring: feeChangeQuery, response: responses(200, feeChange) };
  api.get(`${enrolments.path}/:id/fee-change`, { config: { action: 'orders:adjust' }, schema: atFee }, (request) => readFeeChange(db, currentUser(request), request.params.id, request.query.feeId));
  const changingFee = { params: z.object({ id }), body: feeChangeInput, response: responses(200, enrolmentRow) };
  api.post(`${enrolments.path}/:id/fee-change`, { config: { action: 'orders:adjust' }, schema: changingFee }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => changeFee(writerOf(request, tx), request.params.id, request.body) }),
  );

  const page = { params: z.object({ id }), response: responses(200, enrolmentPage) };
  api.get(`${enrolments.path}/:id/page`, { config: { action: enrolments.read }, schema: page }, (request) => readEnrolmentPage(db, currentUser(request), request.params.id));

  const places = { params: z.object({ id }), response: responses(200, studentPlaces) };
  api.get('/students/:id/places', { config: { action: enrolments.read }, schema: places }, (request) => readStudentPlaces(db, currentUser(request), request.params.id));

  const restore = { params: z.object({ id }), body: restoreInput, response: responses(200, enrolmentRow) };
  api.post(`${enrolments.path}/:id/restore`, { config: { action: 'enrolments:leave' }, schema: restore }, (request, reply) =>
    writeAfterHolds(db, request, reply, { status: 200, work: (tx) => restoreEnrolment(writerOf(request, tx), request.params.id, request.body.version) }),
  );
}
