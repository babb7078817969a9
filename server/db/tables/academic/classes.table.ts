import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { ClassInput, ClassSession, ClassStatus } from '#contract/classes/classes.ts';
import { changeColumns, idColumn, timestampColumn } from '#server/db/columns.ts';
import { academicTermTable } from './academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const classTable = pgTable(
  'classes',
  {
    _id: idColumn(),
    classCode: text('class_code').notNull().unique(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courseTable._id),
    termId: uuid('term_id')
      .notNull()
      .references(() => academicTermTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    slots: jsonb('slots').$type<ClassInput['slots']>().notNull(),
    roomId: uuid('room_id').references(() => roomTable._id),
    capacity: integer('capacity').notNull(),
    minStudents: integer('min_students').notNull(),
    teacherId: uuid('teacher_id').references(() => teacherTable._id),
    assistantIds: uuid('assistant_ids').array().notNull(),
    deliveryMode: text('delivery_mode').$type<ClassInput['deliveryMode']>().notNull(),
    feeId: uuid('fee_id').references(() => courseFeeTable._id),
    note: text('note').notNull(),
    /** The name that the class had before BranchDesk; people go on to say it. */
    oldName: text('old_name').notNull().default(''),
    /** The act that copied it from a class of another term, and that class. */
    copyId: uuid('copy_id'),
    copiedFromId: uuid('copied_from_id').references((): AnyPgColumn => classTable._id),
    status: text('status').$type<ClassStatus>().notNull().default('draft'),
    statusReason: text('status_reason').notNull().default(''),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('classes_branch_term').on(table.branchId, table.termId),
    index('classes_course').on(table.courseId, table.termId),
    index('classes_fee').on(table.feeId),
    index('classes_teacher').on(table.teacherId),
    index('classes_copy')
      .on(table.copyId)
      .where(sql`${table.copyId} is not null`),
    index('classes_copied_from').on(table.copiedFromId),
  ],
);

/**
 * Every meeting of every class; clashes are found here, because a moved or substituted meeting
 * differs from the weekly times.
 */
export const classSessionTable = pgTable(
  'class_sessions',
  {
    _id: idColumn(),
    classId: uuid('class_id')
      .notNull()
      .references(() => classTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    date: date('date', { mode: 'string' }).notNull(),
    start: text('start_time').notNull(),
    end: text('end_time').notNull(),
    teacherId: uuid('teacher_id').references(() => teacherTable._id),
    isSubstitute: boolean('is_substitute').notNull().default(false),
    roomId: uuid('room_id').references(() => roomTable._id),
    status: text('status').$type<ClassSession['status']>().notNull().default('scheduled'),
    reason: text('reason').notNull().default(''),
    movedFromId: uuid('moved_from_id').references((): AnyPgColumn => classSessionTable._id),
    attendanceTakenAt: timestampColumn('attendance_taken_at'),
    attendanceTakenById: uuid('attendance_taken_by_id').references(() => userTable._id),
    ...changeColumns(),
  },
  (table) => [
    index('class_sessions_class').on(table.classId, table.date),
    index('class_sessions_branch').on(table.branchId, table.date),
    index('class_sessions_teacher').on(table.teacherId, table.date),
    index('class_sessions_room').on(table.roomId, table.date),
    // Whether a session may be removed is asked here for each one.
    index('class_sessions_moved_from')
      .on(table.movedFromId)
      .where(sql`${table.movedFromId} is not null`),
  ],
);
