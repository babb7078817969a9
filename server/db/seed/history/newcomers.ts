import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/** So many people of a branch who never had a place, the last who came first; children and grown-ups as they are. */
export async function newcomersOf(tx: Tx, branchId: string, count: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select student.id from students student where student.home_branch_id = ${branchId} and student.status in ('active', 'prospect') and not exists (select from enrolments place where place.student_id = student.id)
    order by student.student_code desc limit ${count}`);
  return rows.map(({ id }) => id);
}
