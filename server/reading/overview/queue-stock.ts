import { sql } from 'drizzle-orm';
import { STOCK_LATE_DAYS } from '#contract/reports/overview-parts.ts';
import { stockTransferTable } from '#server/db/tables/ledger/stock-transfers.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { stockLevelTable } from '#server/db/tables/ledger/stock.table.ts';
import {
  queueColumns,
  ofShown,
  readKind,
  type QueueQuestion,
  type QueueRows,
} from './queue-kind.ts';

/** Products at or below a branch's reorder level. */
export const lowStock = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'lowStock',
    sql`
    select ${queueColumns({
      id: sql.raw('level.id'),
      branchId: sql.raw('level.branch_id'),
      name: sql.raw('product.name_en'),
      nameLo: sql.raw('product.name_lo'),
      code: sql.raw('product.sku'),
      n: sql.raw('level.on_hand - level.reserved'),
      of: sql.raw('level.reorder_level'),
      toId: sql.raw('product.id'),
    })}
    from ${stockLevelTable} level join ${productTable} product on product.id = level.product_id
    where product.active
      and product.track_stock
      and level.on_hand - level.reserved <= level.reorder_level
      and ${ofShown('level.branch_id', branchId)}`,
    { order: sql.raw('n - of_all, code, id') },
  );

/** Stock transfers that have been on their way for days. */
export const stockOnItsWay = ({ db, branchId }: QueueQuestion): Promise<QueueRows> =>
  readKind(
    db,
    'stockTransfer',
    sql`
    select ${queueColumns({
      id: sql.raw('sent.id'),
      branchId: sql.raw('sent.to_branch_id'),
      at: sql.raw('sent.sent_at'),
      code: sql.raw('sent.number'),
      detail: sql.raw(`
      (
        select code from branches where id = sent.from_branch_id
      ) || ' → ' || (select code from branches where id = sent.to_branch_id)`),
    })}
    from ${stockTransferTable} sent
    where sent.status = 'sent'
      and sent.sent_at < clock_timestamp() - interval '${sql.raw(String(STOCK_LATE_DAYS))} days'
      and (${ofShown('sent.from_branch_id', branchId)} or ${ofShown('sent.to_branch_id', branchId)})`,
  );
