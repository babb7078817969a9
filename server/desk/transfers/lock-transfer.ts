import { ApiError } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { clashLocks } from '#server/academic/classes/clashes.ts';
import { ordersCharging } from '#server/ledger/orders/leaving.ts';
import { lockOrders, type LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { requireRunning } from '#server/ledger/orders/waiting-places.ts';
import { readPlace, type OldPlace } from './transfer-facts.ts';

type Seen = { place: Pick<OldPlace, '_id' | 'classId' | 'studentId'>; toClassId: string };

const locksOf = ({ place, toClassId }: Seen) => ({
  classes: [place.classId, toClassId],
  advisoryKeys: clashLocks({ studentIds: [place.studentId] }),
  students: [place.studentId],
});

/** Reads the enrolment again after locking; a merge may have given it to another student since. */
async function lookAgain({ tx }: Writer, { place }: Seen): Promise<OldPlace> {
  const now = await readPlace(tx, undefined, place._id);
  if (now.studentId !== place.studentId || now.classId !== place.classId)
    throw new RetryTransaction();
  return now;
}

/** Locks the rows of a request while no money moves: both classes and the student. */
export async function lockPlaces(writer: Writer, seen: Seen): Promise<OldPlace> {
  await takeLocks(writer.tx, locksOf(seen));
  return lookAgain(writer, seen);
}

/**
 * Locks the same rows and the orders that charge the enrolment, and opens the books of both
 * branches.
 */
export async function lockMoney(
  writer: Writer,
  seen: Seen & { toBranchId: string },
): Promise<{ place: OldPlace; bills: LockedOrders }> {
  const { tx, user } = writer;
  const orderIds = await ordersCharging(tx, [seen.place._id]);
  if (orderIds.length === 0) throw new ApiError('transferNotCharged');
  // The person who decides for the new branch moves money of the old one, so the user's branch is
  // not checked here.
  const bills = await lockOrders({ tx, user: undefined }, orderIds, {
    ofMany: true,
    books: [seen.toBranchId],
    ...locksOf(seen),
  });
  for (const locked of bills.orders) requireRunning(locked, bills.posting.at);
  const place = await lookAgain(writer, seen);
  if ((await ordersCharging(tx, [place._id])).some((id) => !orderIds.includes(id)))
    throw new RetryTransaction();
  return { place, bills: { ...bills, posting: { ...bills.posting, user } } };
}
