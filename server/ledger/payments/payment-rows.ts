import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PaymentRow } from '#contract/orders/payment-rows.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { latinNameOf } from '#server/people/students/payer-name.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import {
  bankAccountTable,
  paymentTable as table,
  allocationTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { moment, receiptOrPaymentId } from './payment-moment.ts';

/** A merged payer is named by the record that replaced it. */
const payerField = (field: SQL) => sql<string>`coalesce(
  (
    select ${field} from ${parentTable} written
    join ${parentTable} person on person.id = coalesce(written.merged_into_id, written.id)
    where written.id = ${table.payerParentId}),
  (
      select ${field} from ${studentTable} written
      join ${studentTable} person on person.id = coalesce(written.merged_into_id, written.id)
      where written.id = ${table.payerStudentId}),
    '')`;

/** Orders that a payment was ever allocated to; for a refund, those that its receipt names. */
const ordersOf = (branch: SQL | undefined) => sql`(
  select charged_order.id, charged_order.number, charged_order.walk_in_name,
    charged_order.walk_in_phone
  from ${orderTable} charged_order
  where ${branch ?? sql`true`} and charged_order.id in (
    select allocation.order_id from ${allocationTable} allocation
    where allocation.payment_id = ${table._id} and allocation.order_id is not null
    union
      select named.id from ${orderTable} named
      where ${table.amountLAK} < 0
        and named.number in (
          select ${receiptTable.content}::jsonb ->> 'order'
          union all
          select jsonb_array_elements_text(coalesce(${receiptTable.content}::jsonb -> 'orders',
            '[]')))))`;

/** The fields of a row. */
export function rowFields(user: SignedInUser) {
  const orders = ordersOf(
    seesAllBranches(user.role) ? undefined : sql`charged_order.branch_id = ${user.branchId}::uuid`,
  );
  const walkIn = (field: SQL) =>
    sql`case when ${table.payerParentId} is null and ${table.payerStudentId} is null then (
      select ${field} from ${orders} charged_order limit 1) end`;
  return {
    _id: table._id,
    receiptId: table.receiptId,
    branchId: table.branchId,
    payerParentId: table.payerParentId,
    payerStudentId: table.payerStudentId,
    method: table.method,
    currency: table.currency,
    tendered: table.tendered,
    rate: table.rate,
    amountLAK: table.amountLAK,
    freeLAK: table.freeLAK,
    state: table.state,
    reference: table.reference,
    at: sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    receiptNumber: sql<string>`coalesce(${receiptTable.number}, '')`,
    payerName: sql<string>`coalesce(${walkIn(sql`charged_order.walk_in_name`)},
      ${payerField(sql`person.first_name || ' ' || person.last_name`)})`,
    payerNameEn: latinNameOf(table.payerStudentId),
    payerPhone: sql<string>`coalesce(${walkIn(sql`charged_order.walk_in_phone`)},
      ${payerField(sql`person.phone`)}, '')`,
    orders: sql<PaymentRow['orders']>`coalesce((
      select json_agg(json_build_object('_id', charged_order.id,
        'number', charged_order.number) order by charged_order.number)
      from ${orders} charged_order), '[]')`,
    inDrawer: sql<PaymentRow['inDrawer']>`coalesce((
      select json_agg(json_build_object('currency', in_drawer.currency, 'amount', in_drawer.amount))
      from (
      select currency, sum(amount)::float8 as amount from ${drawerMovementTable}
      where payment_id = ${table._id}
      group by currency
      having sum(amount) <> 0) in_drawer), '[]')`,
    drawerName: sql<string>`coalesce((
      select drawer.name from ${shiftTable} shift
      join ${drawerTable} drawer on drawer.id = shift.drawer_id
      where shift.id = ${table.shiftId}), '')`,
    by: nameOfUser(table.recordedById),
    decidedBy: nameOfUser(table.decidedById),
    bank: sql<string>`coalesce(${bankAccountTable.bank}, '')`,
    reason: sql<string>`coalesce(${table.reason}, '')`,
  };
}

const newestFirst = [sql`${moment} desc`, sql`${receiptOrPaymentId} desc`, desc(table._id)];

/** Rows with these conditions, newest first; rows of one receipt stay together. */
export function readPaymentRows(
  db: Db,
  user: SignedInUser,
  where: SQL | undefined,
): Promise<PaymentRow[]> {
  return db
    .select(rowFields(user))
    .from(table)
    .leftJoin(receiptTable, eq(receiptTable._id, table.receiptId))
    .leftJoin(bankAccountTable, eq(bankAccountTable._id, table.bankAccountId))
    .where(where)
    .orderBy(...newestFirst);
}
