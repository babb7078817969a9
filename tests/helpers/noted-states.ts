import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/**
 * Enrolments whose last state in the history is not the one they have, or that changed without one.
 */
export async function unnotedStates(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select enrolment.id, enrolment.status, (select string_agg(status, ' ' order by at) from enrolment_states where enrolment_id = enrolment.id) as noted
    from enrolments enrolment
    left join (select enrolment_id, max(at) as at from enrolment_states group by 1) last on last.enrolment_id = enrolment.id
    where (last.at is not null or enrolment.version > 1) and not exists (select from enrolment_states state where state.enrolment_id = enrolment.id and state.at = last.at and state.status = enrolment.status)`);
  return rows;
}
