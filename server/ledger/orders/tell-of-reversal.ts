import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Writer } from '#server/lib/writer.ts';
import { raiseAlert, raiseAlertOnce } from '#server/centre/alerts/raise-alert.ts';
import { printTable } from '#server/db/tables/ledger/books.table.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

/** More undos and voids than these, of one person on one day, are an alert. */
const FREE_REVERSALS = 3;
const reversals = ['undo', 'void', 'voidReceipt'];

type Reversal = {
  branchId: string;
  /** The number of the order or receipt, by which people know it. */
  number: string;
  amountLAK: number;
  day: string;
};

/**
 * Tells the superadmins of a person who undoes and voids often. Called behind the lock of the
 * books, before the act itself stands in the audit log.
 */
export async function tellOfReversal(
  { tx, user }: Writer,
  { branchId, number, amountLAK, day }: Reversal,
): Promise<void> {
  const { actorId, action, at, requestId } = auditTable;
  // An act may have several rows, one for each order.
  const [earlier] = await tx
    .select({ n: sql<number>`count(distinct ${requestId})::int` })
    .from(auditTable)
    .where(
      and(
        eq(actorId, user._id),
        gt(at, sql`now() - interval '24 hours'`),
        inArray(action, reversals),
        sql`(${at} at time zone 'Asia/Vientiane')::date = ${day}::date`,
      ),
    );
  const n = (earlier?.n ?? 0) + 1;
  if (n <= FREE_REVERSALS) return;
  await raiseAlertOnce(tx, {
    kind: 'manyReversals',
    branchId,
    subjectId: user._id,
    detail: `${n} · ${number}`,
    amountLAK,
  });
}

/** Tells the superadmins of an undo whose receipt the payer may hold in the hand. */
export async function tellOfPrinted(
  { tx, user }: Writer,
  receiptId: string | undefined,
  { branchId, number, amountLAK }: Reversal,
): Promise<void> {
  if (receiptId === undefined) return;
  const ofReceipt = and(eq(printTable.paper, 'receipt'), eq(printTable.ofId, receiptId));
  if ((await tx.$count(printTable, ofReceipt)) === 0) return;
  await raiseAlert(tx, {
    kind: 'undoneAfterPrint',
    branchId,
    subjectId: user._id,
    detail: number,
    amountLAK,
  });
}
