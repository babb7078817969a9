import * as z from 'zod/mini';
import { classes, classesQuery, classRow } from '#contract/classes.ts';
import { id } from '#contract/fields.ts';
import { answers } from '#server/lib/answers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { currentUser } from '#server/plugins/session.ts';
import { classFilter, classSeats, readClass } from './class-reads.ts';
import { classTable } from './classes.table.ts';

const params = z.object({ id });

/** The classes of the branch. */
export function classRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, classes, {
    table: classTable,
    branch: classTable.branchId,
    derived: classSeats,
    order: [classTable.classCode],
    query: classesQuery,
    filter: classFilter,
  });
  const one = { params, response: answers(200, classRow) };
  api.get(`${classes.path}/:id`, { config: { action: classes.read }, schema: one }, (request) => readClass(db, currentUser(request), request.params.id));
}
