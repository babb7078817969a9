import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { changeColumns, idColumn } from '#server/db/columns.ts';
import { courseCategoryTable } from './course-categories.table.ts';

export const courseTable = pgTable(
  'courses',
  {
    _id: idColumn(),
    code: text('code').notNull().unique(),
    nameEn: text('name_en').notNull(),
    nameLo: text('name_lo').notNull(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => courseCategoryTable._id),
    level: text('level').notNull(),
    nextCourseId: uuid('next_course_id').references((): AnyPgColumn => courseTable._id),
    minAge: integer('min_age'),
    maxAge: integer('max_age'),
    totalHours: integer('total_hours'),
    totalSessions: integer('total_sessions'),
    defaultCapacity: integer('default_capacity'),
    description: text('description').notNull(),
    active: boolean('active').notNull(),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('courses_search').using('gin', table.search.op('gin_trgm_ops')),
    index('courses_category').on(table.categoryId),
  ],
);
