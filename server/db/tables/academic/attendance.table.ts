import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AttendanceStatus } from '#contract/classes/attendance.ts';
import { changeColumns, idColumn, timestampColumn } from '#server/db/columns.ts';
import { classSessionTable } from './classes.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** One mark of one student in one session; present students get one too. */
export const attendanceTable = pgTable(
  'attendance',
  {
    _id: idColumn(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => classSessionTable._id),
    studentId: uuid('student_id')
      .notNull()
      .references(() => studentTable._id),
    status: text('status').$type<AttendanceStatus>().notNull(),
    minutesLate: integer('minutes_late'),
    note: text('note').notNull().default(''),
    markedById: uuid('marked_by_id').references(() => userTable._id),
    markedAt: timestampColumn('marked_at').notNull(),
    ...changeColumns(),
  },
  (table) => [
    uniqueIndex('attendance_once').on(table.sessionId, table.studentId),
    index('attendance_student').on(table.studentId),
  ],
);
