import * as z from 'zod/mini';
import { drawers, shifts } from '#contract/money/drawer-paths.ts';
import {
  acceptInput,
  closeInput,
  countedBeforeInput,
  drawer,
  drawersQuery,
  movementInput,
  openInput,
  reopenShiftInput,
  shift,
  shiftRecord,
  shiftsQuery,
} from '#contract/money/drawers.ts';
import { id } from '#contract/fields.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { answerOfflineCash } from './counted-before.service.ts';
import { listDrawers, readShiftRecord } from './drawers.service.ts';
import { listShifts } from './list-shifts.ts';
import { reopenShift } from './reopen-shift.service.ts';
import { acceptDifference, closeShift, moveMoney, openShift } from './shifts.service.ts';

const params = z.object({ id });
const reading = { action: drawers.read } as const;
const writing = { action: drawers.write } as const;

/** Drawers of a branch, and their shifts from opening to closing. */
export function drawerRoutes(api: Api, { db }: Services): void {
  const list = { querystring: drawersQuery, response: responses(200, z.array(drawer)) };
  api.get(drawers.path, { config: reading, schema: list }, (request) =>
    listDrawers(db, currentUser(request), request.query),
  );

  const every = { querystring: shiftsQuery, response: responses(200, z.array(shift)) };
  api.get(shifts.path, { config: { action: 'days:read' }, schema: every }, (request) =>
    listShifts(db, currentUser(request), request.query),
  );

  const one = { params, response: responses(200, shiftRecord) };
  api.get(`${shifts.path}/:id`, { config: reading, schema: one }, (request) =>
    readShiftRecord(db, currentUser(request), request.params.id),
  );

  const open = { params, body: openInput, response: responses(201, shift) };
  api.post(`${drawers.path}/:id/open`, { config: writing, schema: open }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 201,
      work: (tx) => openShift(writerOf(request, tx), request.params.id, request.body),
    }),
  );

  const move = { params, body: movementInput, response: responses(200, shift) };
  api.post(`${shifts.path}/:id/movements`, { config: writing, schema: move }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => moveMoney(writerOf(request, tx), request.params.id, request.body),
    }),
  );

  const close = { params, body: closeInput, response: responses(200, shift) };
  api.post(`${shifts.path}/:id/close`, { config: writing, schema: close }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => closeShift(writerOf(request, tx), request.params.id, request.body),
    }),
  );

  const accept = { params, body: acceptInput, response: responses(200, shift) };
  api.post(`${shifts.path}/:id/accept`, { config: writing, schema: accept }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => acceptDifference(writerOf(request, tx), request.params.id, request.body),
    }),
  );

  const before = { params, body: countedBeforeInput, response: responses(200, shift) };
  api.post(
    `${shifts.path}/:id/counted-before`,
    { config: writing, schema: before },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => answerOfflineCash(writerOf(request, tx), request.params.id, request.body),
      }),
  );

  const reopen = { params, body: reopenShiftInput, response: responses(200, shift) };
  api.post(
    `${shifts.path}/:id/reopen`,
    { config: { action: 'drawers:reopen' }, schema: reopen },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => reopenShift(writerOf(request, tx), request.params.id, request.body.reason),
      }),
  );
}
