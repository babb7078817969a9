import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/db/columns.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** The courses that students passed before BranchDesk, as a move has read them. */
export const coursePassedBeforeTable = pgTable(
  'courses_passed_before',
  {
    studentId: uuid('student_id')
      .notNull()
      .references(() => studentTable._id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courseTable._id),
    /** The row of the move that said so; taking the row back removes it. */
    rowId: uuid('row_id').notNull(),
    addedAt: timestampColumn('added_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.courseId] }),
    index('courses_passed_before_course').on(table.courseId),
    index('courses_passed_before_row').on(table.rowId),
  ],
);
