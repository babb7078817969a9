import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { foreignCurrencies, type ForeignCurrency } from '#contract/money/currencies.ts';
import { currencyCheck, idColumn, rateColumn, timestampColumn } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

/** Append-only, held by a trigger: the newest row of a currency is the one in force. */
export const exchangeRateTable = pgTable(
  'exchange_rates',
  {
    _id: idColumn(),
    /** Order of entry; `createdAt` is a device's clock and may run behind. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    currency: text('currency').$type<ForeignCurrency>().notNull(),
    rateToLAK: rateColumn('rate_to_lak').notNull(),
    note: text('note').notNull(),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
    /** The name as it was that day; `createdById` says who it is. */
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => userTable._id),
    /** The second person who signed for it, if its change was large; empty if nobody did. */
    approvedBy: text('approved_by').notNull().default(''),
    approvedById: uuid('approved_by_id').references(() => userTable._id),
    /** True if its change was large and nobody else could sign. */
    enteredAlone: boolean('entered_alone').notNull().default(false),
    search: text('search').notNull(),
  },
  (table) => [
    index('exchange_rates_newest').on(table.currency, table.sequence),
    check(
      'exchange_rates_two_people',
      sql`${table.approvedById} <> ${table.createdById} and not ${table.enteredAlone} or ${table.approvedById} is null`,
    ),
    check('exchange_rates_rate_positive', sql`${table.rateToLAK} > 0`),
    currencyCheck('exchange_rates', table.currency, foreignCurrencies),
  ],
);
