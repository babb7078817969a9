import { sql } from 'drizzle-orm';
import { check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  drawerMovementKinds,
  type DrawerMovementKind,
  type PaidOutKind,
} from '#contract/orders/payments.ts';
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
import { paymentTable } from './payments.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { shiftTable } from './drawers.table.ts';

/** Append-only: an amount of one currency that went into (or, below zero, out of) a drawer. */
export const drawerMovementTable = pgTable(
  'drawer_movements',
  {
    _id: idColumn(),
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => shiftTable._id),
    currency: currency('currency').notNull(),
    /** Minor units, with its sign. */
    amount: money('amount').notNull(),
    kind: oneOf<DrawerMovementKind>('kind').notNull(),
    paymentId: uuid('payment_id').references(() => paymentTable._id),
    /** The destination of money that was taken out. */
    paidOutKind: oneOf<PaidOutKind>('paid_out_kind'),
    /** The earlier shift whose count had this cash already; docs/money.md. */
    countedInShiftId: uuid('counted_in_shift_id').references(() => shiftTable._id),
    reason: text('reason').notNull().default(''),
    receivedBy: text('received_by').notNull().default(''),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    index('drawer_movements_shift').on(table.shiftId),
    index('drawer_movements_payment').on(table.paymentId),
    index('drawer_movements_counted')
      .on(table.countedInShiftId)
      .where(sql`${table.countedInShiftId} is not null`),
    wordCheck('drawer_movements', table.kind, drawerMovementKinds),
    currencyCheck('drawer_movements', table.currency),
    ...signedMoneyChecks('drawer_movements', [table.amount]),
    check('drawer_movements_amount', sql`${table.amount} <> 0`),
    check(
      'drawer_movements_paid_out',
      sql`(${table.kind} = 'paidOut') = (${table.paidOutKind} is not null)`,
    ),
  ],
);

/** Append-only: each closing and reopening of a shift or a day. */
export const closingTable = pgTable(
  'closings',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    shiftId: uuid('shift_id').references(() => shiftTable._id),
    day: date('day', { mode: 'string' }).notNull(),
    act: oneOf<'closed' | 'reopened' | 'accepted'>('act').notNull(),
    /**
     * The expected and counted sums, the float that was left, and the money put into the safe, by
     * currency.
     */
    content: jsonb('content'),
    reason: text('reason').notNull().default(''),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    index('closings_shift').on(table.shiftId),
    check('closings_reason', sql`${table.act} <> 'reopened' or ${table.reason} <> ''`),
  ],
);
