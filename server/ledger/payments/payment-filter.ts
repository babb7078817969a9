import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PaymentFilters } from '#contract/orders/payment-rows.ts';
import { fold, foldSigns } from '#contract/words/normalise.ts';
import type { Db } from '#server/db/client.ts';
import { matches } from '#server/db/search-text.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable as table } from '#server/db/tables/ledger/payments.table.ts';
import { listedBranch, ownBranchOnly } from '#server/lib/branch-scope.ts';
import { isOneOf } from '#server/lib/is-one-of.ts';
import { findNamedPeople, type FoundPeople } from '#server/people/students/found-people.ts';
import { momentWithin } from './payment-moment.ts';

const DIGITS = /^\d{1,15}$/;
const RECEIPT_NUMBER = /^[A-Z]{2,4}-R\d{2}-\d{6}$/;
/** The length of the counter at the end of a number. */
const SERIAL = 6;

const asStart = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What a text finds: the payments of these payers, and payments of other kinds by their ids. */
export type FoundPayments = { payers: FoundPeople; ids: SQL };

/**
 * Finds payments by any text on their receipt; each search uses its own index, and a name finds
 * people first.
 */
async function findPayments(
  db: Db,
  search: string,
  branchId: string | undefined,
): Promise<FoundPayments | undefined> {
  const typed = foldSigns(search);
  if (fold(search) === '') return undefined;
  const start = asStart(typed.toUpperCase());
  const sum = typed.replace(/[,.\s]/g, '');
  const serial = DIGITS.test(sum) && sum.length <= SERIAL ? sum.padStart(SERIAL, '0') : null;
  const amount = DIGITS.test(sum) ? Number(sum) : null;
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
  if (RECEIPT_NUMBER.test(typed.toUpperCase()))
    return { payers: { parents: [], students: [] }, ids: byReceipt };
  const payers = await findNamedPeople(db, search, branchId);
  const sources = [
    byReceipt,
    paidBy(sql`select id from ${orderTable} where number like ${start}`),
    wentBack(sql`select id from ${orderTable} where number like ${start}`),
    paidBy(sql`select id from ${orderTable} where ${matches(orderTable.search, search)}`),
    paidBy(
      sql`
        select order_id from ${orderLineTable}
        where ${isOneOf(orderLineTable.studentId, payers.students)}`,
    ),
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
  return { payers, ids: sql.join(sources, sql` union all `) };
}

/** The payments of the user's branch that match all filters but the text. */
export const rowFilter = (
  user: SignedInUser,
  { branchId, drawerId, cashierId, method, currency, state, from, to }: PaymentFilters,
): SQL | undefined =>
  and(
    ownBranchOnly(user, table.branchId),
    branchId === undefined ? undefined : eq(table.branchId, branchId),
    drawerId === undefined
      ? undefined
      : sql`${table.shiftId} in (select id from ${shiftTable} where drawer_id = ${drawerId})`,
    cashierId === undefined ? undefined : eq(table.recordedById, cashierId),
    method === undefined ? undefined : eq(table.method, method),
    currency === undefined ? undefined : eq(table.currency, currency),
    state === undefined ? undefined : eq(table.state, state),
    momentWithin({ from, to }),
  );

export const foundBy = (
  db: Db,
  user: SignedInUser,
  { search, branchId }: PaymentFilters,
): Promise<FoundPayments | undefined> => findPayments(db, search, listedBranch(user, branchId));

/** The payments of the user's branch that match the filters. */
export async function paymentFilter(
  db: Db,
  user: SignedInUser,
  filters: PaymentFilters,
): Promise<SQL | undefined> {
  const found = await foundBy(db, user, filters);
  // One query for each kind, because all conditions in one would read every payment.
  const isFound =
    found &&
    sql`payments.id in (
      ${found.ids}
      union all
      select id from ${table} where ${isOneOf(table.payerParentId, found.payers.parents)}
      union all
      select id from ${table} where ${isOneOf(table.payerStudentId, found.payers.students)})`;
  return and(rowFilter(user, filters), isFound);
}
