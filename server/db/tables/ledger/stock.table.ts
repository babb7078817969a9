import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { MovementPaper, MovementType } from '#contract/stock/stock-movements.ts';
import { idColumn, money, moneyChecks, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

const productId = () =>
  uuid('product_id')
    .notNull()
    .references(() => productTable._id);
const branchId = () =>
  uuid('branch_id')
    .notNull()
    .references(() => branchTable._id);

/** Stored sums of the movements; `reserved` counts pieces that were sold and not handed over. */
export const stockLevelTable = pgTable(
  'stock_levels',
  {
    _id: idColumn(),
    productId: productId(),
    branchId: branchId(),
    onHand: integer('on_hand').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** The number of the last movement. */
    seq: integer('seq').notNull().default(0),
    reorderLevel: integer('reorder_level'),
    updatedAt: timestampColumn('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    unique('stock_levels_once').on(table.productId, table.branchId),
    index('stock_levels_branch').on(table.branchId, table.productId),
    check('stock_levels_reserved', sql`${table.reserved} >= 0`),
  ],
);

/** Append-only: movements of stock into and out of a branch. */
export const stockMovementTable = pgTable(
  'stock_movements',
  {
    _id: idColumn(),
    productId: productId(),
    branchId: branchId(),
    type: text('type').$type<MovementType>().notNull(),
    qtyChange: integer('qty_change').notNull(),
    qtyAfter: integer('qty_after').notNull(),
    seq: integer('seq').notNull(),
    paper: text('paper').$type<MovementPaper>().notNull(),
    paperId: uuid('paper_id'),
    paperNumber: text('paper_number').notNull().default(''),
    /**
     * The order line that was handed over or came back; without a reference, because orders stand
     * above stock.
     */
    lineId: uuid('line_id'),
    reason: text('reason').notNull().default(''),
    unitCostLAK: money('unit_cost_lak'),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    unique('stock_movements_seq').on(table.productId, table.branchId, table.seq),
    index('stock_movements_product').on(table.productId, table.at, table._id),
    index('stock_movements_branch').on(table.branchId, table.at, table._id),
    index('stock_movements_at').on(table.at, table._id),
    // The last cost of a product.
    index('stock_movements_bought')
      .on(table.productId, table.at, table._id)
      .where(sql`${table.unitCostLAK} is not null and ${table.type} in ('purchaseIn', 'opening')`),
    index('stock_movements_line').on(table.lineId),
    index('stock_movements_paper').on(table.paperId),
    check('stock_movements_change', sql`${table.qtyChange} <> 0`),
    ...moneyChecks('stock_movements', [table.unitCostLAK]),
  ],
);
