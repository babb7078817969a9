import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { openBooks, beginPosting, type Posting } from '#server/ledger/books/posting.ts';
import { requireOpenShift } from '#server/ledger/drawers/shifts.service.ts';
import {
  freeMoneyOf,
  isSamePayer,
  mergedPayer,
  type FreePayment,
  type Payer,
} from '#server/ledger/orders/payer-account.ts';

export type LockedPayer = { payer: Payer; free: FreePayment[]; posting: Posting };

/**
 * Locks a payer with all free money, the drawer that pays out, and the book of the branch, for
 * writes that touch no order.
 */
export async function lockPayer(
  { tx, user }: Writer,
  written: Payer,
  { branchId, shiftId }: { branchId: string; shiftId: string | null },
): Promise<LockedPayer> {
  const payer = await mergedPayer(tx, written);
  await takeLocks(tx, {
    parents: payer.payerParentId === null ? [] : [payer.payerParentId],
    students: payer.payerStudentId === null ? [] : [payer.payerStudentId],
  });
  if (!isSamePayer(await mergedPayer(tx, written), payer)) throw new RetryTransaction();
  const free = await freeMoneyOf(tx, payer);
  await takeLocks(tx, { payments: free.map(({ _id }) => _id) });
  await takeLocks(tx, { shifts: shiftId === null ? [] : [shiftId] });
  const books = await openBooks(tx, [branchId]);
  if (shiftId !== null) await requireOpenShift(tx, shiftId, books, { ofToday: true });
  return { payer, free, posting: beginPosting(books, user) };
}
