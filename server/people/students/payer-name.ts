import { sql } from 'drizzle-orm';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

export const nameOfPayer = sql<string>`coalesce(
  (select person.first_name || ' ' || person.last_name from parents person where person.id = ${paymentTable.payerParentId}),
  (select person.first_name || ' ' || person.last_name from students person where person.id = ${paymentTable.payerStudentId}),
  (select bill.walk_in_name from allocations given join orders bill on bill.id = given.order_id where given.payment_id = ${paymentTable._id} limit 1), '')`;
