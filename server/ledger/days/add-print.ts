import { and, eq, max } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { Writer } from '#server/lib/writer.ts';
import { printTable } from '#server/db/tables/ledger/books.table.ts';

/** Counts one more print of a paper, whose row the caller has locked. */
export async function addPrint(
  { tx, user }: Writer,
  paper: (typeof printTable.$inferInsert)['paper'],
  ofId: string,
): Promise<number> {
  const [last] = await tx
    .select({ copy: max(printTable.copy) })
    .from(printTable)
    .where(and(eq(printTable.paper, paper), eq(printTable.ofId, ofId)));
  const copy = (last?.copy ?? 0) + 1;
  const at = await transactionNow(tx);
  await tx.insert(printTable).values({ _id: uuidv7(), paper, ofId, copy, byId: user._id, at });
  return copy;
}
