import { sql } from 'drizzle-orm';
import { paymentTable, allocationTable } from '#server/db/tables/ledger/payments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';

export const nameOfPayer = sql<string>`coalesce(
  (select person.first_name || ' ' || person.last_name from ${parentTable} person where person.id = ${paymentTable.payerParentId}),
  (select person.first_name || ' ' || person.last_name from ${studentTable} person where person.id = ${paymentTable.payerStudentId}),
  (select bill.walk_in_name from ${allocationTable} given join ${orderTable} bill on bill.id = given.order_id where given.payment_id = ${paymentTable._id} limit 1), '')`;
