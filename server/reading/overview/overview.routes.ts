import * as z from 'zod/mini';
import {
  courseSeats,
  diskSpace,
  enrolmentWeek,
  moneyToday,
  overviewQuery,
  queueAnswer,
  receivablesNow,
  stepsDone,
} from '#contract/reports/overview.ts';
import { overviewParts } from '#contract/reports/overview-parts.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { shownBranch } from '#server/reading/class-overview/timetable.service.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readDiskSpace } from './disk-space.ts';
import { readStepsDone } from './first-steps.service.ts';
import {
  readEnrolmentWeeks,
  readMoneyToday,
  readReceivables,
  readCourseSeats,
} from './overview-parts.service.ts';
import { readQueue } from './queue.service.ts';

/**
 * The overview, one route per part, so that the page draws each as it arrives; everybody gets the
 * queue, limited to their permissions.
 */
export function overviewRoutes(api: Api, { config, db, freeBytes }: Services): void {
  const querystring = overviewQuery;
  api.get(
    overviewParts.queue,
    {
      config: { action: 'queue:read' },
      schema: { querystring, response: responses(200, queueAnswer) },
    },
    (request) => {
      const user = currentUser(request);
      return readQueue({ db, user, branchId: shownBranch(user, request.query.branchId) });
    },
  );

  api.get(
    overviewParts.disk,
    {
      config: { action: 'overview:read' },
      schema: { querystring, response: responses(200, diskSpace) },
    },
    () => readDiskSpace(freeBytes),
  );

  const parts = [
    [overviewParts.money, moneyToday, readMoneyToday],
    [overviewParts.receivables, receivablesNow, readReceivables],
    [overviewParts.seats, z.array(courseSeats), readCourseSeats],
    [overviewParts.enrolments, z.array(enrolmentWeek), readEnrolmentWeeks],
    [
      overviewParts.steps,
      stepsDone,
      (own: Db, branchId: string | undefined) => readStepsDone(own, branchId, config.demo),
    ],
  ] as const;
  for (const [path, answer, read] of parts) {
    const schema = { querystring, response: responses<200, z.ZodMiniType>(200, answer) };
    api.get(path, { config: { action: 'overview:read' }, schema }, (request) => {
      const user = currentUser(request);
      return read(db, shownBranch(user, request.query.branchId), user);
    });
  }
}
