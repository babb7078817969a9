import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { drawerTable } from './drawers.table.ts';

/**
 * The cash that the old book has in a drawer, or in the safe of a branch. It is no money yet: the
 * first opening of the drawer and the first count of the safe are held against it.
 */
export const openingCashTable = pgTable(
  'opening_cash',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** Null for the safe. */
    drawerId: uuid('drawer_id').references(() => drawerTable._id),
    /** Minor units by currency. */
    sums: jsonb('sums').$type<CurrencySums>().notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => userTable._id),
    at: timestampColumn('at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('opening_cash_drawer').on(table.drawerId),
    uniqueIndex('opening_cash_safe')
      .on(table.branchId)
      .where(sql`${table.drawerId} is null`),
    index('opening_cash_branch').on(table.branchId),
  ],
);
