import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PaymentFilters, PaymentRow, PaymentsQuery } from '#contract/orders/payment-rows.ts';
import { fold, foldSigns } from '#contract/words/normalise.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly, listedBranch } from '#server/lib/branch-scope.ts';
import { matches } from '#server/db/search-text.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { foundParents, foundStudents } from '#server/people/students/found-people.ts';
import { latinNameOf } from '#server/people/students/payer-name.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import {
  bankAccountTable,
  paymentTable as table,
  allocationTable,
} from '#server/db/tables/ledger/payments.table.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { shiftTable, drawerTable } from '#server/db/tables/ledger/drawers.table.ts';

/** The moment at which a payment counts: its decision, as its receipt says, else its recording. */
export const moment = sql`coalesce(${table.decidedAt}, ${table.at})`;
/** The unit that rows are grouped by: a receipt, or a payment without one. */
export const receiptOrPaymentId = sql`coalesce(${table.receiptId}, ${table._id})`;

/** Midnight in Laos at the beginning of a day, or at the end of it. */
const midnight = (day: string, after: number) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone 'Asia/Vientiane'`;

const DIGITS = /^\d{1,15}$/;
const RECEIPT_NUMBER = /^[A-Z]{2,4}-R\d{2}-\d{6}$/;
/** The length of the counter at the end of a number. */
const SERIAL = 6;

const asStart = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Finds payments by any text on their receipt; each search uses its own index, and a name finds
 * people first.
 */
function findPayments(search: string, branchId: string | undefined): SQL | undefined {
  const typed = foldSigns(search);
  if (fold(search) === '') return undefined;
  const start = asStart(typed.toUpperCase());
  const sum = typed.replace(/[,.\s]/g, '');
  const serial = DIGITS.test(sum) && sum.length <= SERIAL ? sum.padStart(SERIAL, '0') : null;
  const amount = DIGITS.test(sum) ? Number(sum) : null;
  const students = foundStudents(search, branchId);
  const paidBy = (orders: SQL) =>
    sql`
      select allocation.payment_id from ${allocationTable} allocation
      where allocation.order_id in (${orders})`;
  /** Refunds of money that paid an order have the order's number on their receipt, too. */
  const wentBack = (orders: SQL) =>
    sql`
      select refund_allocation.refund_id from ${allocationTable} refund_allocation
      where refund_allocation.refund_id is not null
        and refund_allocation.payment_id in (${paidBy(orders)})`;
  const byReceipt = sql`
    select payment.id from ${table} payment
    join ${receiptTable} receipt on receipt.id = payment.receipt_id
    where receipt.number like ${start}`;
  // A receipt number is not searched among names, because almost every order contains the letters
  // of its branch and year.
  if (RECEIPT_NUMBER.test(typed.toUpperCase())) return sql`payments.id in (${byReceipt})`;
  const sources = [
    byReceipt,
    paidBy(sql`select id from ${orderTable} where number like ${start}`),
    wentBack(sql`select id from ${orderTable} where number like ${start}`),
    paidBy(sql`select id from ${orderTable} where ${matches(orderTable.search, search)}`),
    // Two queries, because both conditions in one would read every payment.
    sql`select id from ${table} where payer_parent_id in (${foundParents(search, branchId)})`,
    sql`select id from ${table} where payer_student_id in (${students})`,
    paidBy(sql`select order_id from ${orderLineTable} where student_id in (${students})`),
    sql`select id from ${table} where reference like ${asStart(typed)} and reference <> ''`,
    ...(serial === null
      ? []
      : [
          sql`
            select payment.id from ${table} payment
            join ${receiptTable} receipt on receipt.id = payment.receipt_id
            where right(receipt.number, ${sql.raw(String(SERIAL))}) = ${serial}`,
          paidBy(
            sql`
              select id from ${orderTable}
              where right(number, ${sql.raw(String(SERIAL))}) = ${serial}`,
          ),
        ]),
    ...(amount === null
      ? []
      : [sql`select id from ${table} where amount_lak in (${amount}, ${-amount})`]),
  ];
  return sql`payments.id in (${sql.join(sources, sql` union all `)})`;
}

/** The payments of the user's branch that match the filters. */
export function paymentFilter(
  user: SignedInUser,
  { branchId, drawerId, cashierId, method, currency, state, from, to, search }: PaymentFilters,
): SQL | undefined {
  return and(
    ownBranchOnly(user, table.branchId),
    branchId === undefined ? undefined : eq(table.branchId, branchId),
    drawerId === undefined
      ? undefined
      : sql`${table.shiftId} in (select id from ${shiftTable} where drawer_id = ${drawerId})`,
    cashierId === undefined ? undefined : eq(table.recordedById, cashierId),
    method === undefined ? undefined : eq(table.method, method),
    currency === undefined ? undefined : eq(table.currency, currency),
    state === undefined ? undefined : eq(table.state, state),
    from ? sql`${moment} >= ${midnight(from, 0)}` : undefined,
    to ? sql`${moment} < ${midnight(to, 1)}` : undefined,
    findPayments(search, listedBranch(user, branchId)),
  );
}

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
    ...{
      _id: table._id,
      receiptId: table.receiptId,
      branchId: table.branchId,
      payerParentId: table.payerParentId,
      payerStudentId: table.payerStudentId,
      method: table.method,
    },
    ...{
      currency: table.currency,
      tendered: table.tendered,
      rate: table.rate,
      amountLAK: table.amountLAK,
      freeLAK: table.freeLAK,
      state: table.state,
      reference: table.reference,
    },
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

/** One page of receipts, each with all its matching rows. */
export async function readPage(
  db: Db,
  user: SignedInUser,
  query: PaymentsQuery,
): Promise<PaymentRow[]> {
  const where = paymentFilter(user, query);
  const { page, pageSize } = query;
  const units = await db
    .select({ unit: sql<string>`${receiptOrPaymentId}` })
    .from(table)
    .where(where)
    .groupBy(moment, receiptOrPaymentId)
    .orderBy(sql`${moment} desc`, sql`${receiptOrPaymentId} desc`)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const ids = units.map((one) => one.unit);
  if (ids.length === 0) return [];
  return readPaymentRows(
    db,
    user,
    and(where, or(inArray(table.receiptId, ids), inArray(table._id, ids))),
  );
}

/** The number of receipts, and of payments without one, that match. */
export async function countUnits(
  db: Db,
  user: SignedInUser,
  query: PaymentFilters,
): Promise<number> {
  const [found] = await db
    .select({ n: sql<number>`count(distinct ${receiptOrPaymentId})::int` })
    .from(table)
    .where(paymentFilter(user, query));
  return found?.n ?? 0;
}
