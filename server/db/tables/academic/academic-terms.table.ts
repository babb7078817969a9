import { sql } from 'drizzle-orm';
import { date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
    currentUntil: date('current_until', { mode: 'string' }),
    defaultFrom: date('default_from', { mode: 'string' }),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    uniqueIndex('academic_terms_name_unique').on(table.academicYear, sql`lower(${table.name})`),
    index('academic_terms_search').using('gin', table.search.op('gin_trgm_ops')),
  ],
);
