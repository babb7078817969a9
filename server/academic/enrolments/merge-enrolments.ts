import { sql } from 'drizzle-orm';
import { type presentStatuses } from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from './record-enrolments.ts';

/**
 * The order by which the enrolment to keep is chosen if both are in one class: one with a seat
 * before one that waits.
 */
const RANK = [
  'active',
  'suspended',
  'pending',
  'waitlisted',
] satisfies (typeof presentStatuses)[number][];

type Merged = { keepId: string; dropId: string; reason: string };

/**
 * Moves the enrolments of the dropped student to the kept one in a merge. Of two enrolments in one
 * class the lesser is cancelled with `reason`.
 */
export async function mergeEnrolments(tx: Tx, { keepId, dropId, reason }: Merged): Promise<void> {
  const inOrder = sql.join(
    RANK.map((status) => sql`${status}`),
    sql`, `,
  );
  const { rows: lesser } = await tx.execute<{ id: string }>(sql`
    update ${enrolmentTable}
    set status = 'cancelled', status_reason = ${reason}, seat_hold_until = null,
      wait_position = null,
      version = version + 1, updated_at = now()
    where id in (
      select id from (
        select id,
          row_number() over (partition by class_id order by array_position(array[${inOrder}],
              status),
            student_id = ${dropId}) as place
        from ${enrolmentTable} where student_id in (${keepId}, ${dropId}) and status in (${inOrder})
      ) present where place > 1
    ) returning id`);
  await recordEnrolmentStatus(
    tx,
    lesser.map(({ id }) => id),
    { source: 'merge', reason },
  );
  await tx.execute(
    sql`update ${enrolmentTable} set student_id = ${keepId} where student_id = ${dropId}`,
  );
}
