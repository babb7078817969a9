import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import {
  linesLeft,
  loadSources,
  priceIn,
  type PricedTransfer,
  type TransferTerms,
} from './transfer-sums.ts';

/**
 * Prices the remaining lines in the new class. Throws if nothing is left, or if the new class has
 * no price.
 */
export async function priceTransfer(
  db: Db | Tx,
  orders: readonly LockedOrder[],
  wanted: TransferTerms,
  now: string,
): Promise<PricedTransfer> {
  const lines = await linesLeft(db, orders, wanted);
  if (lines.length === 0) throw new ApiError('transferNothingLeft');
  const moved = priceIn(
    lines,
    wanted,
    await loadSources(db, { place: wanted.place, classIds: [wanted.toClassId], now }),
  );
  if ('problem' in moved) throw new ApiError(moved.problem, { n: moved.n });
  if (moved.length === 0) throw new ApiError('transferNothingLeft');
  return { lines, moved };
}
