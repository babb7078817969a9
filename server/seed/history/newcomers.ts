import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ofAgeOn } from '#server/seed/of-age.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** The course that they join, and its first day. */
type NewcomersQuery = { count: number; courseId: string; startDate: string };

/**
 * Students of a branch who never had an enrolment, the latest first, of the right age for the
 * course.
 */
export async function newcomersOf(
  tx: Tx,
  branchId: string,
  { count, courseId, startDate }: NewcomersQuery,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select student.id
    from ${studentTable} student
    join ${courseTable} course on course.id = ${courseId}
    cross join (select ${startDate}::date as day) first
    where student.home_branch_id = ${branchId}
      and student.status in ('active', 'prospect')
      and not exists (select from ${enrolmentTable} place where place.student_id = student.id)
      and ${ofAgeOn('first.day')}
    order by student.student_code desc limit ${count}`);
  return rows.map(({ id }) => id);
}
