import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';

/**
 * Stored sums of money that are not what their rows add up to, over the whole database: orders,
 * free money, and goods that are kept.
 */
export async function wrongSums(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select 'order' as what, orders.number as which from orders
    left join lateral (select coalesce(sum(amount_lak), 0) as total from order_lines where order_id = orders.id) lines on true
    left join lateral (
      select coalesce(sum(given.amount_lak) filter (where payment.state = 'confirmed'), 0) as paid, coalesce(sum(given.amount_lak) filter (where payment.state = 'pending'), 0) as pending
      from allocations given join payments payment on payment.id = given.payment_id where given.order_id = orders.id
    ) money on true
    where total_lak <> lines.total or paid_lak <> money.paid or pending_lak <> money.pending
    union all
    select 'payment', payments.id::text from payments
    left join lateral (select coalesce(sum(amount_lak), 0) as given from allocations where payment_id = payments.id) uses on true
    where uses.given < 0 or free_lak <> case when state in ('pending', 'confirmed') and amount_lak > 0 then amount_lak - uses.given else 0 end
    union all
    select 'kept goods', product.sku from (
      select line.product_id, orders.branch_id, sum(line.quantity) + coalesce(sum((select sum(qty_change) from stock_movements move where move.line_id = line.id)), 0) as kept
      from order_lines line join orders on orders.id = line.order_id where line.kind = 'product' group by 1, 2
    ) goods join products product on product.id = goods.product_id and product.track_stock
    join stock_levels level on level.product_id = goods.product_id and level.branch_id = goods.branch_id
    where level.reserved <> goods.kept`);
  return rows;
}
