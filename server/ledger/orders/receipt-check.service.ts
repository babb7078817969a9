import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { foldSigns } from '#contract/words/normalise.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import type {
  ReceiptCheck,
  ReceiptDifference,
  receiptQuery,
} from '#contract/money/receipt-check.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { receiptTable, bookTable } from '#server/db/tables/ledger/books.table.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';

type Receipt = typeof receiptTable.$inferSelect;
/** The fields that every receipt's content has; of each payment only those that cannot change. */
type Content = {
  number: string;
  branchId: string;
  at: string;
  kind: string;
  amountLAK: number;
  rows?: {
    paymentId: string;
    method: string;
    currency: string;
    tendered: number;
    rate: string;
    amountLAK: number;
  }[];
};

/**
 * True if its neighbours link to it, and the book to the last receipt. It is one statement, because
 * desks lengthen the chain meanwhile.
 */
async function isLinked(db: Db, { _id }: Receipt): Promise<boolean> {
  const { rows } = await db.execute<{ linked: boolean }>(sql`
    select coalesce(previous.hash, '') = receipt.previous_hash
      and coalesce(following.previous_hash, book.chain_head) = receipt.hash as linked
    from ${receiptTable} receipt join ${bookTable} book on book.branch_id = receipt.branch_id
      left join ${receiptTable} previous on previous.branch_id = receipt.branch_id
        and previous.chain_no = receipt.chain_no - 1
      left join ${receiptTable} following on following.branch_id = receipt.branch_id
        and following.chain_no = receipt.chain_no + 1
    where receipt.id = ${_id}`);
  return rows[0]?.linked ?? false;
}

/** True if its payments are still those that the paper was made of. */
async function hasItsRows(
  db: Db,
  receipt: Receipt,
  { number, kind, amountLAK, branchId, rows = [] }: Content,
): Promise<boolean> {
  if (
    number !== receipt.number ||
    kind !== receipt.kind ||
    amountLAK !== receipt.amountLAK ||
    branchId !== receipt.branchId
  )
    return false;
  const ids = rows.map(({ paymentId }) => paymentId);
  const found =
    ids.length === 0
      ? []
      : await db.select().from(paymentTable).where(inArray(paymentTable._id, ids));
  const sign = kind === 'void' ? -1 : 1;
  return rows.every((row) => {
    const payment = found.find(({ _id }) => _id === row.paymentId);
    return (
      payment?.method === row.method &&
      payment.currency === row.currency &&
      Number(payment.rate) === Number(row.rate) &&
      payment.tendered * sign === row.tendered &&
      payment.amountLAK * sign === row.amountLAK
    );
  });
}

function contentOf(receipt: Receipt): Content | undefined {
  try {
    return JSON.parse(receipt.content) as Content;
  } catch {
    return undefined;
  }
}

/** Every difference between a receipt and the books. */
async function differencesOf(
  db: Db,
  receipt: Receipt,
  check: string,
): Promise<ReceiptDifference[]> {
  const content = contentOf(receipt);
  const isWhole =
    content !== undefined && hashOf(receipt.previousHash, receipt.content) === receipt.hash;
  const checks: Record<ReceiptDifference, boolean> = {
    content: isWhole,
    chain: await isLinked(db, receipt),
    row: content !== undefined && (await hasItsRows(db, receipt, content)),
    paper: check === '' || check.toLowerCase() === receipt.hash.slice(0, CHECK_LETTERS),
  };
  return (Object.keys(checks) as ReceiptDifference[]).filter((one) => !checks[one]);
}

/**
 * The orders that a receipt's money was allocated to and that `user` may open; a void receipt names
 * its order. Credit may have moved to an order of another branch, so those of the receipt's own
 * branch come first.
 */
async function ordersOf(
  db: Db,
  user: SignedInUser,
  receipt: Receipt,
): Promise<ReceiptCheck['orders']> {
  const content = contentOf(receipt);
  const ids = (content?.rows ?? []).map(({ paymentId }) => paymentId);
  const { _id, number, branchId } = orderTable;
  const paid = db
    .select({ _id: paymentTable._id })
    .from(paymentTable)
    .where(eq(paymentTable.receiptId, receipt._id));
  const given = db
    .select({ orderId: allocationTable.orderId })
    .from(allocationTable)
    .where(
      and(
        isNotNull(allocationTable.orderId),
        ids.length > 0
          ? inArray(allocationTable.paymentId, ids)
          : inArray(allocationTable.paymentId, paid),
      ),
    );
  return db
    .select({ _id, number })
    .from(orderTable)
    .where(and(inArray(_id, given), ownBranchOnly(user, branchId)))
    .orderBy(desc(eq(branchId, receipt.branchId)), number);
}

/**
 * GET `/receipts`: a receipt by its number, with the result of recomputing its hash, links and
 * rows.
 */
export async function checkReceipt(
  db: Db,
  user: SignedInUser,
  { number, check }: z.output<typeof receiptQuery>,
): Promise<ReceiptCheck> {
  const own = and(
    eq(receiptTable.number, foldSigns(number).toUpperCase()),
    ownBranchOnly(user, receiptTable.branchId),
  );
  const [found] = await db
    .select({ receipt: receiptTable, by: nameOfUser(receiptTable.byId) })
    .from(receiptTable)
    .where(own);
  if (!found) throw new ApiError('notFound');
  const { receipt, by } = found;
  const { _id, branchId, kind, amountLAK, at, hash } = receipt;
  return {
    _id,
    number: receipt.number,
    branchId,
    kind,
    amountLAK,
    at,
    by,
    check: hash.slice(0, CHECK_LETTERS),
    hasPaperCode: check !== '',
    differences: await differencesOf(db, receipt, check),
    orders: await ordersOf(db, user, receipt),
  };
}
