import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ApiErrorCode } from '#contract/errors.ts';
import type { ImportKind, LeftOutRow } from '#contract/imports/imports.ts';
import type {
  MoveState,
  MoveUndone,
  MovingRowState,
  MovingSheetKind,
} from '#contract/imports/moving-in.ts';
import type { OpeningMoney } from '#contract/imports/opening-sums.ts';
import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { idColumn, oneOf, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { paymentTable } from '#server/db/tables/ledger/payments.table.ts';

/**
 * One row with its number in the file. `from1904` marks the rows of a workbook that counts its days
 * from 1904, because a plain number in a column of days means another day there. `decimals` are the
 * columns of numbers that look like thousands as texts, such as 350.125; a table that was found
 * has them no more.
 */
export type ReadRow = {
  number: number;
  cells: ReadCell[];
  from1904?: true;
  decimals?: number[];
};

/**
 * A cell that was read: text, or null for a formula whose result is not in the file. The server
 * never calculates formulas.
 */
export type ReadCell = string | null;

/** What stands in the way of a row, by its field: an error of the contract, and texts that fit. */
export type MovingProblem = {
  field: string;
  error: string;
  choices?: string[];
  /** It is only said, and the row comes in. */
  isHint?: true;
};

/**
 * A move whose rows are still stored is `reading`. One that is checked, or to which a further file
 * is added, keeps in its state the one to which it goes back, so that a server that was started
 * again knows it.
 */
export type StoredMoveState =
  | MoveState
  | 'reading'
  | `reading ${'read' | 'stopped' | 'done'}`
  | `checking ${'stopped' | 'done'}`;

/** How far a move was taken back, so that a server that ended goes on where it stopped. */
export type UndoneSoFar = {
  /** The step of the next slice; within it, the last family or row of the slice before. */
  step: string;
  family: string;
  below: { position: number; _id: string } | null;
  removed: number;
  archived: number;
  keptCount: number;
  kept: MoveUndone['kept'];
  /** The code of the error that ended it. */
  error: ApiErrorCode | null;
};

/** One move of a centre's own sheets into BranchDesk (docs/moving-in.md). */
export const moveTable = pgTable(
  'moves',
  {
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    branchId: uuid('branch_id').references(() => branchTable._id, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    /** The list that the file was imported into from its page; null for a move of the centre. */
    list: oneOf<ImportKind>('list'),
    state: oneOf<StoredMoveState>('state').notNull().default('read'),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
    endedAt: timestampColumn('ended_at'),
    /** The day on which its money is written; null while people and places are. */
    moneyDay: date('money_day', { mode: 'string' }),
    /** Who held its sums against the old book, when, and the check code that they saw. */
    signedAt: timestampColumn('signed_at'),
    signedById: uuid('signed_by_id').references(() => userTable._id),
    signedCode: text('signed_code'),
    /** Null for a move that nobody has begun to take back. */
    undo: jsonb('undo').$type<UndoneSoFar>(),
  },
  (table) => [index('moves_state').on(table.state)],
);

export const movingSheetTable = pgTable(
  'move_sheets',
  {
    _id: idColumn(),
    moveId: uuid('move_id')
      .notNull()
      .references(() => moveTable._id, { onDelete: 'cascade' }),
    /** Below zero until all rows of a further file are stored; only then has it its kind. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    kind: oneOf<MovingSheetKind>('kind'),
    headings: jsonb('headings').$type<string[]>().notNull(),
    matching: jsonb('matching').$type<(string | null)[]>().notNull(),
    answers: jsonb('answers').$type<SheetAnswers>().notNull().default({}),
    defaults: jsonb('defaults').$type<Record<string, string>>().notNull().default({}),
    questions: jsonb('questions').$type<SheetQuestion[]>().notNull().default([]),
    besideRows: jsonb('beside_rows').$type<number[]>().notNull().default([]),
    /** The same rows with what stands in them, and why they are no rows of the table. */
    leftOut: jsonb('left_out').$type<LeftOutRow[]>().notNull().default([]),
    mergedRows: integer('merged_rows').notNull().default(0),
    hiddenRows: integer('hidden_rows').notNull().default(0),
  },
  (table) => [index('move_sheets_move').on(table.moveId, table.position)],
);

/**
 * One row of a sheet. A new record gets the id of its row, so that the row is never written twice.
 * The cells go after 90 days, the record stays named.
 */
export const movingRowTable = pgTable(
  'move_rows',
  {
    _id: idColumn(),
    moveId: uuid('move_id')
      .notNull()
      .references(() => moveTable._id, { onDelete: 'cascade' }),
    sheetId: uuid('sheet_id')
      .notNull()
      .references(() => movingSheetTable._id, { onDelete: 'cascade' }),
    /** The position among all rows of the move, in the order in which they come in. */
    position: integer('position').notNull(),
    number: integer('number').notNull(),
    cells: jsonb('cells').$type<ReadCell[]>().notNull(),
    from1904: boolean('from_1904').notNull().default(false),
    edits: jsonb('edits').$type<Record<string, string>>().notNull().default({}),
    isLeftOut: boolean('is_left_out').notNull().default(false),
    state: oneOf<MovingRowState>('state').notNull().default('problem'),
    problems: jsonb('problems').$type<MovingProblem[]>().notNull().default([]),
    name: text('name').notNull().default(''),
    /** The record as it will be written, with the ids of everything that it names. */
    input: jsonb('input').$type<Record<string, unknown>>(),
    /** The money of the row in the currency of the old book, until it is written. */
    money: jsonb('money').$type<OpeningMoney>(),
    /** Of a changed record, the fields before and after. */
    changes: jsonb('changes').$type<Record<string, [unknown, unknown]>>(),
    recordId: uuid('record_id'),
    /**
     * The version that the record has from moves: that of a changed one after the change, and that
     * of a product after a course got it as a book. Null for the version with which it began.
     */
    changedVersion: integer('changed_version'),
    /** Ids of records that were written beside the row's own, as the guardians of a student. */
    beside: jsonb('beside').$type<string[]>().notNull().default([]),
  },
  (table) => [
    index('move_rows_sheet').on(table.sheetId, table.number),
    index('move_rows_next').on(table.moveId, table.state, table.position),
  ],
);

/**
 * The money that a row has written, by what makes two rows the same debt, credit or place. A key is
 * written once; taking the money back removes it.
 */
export const movedMoneyTable = pgTable(
  'moved_money',
  {
    key: text('key').primaryKey(),
    moveId: uuid('move_id')
      .notNull()
      .references(() => moveTable._id),
    rowId: uuid('row_id')
      .notNull()
      .unique()
      .references(() => movingRowTable._id),
    /** What the row said, so that a later file with another sum is told apart. */
    money: jsonb('money').$type<OpeningMoney>().notNull(),
    orderId: uuid('order_id').references(() => orderTable._id),
    /** The order of what was taught before and is not paid. */
    arrearsOrderId: uuid('arrears_order_id').references(() => orderTable._id),
    paymentId: uuid('payment_id').references(() => paymentTable._id),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (table) => [index('moved_money_move').on(table.moveId)],
);

/** Headings that people of the centre have named a column for. */
export const importWordTable = pgTable(
  'import_words',
  {
    kind: oneOf<MovingSheetKind>('kind').notNull(),
    heading: text('heading').notNull(),
    field: text('field').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.kind, table.heading] })],
);

/** Texts of cells that people of the centre have put another text for, by their folded spelling. */
export const importCellWordTable = pgTable(
  'import_cell_words',
  {
    kind: oneOf<MovingSheetKind>('kind').notNull(),
    field: text('field').notNull(),
    written: text('written').notNull(),
    value: text('value').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.kind, table.field, table.written] })],
);

/** The centre's own key of a row and the record that it became, found again in every later file. */
export const importKeyTable = pgTable(
  'import_keys',
  {
    kind: oneOf<MovingSheetKind>('kind').notNull(),
    rowKey: text('row_key').notNull(),
    recordId: uuid('record_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.rowKey] }),
    index('import_keys_record').on(table.recordId),
  ],
);
