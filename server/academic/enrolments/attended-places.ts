import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { attendanceTable } from '#server/db/tables/academic/attendance.table.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/** Filters enrolments to those with attendance in their class. */
export async function attendedPlaces(
  tx: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct placed.id from ${enrolmentTable} placed
    join ${classSessionTable} session on session.class_id = placed.class_id
      and session.date >= placed.start_date
    join ${attendanceTable} mark on mark.session_id = session.id
      and mark.student_id = placed.student_id
    where placed.id = any(${sql.param([...ids])}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}
