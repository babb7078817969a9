import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { teacherRateKinds, type TeacherRateKind } from '#contract/people/teacher-rate-kinds.ts';
import {
  currency,
  currencyCheck,
  idColumn,
  money,
  moneyChecks,
  oneOf,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { teacherTable } from './teachers.table.ts';

/** Append-only, held by a trigger: docs/money.md, "Rates of teachers". */
export const teacherRateTable = pgTable(
  'teacher_rates',
  {
    _id: idColumn(),
    /** Order of entry: the newest row of a day counts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    teacherId: uuid('teacher_id')
      .notNull()
      .references(() => teacherTable._id),
    kind: oneOf<TeacherRateKind>('kind').notNull(),
    amount: money('amount').notNull(),
    currency: currency('currency').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    note: text('note').notNull().default(''),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
    /** The name as it was that day; `createdById` says who it is. */
    createdBy: text('created_by').notNull().default(''),
    createdById: uuid('created_by_id').references(() => userTable._id),
    /** The second person who signed for it, if it was a large raise; empty if nobody did. */
    approvedBy: text('approved_by').notNull().default(''),
    approvedById: uuid('approved_by_id').references(() => userTable._id),
  },
  (table) => [
    index('teacher_rates_day').on(table.teacherId, table.validFrom, table.sequence),
    check(
      'teacher_rates_two_people',
      sql`${table.approvedById} <> ${table.createdById} or ${table.approvedById} is null`,
    ),
    ...moneyChecks('teacher_rates', [table.amount]),
    currencyCheck('teacher_rates', table.currency),
    wordCheck('teacher_rates', table.kind, teacherRateKinds),
  ],
);
