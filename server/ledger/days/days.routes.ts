import * as z from 'zod/mini';
import {
  closeDayInput,
  closings,
  dayQuery,
  dayRecord,
  dayRow,
  days,
  daysQuery,
  dayWritten,
  reopenDayInput,
} from '#contract/money/days.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import { date, id } from '#contract/fields.ts';
import { paperPrint } from '#contract/orders/papers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { closeDay, reopenDay } from './days.service.ts';
import { printClosing } from './print-closing.service.ts';
import { listDays, readDay } from './read-days.service.ts';

const params = z.object({ day: date });

/** Days of a branch: what each came to, closing and reopening it, and the papers of closings. */
export function dayRoutes(api: Api, { db }: Services): void {
  const list = { querystring: daysQuery, response: responses(200, z.array(dayRow)) };
  api.get(days.path, { config: { action: days.read }, schema: list }, (request) =>
    listDays(db, currentUser(request), request.query),
  );

  const one = { params, querystring: dayQuery, response: responses(200, dayRecord) };
  api.get(`${days.path}/:day`, { config: { action: days.read }, schema: one }, (request) =>
    readDay(db, currentUser(request), request.params.day, request.query.branchId),
  );

  const close = { params, body: closeDayInput, response: responses(200, dayWritten) };
  api.post(
    `${days.path}/:day/close`,
    { config: { action: days.close }, schema: close },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => closeDay(writerOf(request, tx), request.params.day, request.body.branchId),
      }),
  );

  const reopen = { params, body: reopenDayInput, response: responses(200, dayWritten) };
  api.post(
    `${days.path}/:day/reopen`,
    { config: { action: days.reopen }, schema: reopen },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => reopenDay(writerOf(request, tx), request.params.day, request.body),
      }),
  );

  const print = { params: z.object({ id }), response: responses(201, paperPrint) };
  api.post(
    `${closings.path}/:id/print`,
    { config: { action: drawers.write }, schema: print },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => printClosing(writerOf(request, tx), request.params.id),
      }),
  );
}
