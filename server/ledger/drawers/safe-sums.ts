import { eq, sql } from 'drizzle-orm';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { safeMovementTable as table } from '#server/db/tables/ledger/safe.table.ts';
import { zeroSums } from './drawer-sums.ts';

/** The money in the safe of a branch: the sum of its movements. */
export async function safeBalance(db: Db | Tx, branchId: string): Promise<CurrencySums> {
  const { currency } = table;
  const rows = await db
    .select({ currency, amount: sql<string>`sum(${table.amount})` })
    .from(table)
    .where(eq(table.branchId, branchId))
    .groupBy(currency);
  const sums = zeroSums();
  for (const row of rows) sums[row.currency] = Number(row.amount);
  return sums;
}
