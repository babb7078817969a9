import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';

/** The payer of a payment: a parent, a student, or the walk-in of the order that it pays. */
export const nameOfPayer = sql<string>`coalesce(
  (select payer.first_name || ' ' || payer.last_name from ${parentTable} payer
    where payer.id = ${paymentTable.payerParentId}),
  (select payer.first_name || ' ' || payer.last_name from ${studentTable} payer
    where payer.id = ${paymentTable.payerStudentId}),
  (select paid_order.walk_in_name from ${allocationTable} allocation
    join ${orderTable} paid_order on paid_order.id = allocation.order_id
    where allocation.payment_id = ${paymentTable._id} limit 1), '')`;

/**
 * The name of a student in Latin letters, from the record that remains after a merge; empty without
 * such a name and if `studentId` is null. Parents have one spelling only.
 */
export const latinNameOf = (studentId: SQLWrapper): SQL<string> => sql<string>`coalesce((
  select remaining.first_name_en || ' ' || remaining.last_name_en from ${studentTable} written
  join ${studentTable} remaining on remaining.id = coalesce(written.merged_into_id, written.id)
  where written.id = ${studentId} and remaining.first_name_en <> ''
    and remaining.last_name_en <> ''), '')`;
