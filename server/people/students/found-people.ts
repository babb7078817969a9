import { sql, type SQL } from 'drizzle-orm';
import { MOST_PEOPLE } from '#contract/people/found-people.ts';
import { fold } from '#contract/words/normalise.ts';
import type { Db } from '#server/db/client.ts';
import { matches } from '#server/db/search-text.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/**
 * The people of one table whose text matches, those of the shown branch first, then the newest. The
 * inner query keeps to the trigram index: with the order and the limit beside the condition, the
 * planner would walk through all people from the newest.
 */
function foundIn(
  table: typeof parentTable | typeof studentTable,
  { search, branchId, most }: { search: string; branchId: string | undefined; most: number },
): SQL {
  const home = table === parentTable ? parentTable.branchId : studentTable.homeBranchId;
  const isElsewhere = branchId ? sql`${home} is distinct from ${branchId}::uuid` : sql`false`;
  return sql`
    select found.id from (
      select ${table._id} as id, ${table.createdAt} as created_at, ${isElsewhere} as is_elsewhere
      from ${table}
      where ${matches(table.search, search)}
      offset 0
    ) found
    order by found.is_elsewhere, found.created_at desc, found.id desc
    limit ${sql.raw(String(most))}`;
}

/** The ids of at most 200 parents that a text finds: docs/interface.md, "Answers". */
export const foundParents = (search: string, branchId: string | undefined): SQL =>
  foundIn(parentTable, { search, branchId, most: MOST_PEOPLE });

/** The ids of at most 200 students that a text finds. */
export const foundStudents = (search: string, branchId: string | undefined): SQL =>
  foundIn(studentTable, { search, branchId, most: MOST_PEOPLE });

/** True if a text finds more people than the lists of orders and payments look at. */
export async function findsMorePeople(db: Db, search: string): Promise<boolean> {
  if (fold(search) === '') return false;
  const over = (table: typeof parentTable | typeof studentTable) => sql`
    (select count(*) from (
      select from ${table} where ${matches(table.search, search)} limit ${MOST_PEOPLE + 1}
    ) found) > ${MOST_PEOPLE}`;
  const { rows } = await db.execute<{ more: boolean }>(
    sql`select ${over(parentTable)} or ${over(studentTable)} as more`,
  );
  return rows[0]?.more ?? false;
}
