import { and, eq, inArray, sql } from 'drizzle-orm';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { convert } from '#contract/money/money.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { movingRowTable, movingSheetTable } from '#server/db/tables/desk/moving-in.table.ts';
import type { MovedProduct } from '#server/desk/moving-in/kinds/products.kind.ts';

/** Pieces that a run puts into a branch, and what they have cost; without a cost that is 0. */
type PlannedStock = {
  branchId: string;
  currency: PriceCurrency;
  pieces: number;
  stockLAK: number;
};

type Cost = { currency: PriceCurrency; eachLAK: number };
const noCost: Cost = { currency: 'LAK', eachLAK: 0 };

/** The cost of a new product at the rate that it will be written with. */
function costOf({ cost }: Partial<MovedProduct>, rates: VisitRates): Cost {
  if (!cost) return noCost;
  const { currency, amount } = cost;
  const rate = currency === 'LAK' ? '1' : rates[currency]?.rate;
  return rate === undefined ? noCost : { currency, eachLAK: convert(amount, currency, rate) };
}

/** The opening stock of the rows that a run would write, from what it would write. */
export async function plannedStock(
  db: Db | Tx,
  moveId: string,
  rates: VisitRates,
): Promise<PlannedStock[]> {
  const { _id, recordId, input } = movingRowTable;
  const rows = await db
    .select({ _id, recordId, input, costLAK: productTable.costLAK, of: productTable.costCurrency })
    .from(movingRowTable)
    .innerJoin(movingSheetTable, eq(movingSheetTable._id, movingRowTable.sheetId))
    .leftJoin(productTable, eq(productTable._id, recordId))
    .where(
      and(
        eq(movingRowTable.moveId, moveId),
        eq(movingSheetTable.kind, 'products'),
        inArray(movingRowTable.state, ['ready', 'changed']),
        sql`jsonb_array_length(${input} -> 'openings') > 0`,
      ),
    );
  return rows.flatMap((row) => {
    const product = (row.input ?? {}) as Partial<MovedProduct>;
    // A product that is there keeps its cost.
    const isThere = row.recordId !== row._id;
    const { currency, eachLAK } = isThere
      ? { currency: row.of ?? 'LAK', eachLAK: row.costLAK ?? 0 }
      : costOf(product, rates);
    return (product.openings ?? []).map(({ branchId, quantity }) => ({
      branchId,
      currency,
      pieces: quantity,
      stockLAK: quantity * eachLAK,
    }));
  });
}
