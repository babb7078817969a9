import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '#server/db/client.ts';

/** Tables whose rows other branches may read: docs/roles.md, "Branches". */
const shared = ['stock_levels', 'users', 'course_fees', 'bank_accounts', 'account_grants'];

/** A change of class between the two branches, which both of them decide. */
const between = `from transfer_requests r where $2 in (r.from_branch_id, r.to_branch_id)`;

/** Rows of the branch that are another branch's business too. */
const known: Record<string, string> = {
  // The branch of an entry is that of its record; of one without a record that of the person.
  audit_log: `coalesce(t.record_branch_id, t.branch_id) <> $1`,
  students: `exists (select from enrolments e where e.student_id = t.id and (e.branch_id = $2
    or exists (select ${between} and r.enrolment_id = e.id)))`,
  enrolments: `exists (select ${between} and t.id in (r.enrolment_id, r.to_enrolment_id))`,
  classes: `exists (select ${between} and exists (select from enrolments e where e.class_id = t.id
    and e.id in (r.enrolment_id, r.to_enrolment_id)))`,
  orders: `exists (select ${between} and r.order_id = t.id)`,
};

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Every id that stands in a text. */
export const idsIn = (text: string): string[] => text.match(ID) ?? [];

/** Finds which ids are of rows of `branch` that nobody of `other` may read. */
export async function rowsOfBranch(db: Db, branch: string, other: string) {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.columns i on i.table_schema = 'public' and i.table_name = c.table_name
      and i.column_name = 'id' and i.data_type = 'uuid'
    where c.table_schema = 'public' and c.data_type = 'uuid'
      and c.column_name in ('branch_id', 'home_branch_id')`);
  const parts = rows
    .filter(({ table }) => !shared.includes(table))
    .map(
      ({ table, column }) =>
        `select '${table}' as table, t.id::text as id from ${table} t
         where t.id = any($3::uuid[]) and t.${column} = $1 and $2::uuid is not null
         ${known[table] === undefined ? '' : `and not (${known[table]})`}`,
    );
  const { $client: pool } = db as Db & { $client: pg.Pool };
  return async (ids: readonly string[]): Promise<{ table: string; id: string }[]> => {
    if (ids.length === 0) return [];
    const found = await pool.query<{ table: string; id: string }>(parts.join(' union all '), [
      branch,
      other,
      [...new Set(ids)],
    ]);
    return found.rows;
  };
}

/** Gives the people of a branch a last name that nobody else has. */
export async function markNames(db: Db, branch: string, mark: string): Promise<void> {
  await db.execute(sql`update students set last_name = ${mark} where home_branch_id = ${branch}`);
  await db.execute(sql`update parents set last_name = ${mark} where branch_id = ${branch}`);
  await db.execute(
    sql`update teachers set last_name = ${mark} where branch_ids = array[${branch}]::uuid[]`,
  );
}
