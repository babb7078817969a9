import * as z from 'zod/mini';
import { changeInput, enrolUndo } from '#contract/classes/enrolling.ts';
import { enrolmentRow, enrolments } from '#contract/classes/enrolments.ts';
import { feeChange, feeChangeInput, feeChangeQuery } from '#contract/classes/fee-change.ts';
import { id } from '#contract/fields.ts';
import { leaving, leavingQuery } from '#contract/classes/leaving.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeAfterHolds } from '#server/lib/write.ts';
import { changeEnrolment } from './enrolment-changes.service.ts';
import { undoEnrolments } from './undo-enrolments.service.ts';
import { changeFee, readFeeChange } from './fee-change.service.ts';
import { previewLeaving } from './withdraw.service.ts';

const writing = { action: enrolments.write } as const;

/** Changes of an enrolment that also change its money. */
export function enrolmentChangeRoutes(api: Api, { db }: Services): void {
  const undo = {
    body: enrolUndo,
    response: responses(200, z.object({ rows: z.array(enrolmentRow) })),
  };
  api.post(`${enrolments.path}/undo`, { config: writing, schema: undo }, (request, reply) =>
    writeAfterHolds(db, request, reply, {
      status: 200,
      work: (tx) => undoEnrolments(writerOf(request, tx), request.body),
    }),
  );

  const change = {
    params: z.object({ id }),
    body: changeInput,
    response: responses(200, enrolmentRow),
  };
  api.post(`${enrolments.path}/:id/change`, { config: writing, schema: change }, (request, reply) =>
    writeAfterHolds(db, request, reply, {
      status: 200,
      work: (tx) => changeEnrolment(writerOf(request, tx), request.params.id, request.body),
    }),
  );

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
  const changingFee = {
    params: z.object({ id }),
    body: feeChangeInput,
    response: responses(200, enrolmentRow),
  };
  api.post(
    `${enrolments.path}/:id/fee-change`,
    { config: { action: 'orders:adjust' }, schema: changingFee },
    (request, reply) =>
      writeAfterHolds(db, request, reply, {
        status: 200,
        work: (tx) => changeFee(writerOf(request, tx), request.params.id, request.body),
      }),
  );
}
