import { uuidv7 } from 'uuidv7';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addFromDrawer } from './into-safe.ts';
import { drawerMovementTable as table } from '#server/db/tables/ledger/drawer-movements.table.ts';

export type Movement = Omit<typeof table.$inferInsert, '_id' | 'shiftId' | 'at' | 'byId'>;

type Where = { shiftId: string; branchId: string; at: string };

/**
 * Writes movements of a drawer. Money that goes into the safe gets its movement of the safe in the
 * same write.
 */
export async function addMovements(
  writer: Writer,
  { shiftId, branchId, at }: Where,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return;
  const { tx, user } = writer;
  const rows = movements.map((one) => ({ ...one, _id: uuidv7(), shiftId, byId: user._id, at }));
  await tx.insert(table).values(rows);
  const toSafe = rows.filter(({ paidOutKind }) => paidOutKind === 'safe');
  await addFromDrawer(
    writer,
    { branchId, at },
    toSafe.map(({ _id, currency, amount, reason = '', receivedBy = '' }) => ({
      drawerMovementId: _id,
      currency,
      amount: -amount,
      reason,
      receivedBy,
    })),
  );
}

type PaidIn = { currency: PriceCurrency; amount: number; reason: string; receivedBy: string };

/** Pays money from the safe into a drawer; returns the id of the drawer's movement. */
export async function addPaidIn(
  { tx, user }: Writer,
  shiftId: string,
  at: string,
  paidIn: PaidIn,
): Promise<string> {
  const _id = uuidv7();
  await tx.insert(table).values({ _id, shiftId, kind: 'paidIn', ...paidIn, byId: user._id, at });
  return _id;
}
