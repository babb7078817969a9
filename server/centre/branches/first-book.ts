import { inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '#server/db/client.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { bookTable } from '#server/db/tables/ledger/books.table.ts';

/** A new branch starts with a book and one drawer, so that its desk can take money at once. */
export async function addBooks(tx: Tx, branchIds: readonly string[]): Promise<void> {
  if (branchIds.length === 0) return;
  await tx.insert(bookTable).values(branchIds.map((branchId) => ({ branchId })));
  await tx
    .insert(drawerTable)
    .values(branchIds.map((branchId) => ({ _id: uuidv7(), branchId, name: 'Desk 1' })));
}

/** Takes away the books and drawers of branches that nobody has worked in. */
export async function removeBooks(tx: Tx, branchIds: readonly string[]): Promise<void> {
  await tx.delete(drawerTable).where(inArray(drawerTable.branchId, [...branchIds]));
  await tx.delete(bookTable).where(inArray(bookTable.branchId, [...branchIds]));
}
