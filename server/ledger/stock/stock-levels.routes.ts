import { stockLevels } from '#contract/stock/stock-levels.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { stockLevelTable as table } from '#server/db/tables/ledger/stock.table.ts';

/** Stock levels of all branches, so that a clerk can see whether another branch has the book. */
export function stockLevelRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, stockLevels, {
    table,
    branch: 'whole-centre',
    query: stockLevels.query,
    order: [table.productId, table.branchId],
  });
}
