import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { MAX_BEST_SELLERS } from '#contract/desk/desk.ts';
import type { Db } from '#server/db/client.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';

const DAYS = 90;

/** The products that this branch has sold most of in the last months, the most first. */
export async function bestSellersOf(db: Db, branchId: string, today: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select line.product_id as id
    from ${orderTable} sold
      join ${orderLineTable} line on line.order_id = sold.id
      join ${productTable} product on product.id = line.product_id and product.active
    where sold.branch_id = ${branchId} and sold.confirmed_day >= ${addDays(today, -DAYS)}
    group by line.product_id
    having sum(line.quantity) > 0
    order by sum(line.quantity) desc, line.product_id limit ${MAX_BEST_SELLERS}`);
  return rows.map(({ id }) => id);
}
