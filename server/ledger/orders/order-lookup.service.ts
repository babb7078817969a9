import { desc, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { NEWEST_KEPT, OWED_KEPT, type OrderLookupRow } from '#contract/orders/order-rows.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { orderRowFields } from './order-rows.ts';
import { orderTable as table, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

const { payerName, payerNameEn, payerPhone, state, balanceLAK } = orderRowFields;

// The students are found by their keys: an `or` over two places would read every student for each
// order.
const names = sql<string>`coalesce((
  select string_agg(concat_ws(' ', student.first_name, student.last_name, student.first_name_en,
      student.last_name_en, student.nickname),
    ' ')
  from (
    select orders.payer_student_id as id
    union
    select line.student_id from ${orderLineTable} line where line.order_id = orders.id
  ) named
  join ${studentTable} student on student.id = named.id), '')`;
const receipts = sql<string>`coalesce((
  select string_agg(distinct receipt.number, ' ') from ${allocationTable} allocation
  join ${paymentTable} payment on payment.id = allocation.payment_id
  join ${receiptTable} receipt on receipt.id = payment.receipt_id
  where allocation.order_id = orders.id), '')`;

/** GET `/orders/lookup`: the orders of one branch, because a device keeps only those. */
export async function orderLookupOf(
  db: Db,
  user: SignedInUser,
  branchId: string,
): Promise<OrderLookupRow[]> {
  if (!seesAllBranches(user.role) && branchId !== user.branchId) throw new ApiError('notFound');
  const newest = (which: SQL, most: number) =>
    sql`(
      select own.id from ${table} own
      where own.branch_id = ${branchId} and ${which}
      order by own.at desc, own.id desc limit ${most})`;
  const owed = sql`own.state = 'confirmed' and own.total_lak > own.paid_lak + own.pending_lak`;
  return db
    .select({
      _id: table._id,
      number: table.number,
      at: table.at,
      state,
      payerName,
      payerNameEn,
      payerPhone,
      balanceLAK,
      names,
      receipts,
    })
    .from(table)
    .where(
      sql`${table._id} in (${newest(sql`true`, NEWEST_KEPT)} union ${newest(owed, OWED_KEPT)})`,
    )
    .orderBy(desc(table.at), desc(table._id));
}
