import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addPaidIn } from './drawer-writes.ts';
import { addSafeMovements } from './safe-movements.ts';
import { safeBalance } from './safe-sums.ts';

/** Throws if the safe holds less of the currency. */
export async function requireInSafe(
  tx: Tx,
  branchId: string,
  { currency, amount }: { currency: PriceCurrency; amount: number },
): Promise<void> {
  if (amount > (await safeBalance(tx, branchId))[currency]) throw new ApiError('safeTooLittle');
}

type Where = { branchId: string; shiftId: string; at: string };
type FromSafe = { currency: PriceCurrency; amount: number; reason: string; receivedBy: string };

/** Moves money from the safe into a drawer, in one write. The book must be locked. */
export async function takeFromSafe(
  writer: Writer,
  { branchId, shiftId, at }: Where,
  money: FromSafe,
): Promise<void> {
  await requireInSafe(writer.tx, branchId, money);
  const drawerMovementId = await addPaidIn(writer, shiftId, at, money);
  await addSafeMovements(writer, at, [
    { ...money, branchId, kind: 'toDrawer', amount: -money.amount, drawerMovementId },
  ]);
}
