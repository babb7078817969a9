import * as z from 'zod/mini';
import { courseFee, courseFees } from '#contract/courses/course-fees.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { addFee, feeBranch, findFee, replaceFee, usedBy } from './course-fees.service.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';

const params = z.object({ id });
const feePath = `${courseFees.path}/:id` as const;

/** The prices of the courses in the own branch and in all branches, with the history of each. */
export function courseFeeRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, courseFees, {
    table: courseFeeTable,
    branch: feeBranch,
    derived: { usedBy },
    query: courseFees.query,
    order: [courseFeeTable.name, courseFeeTable.validFrom],
  });
  api.get(
    feePath,
    {
      config: { action: courseFees.read },
      schema: { params, response: responses(200, courseFee) },
    },
    (request) => findFee(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: courseFees.path,
    action: courseFees.write,
    body: courseFees.input,
    status: 201,
    answer: courseFee,
    work: ({ tx, user }, request) => addFee(tx, user, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: feePath,
    action: courseFees.write,
    params,
    body: courseFees.replaceInput,
    status: 200,
    answer: courseFee,
    work: ({ tx, user }, request) => replaceFee(tx, user, request.params.id, request.body),
  });
}
