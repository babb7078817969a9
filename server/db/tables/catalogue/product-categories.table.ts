import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { changeColumns, id } from '#server/db/columns.ts';

export const productCategoryTable = pgTable('product_categories', {
  _id: id(),
  code: text('code').notNull().unique(),
  nameEn: text('name_en').notNull(),
  nameLo: text('name_lo').notNull(),
  active: boolean('active').notNull(),
  search: text('search').notNull(),
  ...changeColumns(),
});
