import { sql } from 'drizzle-orm';
import { bigint, date, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { PaymentSums } from '#contract/orders/payment-rows.ts';
import { timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

/** The sums of payments that are decided; pending ones move to another day when they are. */
export type KeptSums = Omit<PaymentSums, 'pending'>;

/**
 * Append-only: the sums of the payments of a branch that count on a day that is over. Of a day the
 * newest row counts. docs/figures.md, "Kept days".
 */
export const keptPaymentSumsTable = pgTable(
  'kept_payment_sums',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    day: date('day', { mode: 'string' }).notNull(),
    /** Null if a payment of the day has changed since. */
    sums: jsonb('sums').$type<KeptSums>(),
    madeAt: timestampColumn('made_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [index('kept_payment_sums_day').on(table.branchId, table.day, table.sequence)],
);
