import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { stockMovementTable, stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';

/** A level whose stored sums differ from its rows, or that is below zero where it must not be. */
export type StockDifference = {
  productId: string;
  branchId: string;
  sku: string;
  branch: string;
  onHand: number;
  moved: number;
  reserved: number;
  /** Pieces sold and not handed over: order lines and corrections, less their movements. */
  promised: number;
  problem: 'sum' | 'running' | 'numbers' | 'belowZero' | 'reserved';
};

/**
 * Compares all levels with their movements and with what orders have sold, in one statement, so
 * that it sees all of them at one moment: on hand is the sum of all changes, `qtyAfter` the sum up
 * to its row, the numbers run from 1 to `seq` without a gap, and reserved is (ordered − corrected)
 * − (handed over − come back).
 */
export async function checkStock(db: Db | Tx): Promise<StockDifference[]> {
  const { rows } = await db.execute<StockDifference>(sql`
    with running as (
      select product_id, branch_id, seq, qty_after, qty_change,
        sum(qty_change) over (partition by product_id,
          branch_id order by seq rows unbounded preceding) as sum_after
      from ${stockMovementTable}
    ), moved as (
      select product_id, branch_id, sum(qty_change)::int as total, count(*)::int as rows,
        min(seq) as first, max(seq) as last,
        bool_and(qty_after = sum_after) as runs
      from running group by product_id, branch_id
    ), lines as (
      select coalesce(line.product_id, charged.product_id) as product_id, sold.branch_id,
        sum(line.quantity)::int as ordered
      from ${orderLineTable} line
      join ${orderTable} sold on sold.id = line.order_id
      left join ${orderLineTable} charged on charged.id = line.of_line_id
      where line.quantity <> 0 and coalesce(line.product_id, charged.product_id) is not null
      group by 1, 2
    ), handed as (
      select product_id, branch_id, sum(qty_change)::int as total from ${stockMovementTable}
      where line_id is not null and type in ('sale', 'saleReturn')
      group by product_id, branch_id
    ), promised as (
      select product_id, branch_id, coalesce(ordered, 0) + coalesce(total, 0) as pieces
      from lines full
      join handed using (product_id, branch_id)
      join ${productTable} product on product.id = product_id
      where product.track_stock
    ), compared as (
      select product_id, branch_id, coalesce(on_hand, 0) as on_hand, coalesce(total, 0) as total,
        coalesce(rows, 0) as rows,
        coalesce(level.seq, 0) as seq, coalesce(first, 1) as first, coalesce(last, 0) as last,
        coalesce(runs, true) as runs,
        coalesce(reserved, 0) as reserved, coalesce(pieces, 0) as promised
      from ${stockLevelTable} level full
      join moved using (product_id, branch_id) full
      join promised using (product_id, branch_id)
    )
    select product_id as "productId", branch_id as "branchId", product.sku, branch.code as branch,
      on_hand as "onHand", total as moved, reserved, promised,
      case when on_hand <> total then 'sum' when not runs then 'running' when seq <> last
        or rows <> last or first <> 1 then 'numbers' when reserved <> promised then 'reserved'
        else 'belowZero' end as problem
    from compared
    join ${branchTable} branch on branch.id = branch_id
    join ${productTable} product on product.id = product_id
    where on_hand <> total or not runs or seq <> last or rows <> last or first <> 1
      or reserved <> promised or (on_hand < 0 and not branch.allow_negative_stock)
    order by product_id, branch_id`);
  return rows;
}
