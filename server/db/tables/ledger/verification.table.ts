import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StatementLeftOut } from '#contract/money/statements.ts';
import { noteKinds } from '#contract/money/verify.ts';
import {
  idColumn,
  money,
  moneyChecks,
  oneOf,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { bankAccountTable, paymentTable } from './payments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Notes of finance to the desk about a slip. The answer, and the first opening at the desk, are
 * each written once.
 */
export const paymentNoteTable = pgTable(
  'payment_notes',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentTable._id),
    kind: oneOf<(typeof noteKinds)[number]>('kind').notNull(),
    text: text('text').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    answer: text('answer').notNull().default(''),
    answeredById: uuid('answered_by_id').references(() => userTable._id),
    answeredAt: timestampColumn('answered_at'),
    openedById: uuid('opened_by_id').references(() => userTable._id),
    openedAt: timestampColumn('opened_at'),
  },
  (table) => [
    index('payment_notes_payment').on(table.paymentId),
    index('payment_notes_news')
      .on(table.branchId)
      .where(sql`${table.openedAt} is null`),
    wordCheck('payment_notes', table.kind, noteKinds),
    check('payment_notes_answer', sql`(${table.answer} <> '') = (${table.answeredAt} is not null)`),
  ],
);

/** The facts of a row that a file may make more exact; kept so that the file can be taken back. */
export type LineDetail = {
  row: number;
  seenInId: string;
  time: string;
  reference: string;
  description: string;
};

/** A file that was loaded: a statement of one account. */
export const statementTable = pgTable(
  'bank_statements',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    bankAccountId: uuid('bank_account_id')
      .notNull()
      .references(() => bankAccountTable._id),
    fileName: text('file_name').notNull(),
    sheetName: text('sheet_name').notNull().default(''),
    /** The first and the last day of its money. */
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    /** Its rows: money that came in, other rows, and rows that could not be read. */
    rowsIn: integer('rows_in').notNull(),
    notIncoming: integer('not_incoming').notNull().default(0),
    unread: integer('unread').notNull().default(0),
    /** The rows that are not in, with their reasons; kept for the newest file of an account. */
    leftOut: jsonb('left_out').$type<StatementLeftOut>(),
    /** The facts that rows of earlier files had before this file made them more exact. */
    detailed: jsonb('detailed').$type<(LineDetail & { lineId: string })[]>().notNull().default([]),
    loadedById: uuid('loaded_by_id').references(() => userTable._id),
    loadedAt: timestampColumn('loaded_at').notNull(),
    takenBackById: uuid('taken_back_by_id').references(() => userTable._id),
    takenBackAt: timestampColumn('taken_back_at'),
  },
  (table) => [
    index('bank_statements_account').on(table.bankAccountId, table.loadedAt),
    check(
      'bank_statements_taken_back',
      sql`(${table.takenBackAt} is null) = (${table.takenBackById} is null)`,
    ),
  ],
);

/** A row of a bank statement: money that came into an account, according to the bank. */
export const statementLineTable = pgTable(
  'bank_statement_lines',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    bankAccountId: uuid('bank_account_id')
      .notNull()
      .references(() => bankAccountTable._id),
    /** The first file that had the row. */
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statementTable._id),
    /** The last file that had the row; `row` is its number there. */
    seenInId: uuid('seen_in_id')
      .notNull()
      .references(() => statementTable._id),
    fileName: text('file_name').notNull(),
    row: integer('row').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** `HH:MM` or `HH:MM:SS`; empty where the bank does not say. */
    time: text('time').notNull().default(''),
    reference: text('reference').notNull().default(''),
    description: text('description').notNull().default(''),
    /** In minor units of the account's currency. */
    amount: money('amount').notNull(),
    /**
     * Counts the account's rows of one day and sum. `known-rows.ts` decides behind the lock of the
     * account which row of a file is which of them.
     */
    nth: integer('nth').notNull(),
    /** The slip that somebody matched it with, or the payment that was recorded from it. */
    paymentId: uuid('payment_id').references(() => paymentTable._id),
    matchedById: uuid('matched_by_id').references(() => userTable._id),
    matchedAt: timestampColumn('matched_at'),
    loadedById: uuid('loaded_by_id').references(() => userTable._id),
    loadedAt: timestampColumn('loaded_at').notNull(),
    /**
     * Set if the file was the wrong one: the row is ignored from then on, and the right file may
     * contain it again.
     */
    takenBackById: uuid('taken_back_by_id').references(() => userTable._id),
    takenBackAt: timestampColumn('taken_back_at'),
  },
  (table) => [
    uniqueIndex('bank_statement_lines_nth')
      .on(table.bankAccountId, table.day, table.amount, table.nth)
      .where(sql`${table.takenBackAt} is null`),
    unique('bank_statement_lines_payment').on(table.paymentId),
    index('bank_statement_lines_day').on(table.bankAccountId, table.day),
    index('bank_statement_lines_statement').on(table.statementId),
    ...moneyChecks('bank_statement_lines', [table.amount]),
    check(
      'bank_statement_lines_taken_back',
      sql`(${table.takenBackAt} is null) = (${table.takenBackById} is null) and (${table.takenBackAt} is null or ${table.paymentId} is null)`,
    ),
    check(
      'bank_statement_lines_matched',
      sql`(${table.paymentId} is null) = (${table.matchedAt} is null)`,
    ),
  ],
);
