import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StockTransferStatus } from '#contract/stock/stock-transfers.ts';
import { changeColumns, idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const stockTransferTable = pgTable(
  'stock_transfers',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    fromBranchId: uuid('from_branch_id')
      .notNull()
      .references(() => branchTable._id),
    toBranchId: uuid('to_branch_id')
      .notNull()
      .references(() => branchTable._id),
    note: text('note').notNull(),
    status: text('status').$type<StockTransferStatus>().notNull().default('draft'),
    createdById: uuid('created_by_id').references(() => userTable._id),
    sentById: uuid('sent_by_id').references(() => userTable._id),
    sentAt: timestampColumn('sent_at'),
    endedById: uuid('ended_by_id').references(() => userTable._id),
    endedAt: timestampColumn('ended_at'),
    endReason: text('end_reason').notNull().default(''),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('stock_transfers_from').on(table.fromBranchId, table.createdAt),
    index('stock_transfers_to').on(table.toBranchId, table.createdAt),
    check('stock_transfers_branches', sql`${table.fromBranchId} <> ${table.toBranchId}`),
  ],
);

export const transferLineTable = pgTable(
  'transfer_lines',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => stockTransferTable._id),
    productId: uuid('product_id')
      .notNull()
      .references(() => productTable._id),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    missing: integer('missing').notNull().default(0),
    damaged: integer('damaged').notNull().default(0),
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.transferId, table.productId] }),
    check('transfer_lines_quantity', sql`${table.quantity} > 0`),
    check(
      'transfer_lines_short',
      sql`${table.missing} >= 0 and ${table.damaged} >= 0 and ${table.missing} + ${table.damaged} <= ${table.quantity}`,
    ),
  ],
);
