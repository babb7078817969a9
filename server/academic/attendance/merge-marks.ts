import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { attendanceTable as table } from '#server/db/tables/academic/attendance.table.ts';

/**
 * Moves the marks of the dropped student to the kept one in a merge. Of two marks in one session
 * the kept student's counts, and nothing is deleted.
 */
export async function mergeMarks(
  tx: Tx,
  { keepId, dropId }: { keepId: string; dropId: string },
): Promise<void> {
  await tx.execute(sql`
    update ${table} set student_id = ${keepId} where student_id = ${dropId}
      and session_id not in (select session_id from ${table} where student_id = ${keepId})`);
}
