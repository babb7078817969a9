import { date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TeacherInput } from '#contract/people/teachers.ts';
import { changeColumns, idColumn, personColumns } from '#server/db/columns.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

export const teacherTable = pgTable(
  'teachers',
  {
    _id: idColumn(),
    teacherCode: text('teacher_code').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    firstNameEn: text('first_name_en').notNull().default(''),
    lastNameEn: text('last_name_en').notNull().default(''),
    phone: text('phone').notNull(),
    email: text('email').notNull().default(''),
    gender: text('gender').$type<TeacherInput['gender']>().notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    nationality: text('nationality').notNull().default(''),
    photoFileId: uuid('photo_file_id').references(() => fileTable._id),
    branchIds: uuid('branch_ids').array().notNull(),
    employmentType: text('employment_type').$type<TeacherInput['employmentType']>(),
    qualifications: text('qualifications').notNull().default(''),
    startDate: date('start_date', { mode: 'string' }),
    unavailability: jsonb('unavailability')
      .$type<TeacherInput['unavailability']>()
      .notNull()
      .default([]),
    note: text('note').notNull().default(''),
    status: text('status').$type<TeacherInput['status']>().notNull().default('active'),
    ...personColumns(),
    ...changeColumns(),
  },
  (table) => [
    index('teachers_search').using('gin', table.search.op('gin_trgm_ops')),
    index('teachers_branches').using('gin', table.branchIds),
    index('teachers_phone').on(table.phone),
  ],
);
