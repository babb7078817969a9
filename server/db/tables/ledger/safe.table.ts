import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { safeKinds, type SafeKind } from '#contract/money/safe.ts';
import {
  currency,
  currencyCheck,
  idColumn,
  money,
  oneOf,
  signedMoneyChecks,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { drawerMovementTable } from './drawer-movements.table.ts';
import { bankAccountTable } from './payments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/**
 * Append-only: an amount of one currency that went into (or, below zero, out of) the safe of a
 * branch.
 */
export const safeMovementTable = pgTable(
  'safe_movements',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    kind: oneOf<SafeKind>('kind').notNull(),
    currency: currency('currency').notNull(),
    /** Minor units, with its sign; for a count its difference, which may be 0. */
    amount: money('amount').notNull(),
    /** The counted amount; only for a count. */
    counted: money('counted'),
    /**
     * The drawer's side: the movement by which the money left the drawer or came into it, in the
     * same write.
     */
    drawerMovementId: uuid('drawer_movement_id').references(() => drawerMovementTable._id),
    bankAccountId: uuid('bank_account_id').references(() => bankAccountTable._id),
    reason: text('reason').notNull().default(''),
    receivedBy: text('received_by').notNull().default(''),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    index('safe_movements_branch').on(table.branchId, table.at, table._id),
    unique('safe_movements_drawer').on(table.drawerMovementId),
    wordCheck('safe_movements', table.kind, safeKinds),
    currencyCheck('safe_movements', table.currency),
    ...signedMoneyChecks('safe_movements', [table.amount]),
    check(
      'safe_movements_drawer_side',
      sql`(${table.kind} in ('fromDrawer', 'toDrawer')) = (${table.drawerMovementId} is not null)`,
    ),
    check(
      'safe_movements_bank_side',
      sql`(${table.kind} = 'toBank') = (${table.bankAccountId} is not null)`,
    ),
    check(
      'safe_movements_counted',
      sql`(${table.kind} = 'counted') = (${table.counted} is not null) and (${table.kind} <> 'counted' or ${table.counted} >= 0)`,
    ),
    check(
      'safe_movements_amount',
      sql`case ${table.kind} when 'fromDrawer' then ${table.amount} > 0 when 'counted' then ${table.amount} = 0 or ${table.reason} <> '' else ${table.amount} < 0 end`,
    ),
  ],
);
