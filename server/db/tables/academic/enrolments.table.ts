import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Enrolment } from '#contract/classes/enrolments.ts';
import {
  changeColumns,
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
  timestampColumn,
} from '#server/db/columns.ts';
import { academicTermTable } from './academic-terms.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { classTable } from './classes.table.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const enrolmentTable = pgTable(
  'enrolments',
  {
    _id: idColumn(),
    studentId: uuid('student_id')
      .notNull()
      .references(() => studentTable._id),
    classId: uuid('class_id')
      .notNull()
      .references(() => classTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    termId: uuid('term_id')
      .notNull()
      .references(() => academicTermTable._id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courseTable._id),
    type: text('type').$type<Enrolment['type']>().notNull().default('regular'),
    status: text('status').$type<Enrolment['status']>().notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }),
    feeId: uuid('fee_id').references(() => courseFeeTable._id),
    price: money('price').notNull().default(0),
    currency: currency('currency').notNull().default('LAK'),
    basis: text('basis').$type<Enrolment['basis']>(),
    noChargeReason: text('no_charge_reason').notNull().default(''),
    isFree: boolean('is_free').notNull().default(false),
    holdUntil: timestampColumn('seat_hold_until'),
    /** The last day on which the seat of a continuing student is held, and the place it follows. */
    continuingUntil: date('continuing_until', { mode: 'string' }),
    continuesId: uuid('continues_id').references((): AnyPgColumn => enrolmentTable._id),
    waitPosition: integer('wait_position'),
    overrideReason: text('override_reason').notNull().default(''),
    note: text('note').notNull().default(''),
    statusReason: text('status_reason').notNull().default(''),
    enrolledById: uuid('enrolled_by_id').references(() => userTable._id),
    transferFromId: uuid('transfer_from_id').references((): AnyPgColumn => enrolmentTable._id),
    transferToId: uuid('transfer_to_id').references((): AnyPgColumn => enrolmentTable._id),
    ...changeColumns(),
  },
  (table) => [
    // The database itself forbids two running enrolments of one student in one class.
    uniqueIndex('enrolments_once')
      .on(table.classId, table.studentId)
      .where(sql`${table.status} in ('waitlisted', 'pending', 'active', 'suspended')`),
    index('enrolments_class').on(table.classId, table.status),
    index('enrolments_student').on(table.studentId),
    index('enrolments_branch_term').on(table.branchId, table.termId, table.status),
    // Indexes for the uses of a fee, the last course of a student, the waiting students of a term,
    // and the changes since a desk was last connected.
    index('enrolments_fee').on(table.feeId),
    index('enrolments_course').on(table.courseId),
    index('enrolments_continues').on(table.continuesId),
    // Whether a place may be removed is asked here for each one.
    index('enrolments_transfer_from')
      .on(table.transferFromId)
      .where(sql`${table.transferFromId} is not null`),
    index('enrolments_transfer_to')
      .on(table.transferToId)
      .where(sql`${table.transferToId} is not null`),
    index('enrolments_term').on(table.termId),
    index('enrolments_updated').on(table.updatedAt),
    ...moneyChecks('enrolments', [table.price]),
    currencyCheck('enrolments', table.currency),
    index('enrolments_hold')
      .on(table.holdUntil)
      .where(sql`${table.status} = 'pending'`),
  ],
);
