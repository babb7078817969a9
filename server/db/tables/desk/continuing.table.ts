import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  continuingReplies,
  letterWays,
  type ContinuingReply,
  type LetterWay,
} from '#contract/classes/continuing-words.ts';
import { idColumn, oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** Append-only: what families said about seats that are held for continuing students. */
export const continuingReplyTable = pgTable(
  'continuing_replies',
  {
    _id: idColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolmentTable._id),
    answer: oneOf<ContinuingReply>('answer').notNull(),
    reason: text('reason').notNull().default(''),
    /** The day on which a family that answered *later* is asked again. */
    laterOn: date('later_on', { mode: 'string' }),
    /** The no that this row takes back. */
    undoesId: uuid('undoes_id').references((): AnyPgColumn => continuingReplyTable._id),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('continuing_replies_enrolment').on(table.enrolmentId, table.at),
    index('continuing_replies_undoes').on(table.undoesId),
    wordCheck('continuing_replies', table.answer, continuingReplies),
    check(
      'continuing_replies_later',
      sql`(${table.answer} = 'later') = (${table.laterOn} is not null)`,
    ),
    check(
      'continuing_replies_undo',
      sql`(${table.answer} = 'undo') = (${table.undoesId} is not null)`,
    ),
    check('continuing_replies_reason', sql`${table.answer} <> 'no' or ${table.reason} <> ''`),
  ],
);

/** Append-only: letters about held seats, by family, branch and term. */
export const continuingLetterTable = pgTable(
  'continuing_letters',
  {
    _id: idColumn(),
    termId: uuid('term_id')
      .notNull()
      .references(() => academicTermTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    payerParentId: uuid('payer_parent_id').references(() => parentTable._id),
    payerStudentId: uuid('payer_student_id').references(() => studentTable._id),
    way: oneOf<LetterWay>('way').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('continuing_letters_term').on(table.termId, table.branchId),
    index('continuing_letters_parent').on(table.payerParentId),
    index('continuing_letters_student').on(table.payerStudentId),
    wordCheck('continuing_letters', table.way, letterWays),
    check(
      'continuing_letters_one_payer',
      sql`num_nonnulls(${table.payerParentId}, ${table.payerStudentId}) = 1`,
    ),
  ],
);
