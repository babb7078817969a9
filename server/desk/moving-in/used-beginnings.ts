import { sql } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db } from '#server/db/client.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import { numberGapTable } from '#server/db/tables/ledger/books.table.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { openingCashTable } from '#server/db/tables/ledger/opening-cash.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';
import { numberSeriesTable } from '#server/db/tables/log/number-series.table.ts';

/**
 * Beginnings from which somebody has gone on: series of papers with a later number, drawers that
 * were opened and safes that were counted.
 */
export async function usedBeginnings(
  db: Db,
  moveId: string,
): Promise<{ kind: MovingSheetKind; name: string }[]> {
  const { rows } = await db.execute<{ kind: MovingSheetKind; name: string }>(sql`
    select sheet.kind, row.name
    from ${movingRowTable} row
    join ${movingSheetTable} sheet on sheet.id = row.sheet_id
    where row.move_id = ${moveId} and row.state = 'in' and (
      exists (
        select from ${numberGapTable} gap
        join ${numberSeriesTable} series
          on series.kind = gap.kind and series.branch_id = gap.branch_id
            and series.year = gap.year
        where gap.id = row.record_id and series.last <> gap.last)
      or exists (
        select from ${openingCashTable} cash
        where cash.id = row.record_id and (
          exists (select from ${shiftTable} shift where shift.drawer_id = cash.drawer_id)
          or cash.drawer_id is null and exists (
            select from ${safeMovementTable} movement
            where movement.branch_id = cash.branch_id and movement.kind = 'counted'))))
    order by row.position`);
  return rows;
}
