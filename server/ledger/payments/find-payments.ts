import { sql, type SQL } from 'drizzle-orm';
import { fold, foldSigns } from '#contract/words/normalise.ts';
import { matches } from '#server/db/search-text.ts';
import { isReceiptNumber } from '#server/ledger/books/receipt-number.ts';
import { orderTable, orderLineTable } from '#server/db/tables/ledger/orders.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';

const DIGITS = /^\d{1,15}$/;
/** The length of the counter at the end of a number. */
const SERIAL = 6;

const asStart = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds payments by any text on their receipt; each search uses its own index. */
export function findPayments(search: string): SQL | undefined {
  const typed = foldSigns(search);
  if (fold(search) === '') return undefined;
  const start = asStart(typed.toUpperCase());
  const sum = typed.replace(/[,.\s]/g, '');
  const serial = DIGITS.test(sum) && sum.length <= SERIAL ? sum.padStart(SERIAL, '0') : null;
  const amount = DIGITS.test(sum) ? Number(sum) : null;
  const people = (of: typeof parentTable | typeof studentTable) =>
    sql`select ${of._id} from ${of} where ${matches(of.search, search)}`;
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
    select payment.id from ${paymentTable} payment
    join ${receiptTable} receipt on receipt.id = payment.receipt_id
    where receipt.number like ${start}`;
  // A receipt number is not searched among names, because almost every order contains the letters
  // of its branch and year.
  if (isReceiptNumber(typed)) return sql`payments.id in (${byReceipt})`;
  const sources = [
    byReceipt,
    paidBy(sql`select id from ${orderTable} where number like ${start}`),
    wentBack(sql`select id from ${orderTable} where number like ${start}`),
    paidBy(sql`select id from ${orderTable} where ${matches(orderTable.search, search)}`),
    // Two queries, because both conditions in one would read every payment.
    sql`select id from ${paymentTable} where payer_parent_id in (${people(parentTable)})`,
    sql`select id from ${paymentTable} where payer_student_id in (${people(studentTable)})`,
    paidBy(
      sql`select order_id from ${orderLineTable} where student_id in (${people(studentTable)})`,
    ),
    sql`select id from ${paymentTable} where reference like ${asStart(typed)} and reference <> ''`,
    ...(serial === null
      ? []
      : [
          sql`
            select payment.id from ${paymentTable} payment
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
      : [sql`select id from ${paymentTable} where amount_lak in (${amount}, ${-amount})`]),
  ];
  return sql`payments.id in (${sql.join(sources, sql` union all `)})`;
}
