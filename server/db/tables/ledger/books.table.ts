import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { receiptKinds, type ReceiptKind } from '#contract/orders/payments.ts';
import {
  idColumn,
  oneOf,
  signedMoneyChecks,
  money,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * The book of a branch: every posting locks it last, reads the clock after that lock, and may
 * lengthen its chain of receipts.
 */
export const bookTable = pgTable('books', {
  branchId: uuid('branch_id')
    .primaryKey()
    .references(() => branchTable._id),
  chainLength: integer('chain_length').notNull().default(0),
  chainHead: text('chain_head').notNull().default(''),
  /** The moment of the newest posting; each posting of the branch is later than the one before. */
  postedAt: timestampColumn('posted_at'),
});

/**
 * Append-only: one receipt of money that was received, given back or voided, with a link to the
 * previous receipt of the branch.
 */
export const receiptTable = pgTable(
  'receipts',
  {
    _id: idColumn(),
    number: text('number').notNull().unique(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    kind: oneOf<ReceiptKind>('kind').notNull(),
    chainNo: integer('chain_no').notNull(),
    /** Canonical text of the paper's content; the hash is made from it. */
    content: text('content').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    amountLAK: money('amount_lak').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (table) => [
    unique('receipts_chain').on(table.branchId, table.chainNo),
    index('receipts_number_start').on(table.number.op('text_pattern_ops')),
    index('receipts_serial').on(sql`right(${table.number}, 6)`),
    index('receipts_day').on(table.branchId, table.day),
    wordCheck('receipts', table.kind, receiptKinds),
    ...signedMoneyChecks('receipts', [table.amountLAK]),
  ],
);

/** Append-only: every print of a paper. */
export const printTable = pgTable(
  'prints',
  {
    _id: idColumn(),
    paper: oneOf<'invoice' | 'receipt' | 'statement' | 'closing'>('paper').notNull(),
    /** The order, the receipt, or the closing that was printed. */
    ofId: uuid('of_id').notNull(),
    copy: integer('copy').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [unique('prints_copy').on(table.paper, table.ofId, table.copy)],
);

/** Append-only: numbers that a restore left out; they are never used again. */
export const numberGapTable = pgTable('number_gaps', {
  _id: idColumn(),
  kind: oneOf<'order' | 'receipt'>('kind').notNull(),
  branchId: uuid('branch_id')
    .notNull()
    .references(() => branchTable._id),
  year: integer('year').notNull(),
  first: integer('first').notNull(),
  last: integer('last').notNull(),
  reason: text('reason').notNull(),
  byId: uuid('by_id').references(() => userTable._id),
  at: timestampColumn('at').notNull(),
});

/** A closed day of a branch; its flows are frozen. */
export const dayTable = pgTable(
  'days',
  {
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    day: date('day', { mode: 'string' }).notNull(),
    closedAt: timestampColumn('closed_at'),
    totals: jsonb('totals'),
  },
  (table) => [primaryKey({ columns: [table.branchId, table.day] })],
);

/**
 * An approval that a second person signed on the clerk's screen. It is used once, within two
 * minutes.
 */
export const approvalTable = pgTable(
  'approvals',
  {
    _id: idColumn(),
    kind: text('kind').notNull(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /**
     * The facts that it is bound to: student, class or product, percentage or seat; canonical text.
     */
    content: text('content').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    approvedById: uuid('approved_by_id')
      .notNull()
      .references(() => userTable._id),
    forId: uuid('for_id')
      .notNull()
      .references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
    expiresAt: timestampColumn('expires_at').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (table) => [check('approvals_two_people', sql`${table.approvedById} <> ${table.forId}`)],
);
