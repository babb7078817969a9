import { isNull } from 'drizzle-orm';
import type { CurrencySums } from '#contract/money/drawers.ts';
import type { Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { expectedOf, perCurrency, zeroSums } from './drawer-sums.ts';
import { lastClosingsIn } from './drawers.service.ts';
import { openingCashOf, openingCashOfSafe } from './opening-cash.ts';
import { safeBalance } from './safe-sums.ts';

/** Cash that is somewhere now: in a drawer, or in the safe of a branch where there is no name. */
export type CashNow = { branchId: string; drawer: string | null; sums: CurrencySums };

/**
 * The cash in every safe, and in every drawer that was opened once or has cash of the old book.
 * Money in an open drawer is what its movements come to.
 */
export async function readCashNow(tx: Tx): Promise<CashNow[]> {
  const drawers = await tx.select().from(drawerTable);
  const ids = drawers.map(({ _id }) => _id);
  const open = await tx.select().from(shiftTable).where(isNull(shiftTable.closedAt));
  const inOpen = await expectedOf(
    tx,
    open.map(({ _id }) => _id),
  );
  const openSums = new Map(open.map(({ _id, drawerId }) => [drawerId, inOpen.get(_id)]));
  const left = await lastClosingsIn(tx, ids);
  const opening = await openingCashOf(tx, ids);
  const found = drawers.flatMap(({ _id, branchId, name: drawer }): CashNow[] => {
    const sums = openSums.get(_id) ?? left.get(_id)?.left ?? opening.get(_id);
    return sums ? [{ branchId, drawer, sums }] : [];
  });
  for (const { _id: branchId } of await tx.select({ _id: branchTable._id }).from(branchTable)) {
    const balance = await safeBalance(tx, branchId);
    const old = (await openingCashOfSafe(tx, branchId)) ?? zeroSums();
    const sums = perCurrency((currency) => balance[currency] + old[currency]);
    found.push({ branchId, drawer: null, sums });
  }
  return found;
}
