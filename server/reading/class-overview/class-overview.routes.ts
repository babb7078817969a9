import {
  classOverviewQuery,
  missing,
  timetable,
  timetableQuery,
} from '#contract/classes/class-overview.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readMissing } from './missing.service.ts';
import { readTimetable, shownBranch } from './timetable.service.ts';

const config = { action: 'classes:read' } as const;

/** The timetable of a week, and the open tasks of the classes. */
export function classOverviewRoutes(api: Api, { db }: Services): void {
  const week = { querystring: timetableQuery, response: responses(200, timetable) };
  api.get('/timetable', { config, schema: week }, (request) =>
    readTimetable(
      db,
      shownBranch(currentUser(request), request.query.branchId),
      request.query.from,
    ),
  );

  const lacks = { querystring: classOverviewQuery, response: responses(200, missing) };
  api.get('/class-overview/missing', { config, schema: lacks }, (request) =>
    readMissing(db, shownBranch(currentUser(request), request.query.branchId)),
  );
}
