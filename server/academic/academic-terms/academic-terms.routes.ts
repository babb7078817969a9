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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { addTerm, readTerm, replaceTerm, termBranch } from './academic-terms.service.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { sessionsBack } from './holiday-removal.ts';
import { sessionsOn } from './term-classes.ts';
import { pointTerm, stepTerm } from './term-status.ts';

const params = z.object({ id });
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
      const { _id } = await readTerm(db, user, request.params.id);
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

  writeRoute(api, db, {
    method: 'POST',
    path: academicTerms.path,
    action: academicTerms.write,
    body: academicTerms.input,
    status: 201,
    answer: academicTerm,
    work: ({ tx, user }, request) => addTerm(tx, user, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: termPath,
    action: academicTerms.write,
    params,
    body: termReplace,
    status: 200,
    answer: academicTerm,
    work: ({ tx, user }, request) => replaceTerm(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${termPath}/status`,
    action: academicTerms.write,
    params,
    body: termStep,
    status: 200,
    answer: academicTerm,
    work: ({ tx, user }, request) => stepTerm(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${termPath}/point`,
    action: 'academic-terms:point',
    params,
    body: termPoint,
    status: 200,
    answer: academicTerm,
    work: ({ tx, user }, request) => pointTerm(tx, user, request.params.id, request.body),
  });
}
