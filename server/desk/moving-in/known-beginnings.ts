import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { numberGapTable } from '#server/db/tables/ledger/books.table.ts';
import { drawerTable, shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { numberSeriesTable } from '#server/db/tables/log/number-series.table.ts';

/** The key of a series of numbers. */
export const seriesKey = (series: {
  kind: string;
  branchId: string | null;
  year: number | null;
}): string => [series.kind, series.branchId ?? '', series.year ?? ''].join(' ');

/** The last number of each series, and the one after which a move let it begin. */
export async function readKnownSeries(
  tx: Db | Tx,
): Promise<Map<string, { last: number; movedIn: number | null }>> {
  const known = new Map<string, { last: number; movedIn: number | null }>();
  for (const { last, ...series } of await tx.select().from(numberSeriesTable))
    known.set(seriesKey(series), { last, movedIn: null });
  for (const gap of await tx
    .select()
    .from(numberGapTable)
    .where(eq(numberGapTable.reason, 'movedIn'))) {
    const begun = known.get(seriesKey(gap));
    if (begun) begun.movedIn = gap.last;
  }
  return known;
}

/** Drawers and safes with the cash of the old book, and those that are in use. */
export async function readKnownCash(tx: Db | Tx) {
  const { drawerId } = shiftTable;
  const { branchId, kind } = safeMovementTable;
  const opened = await tx.selectDistinct({ drawerId }).from(shiftTable);
  const counted = await tx
    .selectDistinct({ branchId })
    .from(safeMovementTable)
    .where(eq(kind, 'counted'));
  return {
    drawers: await tx.select().from(drawerTable),
    openings: await tx.select().from(openingCashTable),
    openedDrawers: new Set(opened.map((shift) => shift.drawerId)),
    countedSafes: new Set(counted.map((one) => one.branchId)),
  };
}
