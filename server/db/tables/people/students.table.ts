import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StudentInput } from '#contract/people/students.ts';
import { changeColumns, idColumn, personColumns } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

export const studentTable = pgTable(
  'students',
  {
    _id: idColumn(),
    studentCode: text('student_code').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    firstNameEn: text('first_name_en').notNull().default(''),
    lastNameEn: text('last_name_en').notNull().default(''),
    nickname: text('nickname').notNull().default(''),
    gender: text('gender').$type<StudentInput['gender']>().notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    photoFileId: uuid('photo_file_id').references(() => fileTable._id),
    nationality: text('nationality').notNull().default(''),
    idNumber: text('id_number').notNull().default(''),
    currentSchool: text('current_school').notNull().default(''),
    grade: text('grade').notNull().default(''),
    village: text('village').notNull().default(''),
    district: text('district').notNull().default(''),
    provinceCode: text('province_code').$type<StudentInput['provinceCode']>(),
    homeBranchId: uuid('home_branch_id')
      .notNull()
      .references(() => branchTable._id),
    healthNote: text('health_note').notNull().default(''),
    note: text('note').notNull().default(''),
    source: text('source').$type<StudentInput['source']>(),
    priceCategory: text('price_category').notNull().default(''),
    status: text('status').$type<StudentInput['status']>().notNull().default('prospect'),
    statusReason: text('status_reason').notNull().default(''),
    /** The record that replaced this one; it is never itself a merged one. */
    mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => studentTable._id),
    /**
     * `search` also holds the guardians' search text, behind a line break: a trigger adds it
     * (migration 0000).
     */
    ...personColumns(),
    ...changeColumns(),
  },
  (table) => [
    // For finding a record by the codes of records merged into it; few records have any.
    index('students_merged')
      .on(table.mergedIntoId)
      .where(sql`${table.mergedIntoId} is not null`),
    index('students_search').using('gin', table.search.op('gin_trgm_ops')),
    index('students_phone').on(table.phone),
    index('students_name_key').on(table.nameKey),
    // Indexes for the orders of the list; the first one within a branch, as a desk sees it. It also
    // counts a branch's students.
    index('students_branch_first_name').on(
      table.homeBranchId,
      table.archived,
      sql`lower(${table.firstName})`,
      table._id,
    ),
    index('students_first_name').on(sql`lower(${table.firstName})`, table._id),
    index('students_last_name').on(sql`lower(${table.lastName})`, table._id),
    index('students_code').on(sql`lower(${table.studentCode})`, table._id),
    // Students without a birthday come last in both directions.
    index('students_birthday').on(sql`coalesce(${table.dateOfBirth}, 'infinity'::date)`, table._id),
    index('students_birthday_down').on(
      sql`coalesce(${table.dateOfBirth}, '-infinity'::date)`,
      table._id,
    ),
    index('students_created').on(table.createdAt, table._id),
    index('students_branch_created').on(table.homeBranchId, table.createdAt, table._id),
  ],
);

/** The name of a student in answers: `calledName` of the contract. */
export const studentName = {
  firstName: studentTable.firstName,
  lastName: studentTable.lastName,
  firstNameEn: studentTable.firstNameEn,
  lastNameEn: studentTable.lastNameEn,
  nickname: studentTable.nickname,
};
