import { and, desc, eq, gt, lte, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { priceCurrencies } from '#contract/currencies.ts';
import type { Change } from '#contract/cash.ts';
import type { VisitInput } from '#contract/visits.ts';
import type { Tx } from '#server/db/client.ts';
import { addDrawerRow, type Posting } from '#server/ledger/books/posting.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';

type OfflineCash = Pick<VisitInput, 'takenOfflineAt' | 'shiftId' | 'tenders'>;

/**
 * The time at which the cash of a visit was taken without network, never later than the posting,
 * because a device's clock may be ahead.
 */
export const cashTakenAt = ({ takenOfflineAt }: OfflineCash, at: string): string | null =>
  takenOfflineAt !== null && takenOfflineAt > at ? at : takenOfflineAt;

/** True if the drawer was counted after the cash went into it and before the visit was sent. */
async function wasCounted(tx: Tx, { at }: Posting, input: OfflineCash): Promise<boolean> {
  const moment = cashTakenAt(input, at);
  if (moment === null || input.shiftId === null) return false;
  const now = alias(shiftTable, 'now');
  const { _id, drawerId, openedAt, closedAt } = shiftTable;
  const then = and(
    eq(now._id, input.shiftId),
    ne(_id, now._id),
    lte(openedAt, moment),
    gt(closedAt, moment),
  );
  const [found] = await tx
    .select({ _id })
    .from(shiftTable)
    .innerJoin(now, eq(now.drawerId, drawerId))
    .where(then)
    .orderBy(desc(openedAt))
    .limit(1);
  return found !== undefined;
}

/**
 * Cash taken offline is posted to the current shift like any other. If its drawer was counted
 * before the visit was sent, the count has already booked it as a difference. Then an opposite
 * movement keeps it from counting twice.
 */
export async function offsetCountedCash(
  tx: Tx,
  posting: Posting,
  input: OfflineCash,
  change: readonly Change[],
): Promise<void> {
  const { shiftId, tenders } = input;
  if (shiftId === null || !(await wasCounted(tx, posting, input))) return;
  for (const currency of priceCurrencies) {
    const came = tenders
      .filter((row) => row.currency === currency)
      .reduce((sum, { tendered }) => sum + tendered, 0);
    const went = change
      .filter((part) => part.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0);
    const kept = came - went;
    if (kept === 0) continue;
    const kind =
      kept > 0
        ? ({ kind: 'paidOut', paidOutKind: 'countedBefore' } as const)
        : ({ kind: 'paidIn' } as const);
    addDrawerRow(posting, {
      shiftId,
      ...kind,
      currency,
      amount: -kept,
      paymentId: null,
      reason: 'Counted before',
    });
  }
}
