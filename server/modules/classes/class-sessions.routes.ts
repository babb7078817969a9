import { and, eq, getTableColumns, gte, lte, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { classSession, classSessionsQuery } from '#contract/classes.ts';
import { answers } from '#server/lib/answers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { currentUser } from '#server/plugins/session.ts';
import { sessionOfClassTable as table } from './classes.table.ts';

const { attendanceTakenById: _by, createdAt: _created, updatedAt: _updated, ...columns } = getTableColumns(table);

function sessionFilter({ from, to, ...wanted }: z.output<typeof classSessionsQuery>): SQL | undefined {
  const equal = Object.entries(wanted).map(([field, value]) => (value === undefined ? undefined : eq(table[field as keyof typeof wanted], value)));
  return and(...equal, from === undefined ? undefined : gte(table.date, from), to === undefined ? undefined : lte(table.date, to));
}

/** The meetings of the branch's classes, in the order of time. */
export function classSessionRoutes(api: Api, { db }: Services): void {
  const list = { querystring: classSessionsQuery, response: answers(200, z.array(classSession)) };
  api.get('/class-sessions', { config: { action: 'classes:read' }, schema: list }, (request) =>
    db
      .select(columns)
      .from(table)
      .where(and(ownBranchOnly(currentUser(request), table.branchId), sessionFilter(request.query)))
      .orderBy(table.date, table.start, table._id),
  );
}
