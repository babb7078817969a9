import { sql, type SQL } from 'drizzle-orm';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/**
 * The free money of every payer by the branch that received it: docs/figures.md, "Figure 22:
 * credit", as of now. A merged payer counts as the one that it has become.
 */
export const creditRows = (): SQL => sql`
  select payment.branch_id, coalesce(payer.merged_into_id, student.merged_into_id,
      payment.payer_parent_id, payment.payer_student_id) as payer_id,
    sum(payment.free_lak)::float8 as credit_lak
  from ${paymentTable} payment
  left join ${parentTable} payer on payer.id = payment.payer_parent_id
  left join ${studentTable} student on student.id = payment.payer_student_id
  where payment.state = 'confirmed' and payment.amount_lak > 0 and payment.free_lak > 0
  group by 1, 2`;
