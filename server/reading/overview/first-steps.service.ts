import { sql } from 'drizzle-orm';
import type { StepsDone } from '#contract/overview.ts';
import type { Db } from '#server/db/client.ts';
import { inBranch } from '#server/ledger/figures/as-of.ts';

/**
 * GET `/overview/steps`: a step is done once there is one of it that can be used, at the branch
 * where it belongs to one.
 */
export async function readStepsDone(db: Db, branchId: string | undefined): Promise<StepsDone> {
  const atBranch = (table: string) => inBranch(sql.raw(`${table}.branch_id`), branchId);
  const { rows } = await db.execute<StepsDone>(sql`select
    exists (select from school_info where phone <> '' and address <> '') as centre,
    exists (select from academic_terms where status <> 'draft') as term,
    exists (select from rooms where active and ${atBranch('rooms')}) as rooms,
    exists (select from courses where active) as course,
    exists (select from course_fees where active) as fee,
    exists (select from teachers where status = 'active' and not archived and ${branchId === undefined ? sql`true` : sql`${branchId}::uuid = any(branch_ids)`}) as teacher,
    exists (select from classes where status not in ('draft', 'cancelled') and ${atBranch('classes')}) as class,
    exists (select from exchange_rates) as rates`);
  const [done] = rows;
  if (!done) throw new Error('A select without a table has one row');
  return done;
}
