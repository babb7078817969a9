import { uuidv7 } from 'uuidv7';
import type { Writer } from '#server/lib/writer.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';

type Movement = Omit<typeof safeMovementTable.$inferInsert, '_id' | 'byId' | 'at'>;

/** Writes movements of the safe; the book must be locked. */
export async function addSafeMovements(
  { tx, user }: Writer,
  at: string,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map((one) => ({ ...one, _id: uuidv7(), byId: user._id, at }));
  await tx.insert(safeMovementTable).values(rows);
}
