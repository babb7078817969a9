import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { changeColumns, idColumn } from '#server/db/columns.ts';

export const productCategoryTable = pgTable('product_categories', {
  _id: idColumn(),
  code: text('code').notNull().unique(),
  nameEn: text('name_en').notNull(),
  nameLo: text('name_lo').notNull(),
  active: boolean('active').notNull(),
  search: text('search').notNull(),
  ...changeColumns(),
});
