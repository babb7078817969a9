import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addSafeMovements } from './safe-movements.ts';

type FromDrawer = {
  drawerMovementId: string;
  currency: PriceCurrency;
  amount: number;
  reason: string;
  receivedBy: string;
};

/** Adds the safe's side of money that a drawer puts into it; `amount` is above zero. */
export async function addFromDrawer(
  writer: Writer,
  { branchId, at }: { branchId: string; at: string },
  movements: readonly FromDrawer[],
): Promise<void> {
  const rows = movements.map((one) => ({ ...one, kind: 'fromDrawer' as const, branchId }));
  await addSafeMovements(writer, at, rows);
}
