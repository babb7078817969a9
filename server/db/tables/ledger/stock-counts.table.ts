import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StockCount } from '#contract/stock/stock-counts.ts';
import { idColumn, money, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productCategoryTable } from '#server/db/tables/catalogue/product-categories.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const stockCountTable = pgTable(
  'stock_counts',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    categoryId: uuid('category_id').references(() => productCategoryTable._id),
    status: text('status').$type<StockCount['status']>().notNull().default('open'),
    blind: boolean('blind').notNull(),
    reason: text('reason').notNull().default(''),
    differing: integer('differing'),
    /** Kip, with its sign: the value that a finished count found above (or below) the books. */
    differenceLAK: money('difference_lak'),
    openedById: uuid('opened_by_id').references(() => userTable._id),
    openedAt: timestampColumn('opened_at').notNull(),
    closedById: uuid('closed_by_id').references(() => userTable._id),
    closedAt: timestampColumn('closed_at'),
    search: text('search').notNull(),
  },
  (table) => [index('stock_counts_branch').on(table.branchId, table.openedAt)],
);

export const countLineTable = pgTable(
  'count_lines',
  {
    countId: uuid('count_id')
      .notNull()
      .references(() => stockCountTable._id),
    productId: uuid('product_id')
      .notNull()
      .references(() => productTable._id),
    /**
     * The branch of the sheet while it is open, else null: a product is on one open sheet of a
     * branch.
     */
    openInBranchId: uuid('open_in_branch_id').references(() => branchTable._id),
    counted: integer('counted'),
    expected: integer('expected'),
    /** The last movement that came before the count of this line. */
    seq: integer('seq'),
    countedById: uuid('counted_by_id').references(() => userTable._id),
    countedAt: timestampColumn('counted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.countId, table.productId] }),
    uniqueIndex('count_lines_open')
      .on(table.openInBranchId, table.productId)
      .where(sql`${table.openInBranchId} is not null`),
    check('count_lines_counted', sql`${table.counted} >= 0`),
  ],
);
