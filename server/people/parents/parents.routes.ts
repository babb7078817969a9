import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { parents, parentsQuery } from '#contract/people/parents.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { childCount } from './parent-records.service.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';

/** The condition of the filters of the parent list. */
export const parentFilter = ({
  branchId,
  archived,
}: Pick<z.output<typeof parentsQuery>, 'branchId' | 'archived'>) =>
  and(
    eq(parentTable.archived, archived === 'true'),
    branchId === undefined ? undefined : eq(parentTable.branchId, branchId),
  );

/** The list of parents; `parent-records.routes.ts` has the routes of a single one. */
export function parentListRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, parents, {
    table: parentTable,
    branch: parentTable.branchId,
    derived: { children: childCount },
    order: [sql`lower(${parentTable.firstName})`],
    query: parentsQuery,
    filter: parentFilter,
  });
}
