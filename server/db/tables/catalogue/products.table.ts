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
import type { Needed } from '#contract/stock/products.ts';
import {
  changeColumns,
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
} from '#server/db/columns.ts';
import { courseTable } from './courses.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { productCategoryTable } from './product-categories.table.ts';

export const productTable = pgTable(
  'products',
  {
    _id: idColumn(),
    sku: text('sku').notNull().unique(),
    barcode: text('barcode').notNull(),
    nameEn: text('name_en').notNull(),
    nameLo: text('name_lo').notNull(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => productCategoryTable._id),
    price: money('price').notNull(),
    currency: currency('currency').notNull(),
    /** The cost as it was typed, with its currency; both are null while no cost is known. */
    costAmount: money('cost_amount'),
    costCurrency: currency('cost_currency'),
    costLAK: money('cost_lak'),
    unit: text('unit').notNull(),
    photoFileId: uuid('photo_file_id').references(() => fileTable._id),
    trackStock: boolean('track_stock').notNull(),
    active: boolean('active').notNull(),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('products_search').using('gin', table.search.op('gin_trgm_ops')),
    index('products_category').on(table.categoryId),
    uniqueIndex('products_barcode')
      .on(table.barcode)
      .where(sql`${table.barcode} <> ''`),
    ...moneyChecks('products', [table.price, table.costAmount, table.costLAK]),
    currencyCheck('products', table.currency),
    currencyCheck('products', table.costCurrency),
  ],
);

/** The products that students of a course need. */
export const courseProductTable = pgTable(
  'course_products',
  {
    courseId: uuid('course_id')
      .notNull()
      .references(() => courseTable._id),
    productId: uuid('product_id')
      .notNull()
      .references(() => productTable._id),
    quantity: integer('quantity').notNull(),
    needed: text('needed').$type<Needed>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.productId] }),
    index('course_products_product').on(table.productId),
    check('course_products_quantity', sql`${table.quantity} > 0`),
  ],
);
