import type { PriceCurrency } from '#contract/money/currencies.ts';
import { uuidv7 } from 'uuidv7';
import type { Writer } from '#server/lib/writer.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';

type FromDrawer = {
  drawerMovementId: string;
  currency: PriceCurrency;
  amount: number;
  reason: string;
  receivedBy: string;
};

/** Adds the safe's side of money that a drawer puts into it; `amount` is above zero. */
export async function addFromDrawer(
  { tx, user }: Writer,
  { branchId, at }: { branchId: string; at: string },
  movements: readonly FromDrawer[],
): Promise<void> {
  if (movements.length === 0) return;
  await tx.insert(safeMovementTable).values(
    movements.map((one) => ({
      ...one,
      _id: uuidv7(),
      kind: 'fromDrawer' as const,
      branchId,
      byId: user._id,
      at,
    })),
  );
}
