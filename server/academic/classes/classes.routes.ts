import * as z from 'zod/mini';
import {
  classPlan,
  classPlanQuery,
  classReplace,
  classReplaced,
  classSave,
} from '#contract/classes/class-changes.ts';
import { classes, classesQuery, classRow } from '#contract/classes/classes.ts';
import { id } from '#contract/fields.ts';
import { timelineEntry } from '#contract/people/people.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { timelineOf } from '#server/lib/timeline.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { planClass } from './class-plan.ts';
import { classFilter, classSeats, readClass } from './class-reads.ts';
import { addClass, replaceClass } from './classes.service.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';

const params = z.object({ id });
const reading = { action: classes.read };

/** The reads of classes: the list, one class, and the effects of a change. */
function readRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, classes, {
    table: classTable,
    branch: classTable.branchId,
    derived: classSeats,
    order: [classTable.classCode],
    query: classesQuery,
    filter: classFilter,
  });
  const plan = { querystring: classPlanQuery, response: responses(200, classPlan) };
  api.get(`${classes.path}/plan`, { config: reading, schema: plan }, (request) =>
    planClass(db, currentUser(request), request.query),
  );

  const single = { params, response: responses(200, classRow) };
  api.get(`${classes.path}/:id`, { config: reading, schema: single }, (request) =>
    readClass(db, currentUser(request), request.params.id),
  );

  const timeline = { params, response: responses(200, z.array(timelineEntry)) };
  api.get(
    `${classes.path}/:id/timeline`,
    { config: reading, schema: timeline },
    async (request) => {
      const { _id } = await readClass(db, currentUser(request), request.params.id);
      return timelineOf(db, classes.name, _id);
    },
  );
}

/** The classes of the branch. */
export function classRoutes(api: Api, services: Services): void {
  const { db } = services;
  readRoutes(api, services);
  writeRoute(api, db, {
    method: 'POST',
    path: classes.path,
    action: classes.write,
    body: classSave,
    status: 201,
    answer: classRow,
    work: ({ tx, user }, request) => addClass(tx, user, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: `${classes.path}/:id`,
    action: classes.write,
    params,
    body: classReplace,
    status: 200,
    answer: classReplaced,
    work: ({ tx, user }, request) => replaceClass(tx, user, request.params.id, request.body),
  });
}
