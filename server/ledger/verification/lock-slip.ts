import { and, eq } from 'drizzle-orm';
import { ApiError } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { openBooks, beginPosting, type Posting } from '#server/ledger/books/posting.ts';
import { lockOrders } from '#server/ledger/orders/lock-orders.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import {
  type LockedOrder,
  allocationsOf,
  type Payment,
} from '#server/ledger/orders/order-parts.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { mergedPayer } from '#server/ledger/orders/payer-account.ts';

type Given = Awaited<ReturnType<typeof allocationsOf>>;
type Seen = { slip: Payment; given: Given };
/**
 * A pending slip with the orders that it pays. All of it stays unchanged until the transaction
 * ends.
 */
export type LockedSlip = Seen & { orders: LockedOrder[]; posting: Posting };

const ordersIn = (given: Given) =>
  [...new Set(given.flatMap(({ orderId }) => orderId ?? []))].toSorted();

async function readSlip({ tx, user }: Writer, paymentId: string): Promise<Seen> {
  const [slip] = await tx
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable._id, paymentId), ownBranchOnly(user, paymentTable.branchId)));
  if (!slip) throw new ApiError('notFound');
  return { slip, given: await allocationsOf(tx, [paymentId]) };
}

/** Locks a slip without an order, such as one whose order is void, by its payer alone. */
async function lockAlone({ tx, user }: Writer, slip: Payment): Promise<Posting> {
  const { payerParentId, payerStudentId } = await mergedPayer(tx, slip);
  await takeLocks(tx, {
    parents: [payerParentId ?? []].flat(),
    students: [payerStudentId ?? []].flat(),
    payments: [slip._id],
  });
  return beginPosting(await openBooks(tx, [slip.branchId]), user);
}

/**
 * Locks a slip in the common order of all writes. Throws unless it is pending and was recorded by
 * somebody else.
 */
export async function lockSlip(writer: Writer, paymentId: string): Promise<LockedSlip> {
  const { tx, user } = writer;
  const seen = await readSlip(writer, paymentId);
  const ids = ordersIn(seen.given);
  // A transfer may have moved its money to an order of another branch, which the verifier may not
  // see.
  const locked =
    ids.length === 0
      ? { orders: [], posting: await lockAlone(writer, seen.slip) }
      : await lockOrders({ tx, user: undefined }, ids, {
          ofMany: true,
          ofBranches: true,
          books: [seen.slip.branchId],
        });
  const { slip, given } = await readSlip(writer, paymentId);
  if (ordersIn(given).join() !== ids.join()) throw new RetryTransaction();
  if (slip.state !== 'pending' || slip.amountLAK < 0) throw new ApiError('slipDecided');
  if (slip.recordedById === user._id) throw new ApiError('recordedByYou');
  for (const order of locked.orders) requireRunning(order, locked.posting.at);
  return { slip, given, orders: locked.orders, posting: { ...locked.posting, user } };
}

/** The allocations of the slip to one order. */
export const allocationsTo = (given: Given, orderId: string): Given =>
  given.filter((one) => one.orderId === orderId);
