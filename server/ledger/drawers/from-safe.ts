import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addPaidIn } from './drawer-writes.ts';
import { addSafeMovements } from './safe-movements.ts';
import { safeBalance } from './safe-sums.ts';

/** Throws if the safe holds less, and names every currency that it holds too little of. */
export async function requireInSafe(
  tx: Tx,
  branchId: string,
  sums: readonly { currency: PriceCurrency; amount: number }[],
): Promise<void> {
  const balance = await safeBalance(tx, branchId);
  const short = sums.filter(({ currency, amount }) => amount > balance[currency]);
  if (short.length > 0)
    throw new ApiError('safeTooLittle', { n: short.map(({ currency }) => currency).join(', ') });
}

type Where = { branchId: string; shiftId: string; at: string };
type FromSafe = { currency: PriceCurrency; amount: number; reason: string; receivedBy: string };

/** Moves sums from the safe into a drawer, in one write. The book must be locked. */
export async function takeFromSafe(
  writer: Writer,
  { branchId, shiftId, at }: Where,
  sums: readonly FromSafe[],
): Promise<void> {
  await requireInSafe(writer.tx, branchId, sums);
  for (const money of sums) {
    const drawerMovementId = await addPaidIn(writer, shiftId, at, money);
    await addSafeMovements(writer, at, [
      { ...money, branchId, kind: 'toDrawer', amount: -money.amount, drawerMovementId },
    ]);
  }
}
