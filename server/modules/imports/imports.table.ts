import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportKind, ImportResult } from '#contract/imports.ts';
import { id, stamp } from '#server/db/columns.ts';
import type { ReadRow } from '#server/lib/sheets/cells.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { userTable } from '#server/modules/users/users.table.ts';

/** Ids of what an import added, by kind, so that it can be taken back. */
export type AddedIds = { students: string[]; parents: string[]; teachers: string[] };

/** Files that were read to be imported, with what became of them; kept for a day. */
export const importTable = pgTable(
  'imports',
  {
    _id: id(),
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
    result: jsonb('result').$type<ImportResult>(),
    added: jsonb('added').$type<AddedIds>(),
    createdAt: stamp('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('imports_age').on(table.createdAt)],
);
