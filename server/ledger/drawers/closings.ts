import { uuidv7 } from 'uuidv7';
import type { Writer } from '#server/lib/writer.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';

type Closing = Pick<
  typeof closingTable.$inferInsert,
  'branchId' | 'day' | 'act' | 'content' | 'reason' | 'at'
>;

/** Records that a whole day was closed or opened again. */
export async function addDayClosing({ tx, user }: Writer, closing: Closing): Promise<void> {
  const row = { ...closing, _id: uuidv7(), shiftId: null, byId: user._id };
  await tx.insert(closingTable).values(row);
}
