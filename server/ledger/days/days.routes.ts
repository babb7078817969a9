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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { closeDay, reopenDay } from './days.service.ts';
import { printClosing } from './print-closing.service.ts';
import { listDays, readDayRecord } from './read-days.service.ts';

const params = z.object({ day: date });

/** Days of a branch: what each came to, closing and reopening it, and the papers of closings. */
export function dayRoutes(api: Api, { db }: Services): void {
  const list = { querystring: daysQuery, response: responses(200, z.array(dayRow)) };
  api.get(days.path, { config: { action: days.read }, schema: list }, (request) =>
    listDays(db, currentUser(request), request.query),
  );

  const one = { params, querystring: dayQuery, response: responses(200, dayRecord) };
  api.get(`${days.path}/:day`, { config: { action: days.read }, schema: one }, (request) =>
    readDayRecord(db, currentUser(request), request.params.day, request.query.branchId),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${days.path}/:day/close`,
    action: days.close,
    params,
    body: closeDayInput,
    status: 200,
    answer: dayWritten,
    work: (writer, request) => closeDay(writer, request.params.day, request.body.branchId),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${days.path}/:day/reopen`,
    action: days.reopen,
    params,
    body: reopenDayInput,
    status: 200,
    answer: dayWritten,
    work: (writer, request) => reopenDay(writer, request.params.day, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${closings.path}/:id/print`,
    action: drawers.write,
    params: z.object({ id }),
    status: 201,
    answer: paperPrint,
    work: (writer, request) => printClosing(writer, request.params.id),
  });
}
