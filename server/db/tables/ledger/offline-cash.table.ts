import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { receiptTable } from './books.table.ts';
import { shiftTable } from './drawers.table.ts';

/**
 * Append-only: cash of an offline visit beyond the surplus of the count that is said to have had
 * it. It is expected in the open drawer until a second person signs that it was counted before.
 * docs/money.md, "Cash that was taken offline".
 */
export const offlineCashTable = pgTable(
  'offline_cash',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** The drawer of now, which the cash was posted to. */
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => shiftTable._id),
    receiptId: uuid('receipt_id')
      .notNull()
      .references(() => receiptTable._id),
    /** The earlier shift that was open when the cash was taken. */
    countedInShiftId: uuid('counted_in_shift_id')
      .notNull()
      .references(() => shiftTable._id),
    countedAt: timestampColumn('counted_at').notNull(),
    takenAt: timestampColumn('taken_at').notNull(),
    sums: jsonb('sums').$type<CurrencySums>().notNull(),
    /** The clerk who sent the visit. */
    byId: uuid('by_id')
      .notNull()
      .references(() => userTable._id),
    at: timestampColumn('at').notNull(),
    /** The moment at which it left the open drawer, and the person who signed for that. */
    answeredAt: timestampColumn('answered_at'),
    signedById: uuid('signed_by_id').references(() => userTable._id),
  },
  (table) => [
    index('offline_cash_shift').on(table.shiftId),
    index('offline_cash_receipt').on(table.receiptId),
    check(
      'offline_cash_two_people',
      sql`num_nulls(${table.answeredAt}, ${table.signedById}) in (0, 2) and (${table.signedById} is null or ${table.signedById} <> ${table.byId})`,
    ),
  ],
);
