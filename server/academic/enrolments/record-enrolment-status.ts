import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/**
 * Adds the present status of these enrolments to their history; every write that changes one calls
 * it. A status has the moment of its posting (`openBooks` sets it) or of the clock, and is always
 * later than the one before, so that a clock that was set back does not turn them round.
 */
export async function recordEnrolmentStatus(
  tx: Tx,
  ids: readonly string[],
  { source, byId = null, reason = '' }: { source: string; byId?: string | null; reason?: string },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into ${enrolmentStateTable} (
      id, enrolment_id, status, hold_until, reason, source, by_id, at
    )
    select gen_random_uuid(), enrolment.id, enrolment.status, enrolment.seat_hold_until, ${reason},
      ${source}, ${byId}::uuid,
      greatest(
        coalesce(nullif(current_setting('branchdesk.posted_at', true), '')::timestamptz,
          clock_timestamp()),
        (
          select max(known.at) + interval '1 millisecond' from ${enrolmentStateTable} known
          where known.enrolment_id = enrolment.id))
    from ${enrolmentTable} enrolment where enrolment.id = any(${sql.param([...ids])}::uuid[])`);
}
