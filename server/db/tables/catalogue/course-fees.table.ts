import { boolean, date, index, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CourseFeeInput } from '#contract/courses/course-fees.ts';
import {
  changeColumns,
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
} from '#server/db/columns.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseTable } from './courses.table.ts';

export const courseFeeTable = pgTable(
  'course_fees',
  {
    _id: idColumn(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courseTable._id),
    name: text('name').notNull(),
    amount: money('amount').notNull(),
    currency: currency('currency').notNull(),
    basis: text('basis').$type<CourseFeeInput['basis']>().notNull(),
    /** Null for all branches. */
    branchId: uuid('branch_id').references(() => branchTable._id),
    termId: uuid('term_id').references(() => academicTermTable._id),
    priceCategory: text('price_category').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    validTo: date('valid_to', { mode: 'string' }),
    prorate: text('prorate').$type<CourseFeeInput['prorate']>().notNull(),
    minDeposit: money('min_deposit'),
    active: boolean('active').notNull(),
    /** The id of the first version of this price. */
    seriesId: uuid('series_id').notNull(),
    replacedById: uuid('replaced_by_id').references((): AnyPgColumn => courseFeeTable._id),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('course_fees_course').on(table.courseId),
    index('course_fees_series').on(table.seriesId),
    ...moneyChecks('course_fees', [table.amount, table.minDeposit]),
    currencyCheck('course_fees', table.currency),
  ],
);
