import { and, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import { MOST_PEOPLE } from '#contract/people/found-people.ts';
import { fold } from '#contract/words/normalise.ts';
import type { Db } from '#server/db/client.ts';
import { matches } from '#server/db/search-text.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

type People = typeof parentTable | typeof studentTable;

/**
 * Matches are read and sorted up to this number. Beyond it the name is so common that the newest
 * of its people are met soon on a walk from the newest person back.
 */
const MOST_SORTED = 2000;

const homeOf = (table: People) =>
  table === parentTable ? parentTable.branchId : studentTable.homeBranchId;

/** The newest matches of one branch, or of all others, by the index of their time. */
const newest = (table: People, search: string, ofBranch: SQL | undefined) => sql`(
  select ${table._id} as id from ${table}
  where ${and(ofBranch, matches(table.search, search))}
  order by ${desc(table.createdAt)}, ${desc(table._id)}
  limit ${sql.raw(String(MOST_PEOPLE))})`;

/**
 * The ids of at most 200 people of one table whose text matches, those of the shown branch first,
 * then the newest.
 */
async function findIn(
  db: Db,
  table: People,
  search: string,
  branchId: string | undefined,
): Promise<string[]> {
  const home = homeOf(table);
  const isElsewhere = branchId ? sql`${home} is distinct from ${branchId}::uuid` : sql`false`;
  // The inner query keeps to the trigram index: with the order beside the condition, the planner
  // would walk through all people from the newest.
  const { rows } = await db.execute<{ id: string; matched: number }>(sql`
    with found as materialized (
      select ${table._id} as id, ${table.createdAt} as created_at, ${isElsewhere} as is_elsewhere
      from ${table}
      where ${matches(table.search, search)}
      limit ${sql.raw(String(MOST_SORTED + 1))}
    )
    select id, (select count(*)::int from found) as matched from found
    order by is_elsewhere, created_at desc, id desc
    limit ${sql.raw(String(MOST_PEOPLE))}`);
  if ((rows[0]?.matched ?? 0) <= MOST_SORTED) return rows.map(({ id }) => id);
  const common = await db.execute<{ id: string }>(
    branchId
      ? sql`
          select id from (
            ${newest(table, search, eq(home, branchId))}
            union all ${newest(table, search, ne(home, branchId))}
          ) people
          limit ${sql.raw(String(MOST_PEOPLE))}`
      : newest(table, search, undefined),
  );
  return common.rows.map(({ id }) => id);
}

/** The people that a text finds: docs/interface.md, "Answers". */
export type FoundPeople = { parents: readonly string[]; students: readonly string[] };

/** The people that a text finds, at most 200 parents and 200 students. */
export async function findNamedPeople(
  db: Db,
  search: string,
  branchId: string | undefined,
): Promise<FoundPeople> {
  if (fold(search) === '') return { parents: [], students: [] };
  return {
    parents: await findIn(db, parentTable, search, branchId),
    students: await findIn(db, studentTable, search, branchId),
  };
}

/** True if a text finds more people than the lists of orders and payments look at. */
export async function findsMorePeople(db: Db, search: string): Promise<boolean> {
  if (fold(search) === '') return false;
  const over = (table: People) => sql`
    (select count(*) from (
      select from ${table} where ${matches(table.search, search)} limit ${MOST_PEOPLE + 1}
    ) found) > ${MOST_PEOPLE}`;
  const { rows } = await db.execute<{ more: boolean }>(
    sql`select ${over(parentTable)} or ${over(studentTable)} as more`,
  );
  return rows[0]?.more ?? false;
}
