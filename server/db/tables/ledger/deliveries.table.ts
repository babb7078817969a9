import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
  timestampColumn,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { productTable } from '#server/db/tables/catalogue/products.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const deliveryTable = pgTable(
  'deliveries',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    supplier: text('supplier').notNull(),
    supplierNote: text('supplier_note').notNull(),
    receivedById: uuid('received_by_id').references(() => userTable._id),
    receivedAt: timestampColumn('received_at').notNull(),
    takenBackAt: timestampColumn('taken_back_at'),
    takenBackById: uuid('taken_back_by_id').references(() => userTable._id),
    takenBackReason: text('taken_back_reason').notNull().default(''),
    search: text('search').notNull(),
  },
  (table) => [
    index('deliveries_branch').on(table.branchId, table.receivedAt),
    index('deliveries_search').using('gin', table.search.op('gin_trgm_ops')),
  ],
);

export const deliveryLineTable = pgTable(
  'delivery_lines',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryTable._id),
    position: integer('position').notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => productTable._id),
    quantity: integer('quantity').notNull(),
    costAmount: money('cost_amount'),
    costCurrency: currency('cost_currency'),
    costLAK: money('cost_lak'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.position] }),
    check('delivery_lines_quantity', sql`${table.quantity} > 0`),
    ...moneyChecks('delivery_lines', [table.costAmount, table.costLAK]),
    currencyCheck('delivery_lines', table.costCurrency),
  ],
);
