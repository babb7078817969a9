import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';

const YEAR_DAYS = 365;

/** True for a row `student` who is active, here for 12 months, and had no place in that time. */
export function isIdle(today: string): SQL {
  const since = addDays(today, -YEAR_DAYS);
  return sql`student.status = 'active'
    and not student.archived and student.merged_into_id is null
    and (student.created_at at time zone 'Asia/Vientiane')::date <= ${since}
    and not exists (
      select from enrolments place join classes class on class.id = place.class_id
      where place.student_id = student.id and (
        place.status in ('waitlisted', 'pending', 'suspended')
        or place.status <> 'cancelled'
          and coalesce(place.end_date, class.end_date) > ${since}))`;
}

/**
 * Those of these students who are idle now. They are locked until the end of the transaction, so
 * nobody gets a place afterwards without waiting for it.
 */
export async function lockIdle(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const list = sql.param([...ids]);
  // A statement of its own: what was written while it waited is seen by the next one.
  await tx.execute(sql`
    select id from students where id = any(${list}::uuid[]) order by id for update`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select student.id from students student
    where student.id = any(${list}::uuid[]) and ${isIdle(await todayInLaos(tx))}`);
  return new Set(rows.map(({ id }) => id));
}
