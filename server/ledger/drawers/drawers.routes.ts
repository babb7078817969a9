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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { answerOfflineCash } from './counted-before.service.ts';
import { listDrawers, readShiftRecord } from './drawers.service.ts';
import { listShifts } from './list-shifts.ts';
import { reopenShift } from './reopen-shift.service.ts';
import { acceptDifference, closeShift, moveMoney, openShift } from './shifts.service.ts';

const params = z.object({ id });
const reading = { action: drawers.read } as const;

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
  writeRoute(api, db, {
    method: 'POST',
    path: `${drawers.path}/:id/open`,
    action: drawers.write,
    params,
    body: openInput,
    status: 201,
    answer: shift,
    work: (writer, request) => openShift(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${shifts.path}/:id/movements`,
    action: drawers.write,
    params,
    body: movementInput,
    status: 200,
    answer: shift,
    work: (writer, request) => moveMoney(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${shifts.path}/:id/close`,
    action: drawers.write,
    params,
    body: closeInput,
    status: 200,
    answer: shift,
    work: (writer, request) => closeShift(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${shifts.path}/:id/accept`,
    action: drawers.write,
    params,
    body: acceptInput,
    status: 200,
    answer: shift,
    work: (writer, request) => acceptDifference(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${shifts.path}/:id/counted-before`,
    action: drawers.write,
    params,
    body: countedBeforeInput,
    status: 200,
    answer: shift,
    work: (writer, request) => answerOfflineCash(writer, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${shifts.path}/:id/reopen`,
    action: 'drawers:reopen',
    params,
    body: reopenShiftInput,
    status: 200,
    answer: shift,
    work: (writer, request) => reopenShift(writer, request.params.id, request.body.reason),
  });
}
