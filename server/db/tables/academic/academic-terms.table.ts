import { sql } from 'drizzle-orm';
import { boolean, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Holiday, TermStatus } from '#contract/courses/academic-terms.ts';
import { changeColumns, idColumn } from '#server/db/columns.ts';

export const academicTermTable = pgTable(
  'academic_terms',
  {
    _id: idColumn(),
    name: text('name').notNull(),
    code: text('code').notNull().unique(),
    academicYear: text('academic_year').notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    enrolFrom: date('enrol_from', { mode: 'string' }),
    enrolTo: date('enrol_to', { mode: 'string' }),
    /** Empty for all branches. */
    branchIds: uuid('branch_ids').array().notNull(),
    holidays: jsonb('holidays').$type<Holiday[]>().notNull(),
    status: text('status').$type<TermStatus>().notNull(),
    isCurrent: boolean('is_current').notNull().default(false),
    isEnrolmentDefault: boolean('is_enrolment_default').notNull().default(false),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    uniqueIndex('academic_terms_name_unique').on(table.academicYear, sql`lower(${table.name})`),
    uniqueIndex('academic_terms_one_current')
      .on(table.isCurrent)
      .where(sql`${table.isCurrent}`),
    uniqueIndex('academic_terms_one_default')
      .on(table.isEnrolmentDefault)
      .where(sql`${table.isEnrolmentDefault}`),
    index('academic_terms_search').using('gin', table.search.op('gin_trgm_ops')),
  ],
);
