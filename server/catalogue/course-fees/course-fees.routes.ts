import * as z from 'zod/mini';
import { courseFee, courseFees } from '#contract/courses/course-fees.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { addFee, feeBranch, findFee, replaceFee, usedBy } from './course-fees.service.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';

const params = z.object({ id });
const config = { action: courseFees.write };
const feePath = `${courseFees.path}/:id` as const;

/** The prices of the courses in the own branch and in all branches, with the history of each. */
export function courseFeeRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, courseFees, {
    ...{ table: courseFeeTable, branch: feeBranch, derived: { usedBy }, query: courseFees.query },
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
  api.post(
    courseFees.path,
    { config, schema: { body: courseFees.input, response: responses(201, courseFee) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => addFee(tx, currentUser(request), request.body),
      }),
  );
  api.put(
    feePath,
    {
      config,
      schema: { params, body: courseFees.replaceInput, response: responses(200, courseFee) },
    },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => replaceFee(tx, currentUser(request), request.params.id, request.body),
      }),
  );
}
