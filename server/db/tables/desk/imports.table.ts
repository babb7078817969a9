import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportKind } from '#contract/imports/imports.ts';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Files that imports have read before they became moves, with their results. Nothing writes them
 * any more, and the last ones are removed after a day.
 */
export const importTable = pgTable(
  'imports',
  {
    _id: idColumn(),
    kind: text('kind').$type<ImportKind>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    fileName: text('file_name').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull(),
    rows: jsonb('rows').$type<ReadRow[]>().notNull(),
    state: text('state').$type<'read' | 'done' | 'undone'>().notNull().default('read'),
    result: jsonb('result'),
    added: jsonb('added'),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('imports_age').on(table.createdAt)],
);

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
