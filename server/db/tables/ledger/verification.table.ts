import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { noteKinds } from '#contract/verify.ts';
import { id, money, moneyChecks, oneOf, timestamp, wordCheck } from '#server/db/columns.ts';
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
    _id: id(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => paymentTable._id),
    kind: oneOf<(typeof noteKinds)[number]>('kind').notNull(),
    text: text('text').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestamp('at').notNull(),
    answer: text('answer').notNull().default(''),
    answeredById: uuid('answered_by_id').references(() => userTable._id),
    answeredAt: timestamp('answered_at'),
    openedById: uuid('opened_by_id').references(() => userTable._id),
    openedAt: timestamp('opened_at'),
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

/** A row of a bank statement: money that came into an account, according to the bank. */
export const statementLineTable = pgTable(
  'bank_statement_lines',
  {
    _id: id(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    bankAccountId: uuid('bank_account_id')
      .notNull()
      .references(() => bankAccountTable._id),
    /** All rows of one file. */
    statementId: uuid('statement_id').notNull(),
    fileName: text('file_name').notNull(),
    /** Its number in the file. */
    row: integer('row').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** `HH:MM`; empty where the bank does not say. */
    time: text('time').notNull().default(''),
    reference: text('reference').notNull().default(''),
    description: text('description').notNull().default(''),
    /** In minor units of the account's currency. */
    amount: money('amount').notNull(),
    /**
     * Identifies the row within the account, so that a file that overlaps an earlier one adds only
     * new rows.
     */
    fingerprint: text('fingerprint').notNull(),
    /** The slip that somebody matched it with, or the payment that was recorded from it. */
    paymentId: uuid('payment_id').references(() => paymentTable._id),
    matchedById: uuid('matched_by_id').references(() => userTable._id),
    matchedAt: timestamp('matched_at'),
    loadedById: uuid('loaded_by_id').references(() => userTable._id),
    loadedAt: timestamp('loaded_at').notNull(),
    /**
     * Set if the file was the wrong one: the row is ignored from then on, and the right file may
     * contain it again.
     */
    takenBackById: uuid('taken_back_by_id').references(() => userTable._id),
    takenBackAt: timestamp('taken_back_at'),
  },
  (table) => [
    uniqueIndex('bank_statement_lines_fingerprint')
      .on(table.bankAccountId, table.fingerprint)
      .where(sql`${table.takenBackAt} is null`),
    unique('bank_statement_lines_payment').on(table.paymentId),
    index('bank_statement_lines_day').on(table.bankAccountId, table.day),
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
