import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, money, moneyChecks, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerTable } from './drawers.table.ts';
import { bankAccountTable } from './payments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Money that a branch paid to another one to settle its debt; it counts once the other branch has
 * confirmed that it came.
 */
export const settlementTable = pgTable(
  'branch_settlements',
  {
    _id: idColumn(),
    fromBranchId: uuid('from_branch_id')
      .notNull()
      .references(() => branchTable._id),
    toBranchId: uuid('to_branch_id')
      .notNull()
      .references(() => branchTable._id),
    amountLAK: money('amount_lak').notNull(),
    note: text('note').notNull().default(''),
    /**
     * The account or drawer that it was paid from; both are null for rows from before this was
     * recorded.
     */
    bankAccountId: uuid('bank_account_id').references(() => bankAccountTable._id),
    drawerId: uuid('drawer_id').references(() => drawerTable._id),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    confirmedById: uuid('confirmed_by_id').references(() => userTable._id),
    confirmedAt: timestampColumn('confirmed_at'),
  },
  (table) => [
    index('branch_settlements_from').on(table.fromBranchId, table.at),
    index('branch_settlements_to').on(table.toBranchId, table.at),
    ...moneyChecks('branch_settlements', [table.amountLAK]),
    check(
      'branch_settlements_paid_from',
      sql`num_nonnulls(${table.bankAccountId}, ${table.drawerId}) <= 1`,
    ),
    check(
      'branch_settlements_amount',
      sql`${table.amountLAK} > 0 and ${table.fromBranchId} <> ${table.toBranchId}`,
    ),
    check(
      'branch_settlements_confirmed',
      sql`(${table.confirmedById} is null) = (${table.confirmedAt} is null) and (${table.confirmedById} is null or ${table.confirmedById} <> ${table.byId})`,
    ),
  ],
);
