import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  sessionCancel,
  sessionMove,
  sessionRestore,
  sessionSubstitute,
} from '#contract/classes/class-changes.ts';
import { classSession, classSessionsQuery, type ClassSession } from '#contract/classes/classes.ts';
import { id } from '#contract/fields.ts';
import type { Tx } from '#server/db/client.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { writeRoute, type WriteResult } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import {
  cancelSession,
  moveSession,
  restoreSession,
  sessionColumns,
  substituteTeacher,
} from './class-sessions.service.ts';
import { classSessionTable as table } from '#server/db/tables/academic/classes.table.ts';

const params = z.object({ id });

function sessionFilter({
  from,
  to,
  ...wanted
}: z.output<typeof classSessionsQuery>): SQL | undefined {
  const equal = Object.entries(wanted).map(([field, value]) =>
    value === undefined ? undefined : eq(table[field as keyof typeof wanted], value),
  );
  return and(
    ...equal,
    from === undefined ? undefined : gte(table.date, from),
    to === undefined ? undefined : lte(table.date, to),
  );
}

type Change<Body> = (
  tx: Tx,
  user: SignedInUser,
  _id: string,
  body: Body,
) => Promise<WriteResult<ClassSession>>;

/** The sessions of the branch's classes in the order of time, and the actions on a single one. */
export function classSessionRoutes(api: Api, { db }: Services): void {
  const list = { querystring: classSessionsQuery, response: responses(200, z.array(classSession)) };
  api.get('/class-sessions', { config: { action: 'classes:read' }, schema: list }, (request) =>
    db
      .select(sessionColumns)
      .from(table)
      .where(and(ownBranchOnly(currentUser(request), table.branchId), sessionFilter(request.query)))
      .orderBy(table.date, table.start, table._id),
  );

  function changeRoute<Body extends z.ZodMiniType>(
    name: string,
    body: Body,
    work: Change<z.output<Body>>,
  ): void {
    writeRoute(api, db, {
      method: 'POST',
      path: `/class-sessions/:id/${name}`,
      action: 'classes:write',
      params,
      body,
      status: 200,
      answer: classSession,
      work: ({ tx, user }, request) =>
        work(tx, user, request.params.id, request.body as z.output<Body>),
    });
  }
  changeRoute('cancel', sessionCancel, cancelSession);
  changeRoute('move', sessionMove, moveSession);
  changeRoute('substitute', sessionSubstitute, substituteTeacher);
  changeRoute('restore', sessionRestore, restoreSession);
}
