import * as z from 'zod/mini';
import { academicTerm, academicTerms } from '#contract/courses/academic-terms.ts';
import {
  holidaySessions,
  holidaySessionsQuery,
  termPoint,
  termReplace,
  termStep,
} from '#contract/courses/term-rules.ts';
import { id } from '#contract/fields.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { readRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { addTerm, findTerm, replaceTerm, termBranch } from './academic-terms.service.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { sessionsBack } from './holiday-removal.ts';
import { sessionsOn } from './term-classes.ts';
import { pointTerm, stepTerm } from './term-status.ts';

const params = z.object({ id });
const config = { action: academicTerms.write };
const response = responses(200, academicTerm);
const termPath = `${academicTerms.path}/:id` as const;

/** The terms of the whole centre and those of the user's branch. */
export function academicTermRoutes(api: Api, { db }: Services): void {
  const source = { table: academicTermTable, branch: termBranch };
  listRoute(api, db, academicTerms, {
    ...source,
    query: academicTerms.query,
    order: [academicTermTable.startDate],
  });
  readRoute(api, db, academicTerms, source);

  const sessions = {
    params,
    querystring: holidaySessionsQuery,
    response: responses(200, holidaySessions),
  };
  api.get(
    `${termPath}/sessions`,
    { config: { action: academicTerms.read }, schema: sessions },
    async (request) => {
      const user = currentUser(request);
      const { _id } = await findTerm(db, user, request.params.id);
      const { days, gone } = request.query;
      const { back, staying } = await sessionsBack(db, _id, gone);
      const visible = staying.filter(
        ({ branchId }) => seesAllBranches(user.role) || branchId === user.branchId,
      );
      return {
        ...(await sessionsOn(db, _id, days)),
        returning: back.length,
        staying: visible.map(({ classCode, date }) => ({ classCode, date })),
      };
    },
  );

  api.post(
    academicTerms.path,
    { config, schema: { body: academicTerms.input, response: responses(201, academicTerm) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => addTerm(tx, currentUser(request), request.body),
      }),
  );
  api.put(termPath, { config, schema: { params, body: termReplace, response } }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => replaceTerm(tx, currentUser(request), request.params.id, request.body),
    }),
  );
  api.post(
    `${termPath}/status`,
    { config, schema: { params, body: termStep, response } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => stepTerm(tx, currentUser(request), request.params.id, request.body),
      }),
  );
  const point = {
    config: { action: 'academic-terms:point' as const },
    schema: { params, body: termPoint, response },
  };
  api.post(`${termPath}/point`, point, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => pointTerm(tx, currentUser(request), request.params.id, request.body.pointer),
    }),
  );
}
