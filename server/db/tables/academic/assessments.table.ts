import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AssessmentInput, ClassResult, ScoreMark } from '#contract/classes/assessments.ts';
import { changeColumns, hundredths, idColumn, timestampColumn } from '#server/db/columns.ts';
import { classTable } from './classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from './enrolments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const assessmentTable = pgTable(
  'assessments',
  {
    _id: idColumn(),
    classId: uuid('class_id')
      .notNull()
      .references(() => classTable._id),
    name: text('name').notNull(),
    type: text('type').$type<AssessmentInput['type']>().notNull(),
    maxScore: hundredths('max_score').notNull(),
    weight: integer('weight').notNull(),
    date: date('date', { mode: 'string' }),
    status: text('status').$type<AssessmentInput['status']>().notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('assessments_class').on(table.classId),
    check('assessments_max_score', sql`${table.maxScore} > 0`),
  ],
);

export const scoreTable = pgTable(
  'scores',
  {
    assessmentId: uuid('assessment_id')
      .notNull()
      .references(() => assessmentTable._id),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolmentTable._id),
    score: hundredths('score'),
    mark: text('mark').$type<ScoreMark>(),
    comment: text('comment').notNull().default(''),
    markedById: uuid('marked_by_id').references(() => userTable._id),
    markedAt: timestampColumn('marked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assessmentId, table.enrolmentId] }),
    index('scores_enrolment').on(table.enrolmentId),
    check('scores_not_below_zero', sql`${table.score} >= 0`),
  ],
);

/** The decision about an enrolment at the end of its class. */
export const classResultTable = pgTable('class_results', {
  enrolmentId: uuid('enrolment_id')
    .primaryKey()
    .references(() => enrolmentTable._id),
  result: text('result').$type<ClassResult>(),
  recommendedCourseId: uuid('recommended_course_id').references(() => courseTable._id),
  comment: text('comment').notNull().default(''),
  ...changeColumns(),
});
