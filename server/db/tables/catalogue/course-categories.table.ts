import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { CourseCategoryInput } from '#contract/courses/course-categories.ts';
import { changeColumns, idColumn } from '#server/db/columns.ts';

export const courseCategoryTable = pgTable('course_categories', {
  _id: idColumn(),
  code: text('code').notNull().unique(),
  nameEn: text('name_en').notNull(),
  nameLo: text('name_lo').notNull(),
  colour: text('colour').$type<CourseCategoryInput['colour']>().notNull(),
  position: integer('position').notNull(),
  active: boolean('active').notNull(),
  search: text('search').notNull(),
  ...changeColumns(),
});
