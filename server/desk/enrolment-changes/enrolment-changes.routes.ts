import * as z from 'zod/mini';
import { changeInput, enrolUndo } from '#contract/classes/enrolling.ts';
import { enrolmentRow, enrolments } from '#contract/classes/enrolments.ts';
import { feeChange, feeChangeInput, feeChangeQuery } from '#contract/classes/fee-change.ts';
import { id } from '#contract/fields.ts';
import { leaving, leavingQuery } from '#contract/classes/leaving.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { changeEnrolment } from './enrolment-changes.service.ts';
import { undoEnrolments } from './undo-enrolments.service.ts';
import { changeFee, readFeeChange } from './fee-change.service.ts';
import { previewLeaving } from './withdraw.service.ts';

/** Changes of an enrolment that also change its money. */
export function enrolmentChangeRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: `${enrolments.path}/undo`,
    action: enrolments.write,
    body: enrolUndo,
    status: 200,
    answer: z.object({ rows: z.array(enrolmentRow) }),
    work: (writer, request) => undoEnrolments(writer, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${enrolments.path}/:id/change`,
    action: enrolments.write,
    params: z.object({ id }),
    body: changeInput,
    status: 200,
    answer: enrolmentRow,
    work: (writer, request) => changeEnrolment(writer, request.params.id, request.body),
  });

  const asked = {
    params: z.object({ id }),
    querystring: leavingQuery,
    response: responses(200, leaving),
  };
  api.get(
    `${enrolments.path}/:id/leaving`,
    { config: { action: 'enrolments:leave' }, schema: asked },
    (request) => previewLeaving(db, currentUser(request), request.params.id, request.query.lastDay),
  );

  const atFee = {
    params: z.object({ id }),
    querystring: feeChangeQuery,
    response: responses(200, feeChange),
  };
  api.get(
    `${enrolments.path}/:id/fee-change`,
    { config: { action: 'orders:adjust' }, schema: atFee },
    (request) => readFeeChange(db, currentUser(request), request.params.id, request.query.feeId),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${enrolments.path}/:id/fee-change`,
    action: 'orders:adjust',
    params: z.object({ id }),
    body: feeChangeInput,
    status: 200,
    answer: enrolmentRow,
    work: (writer, request) => changeFee(writer, request.params.id, request.body),
  });
}
