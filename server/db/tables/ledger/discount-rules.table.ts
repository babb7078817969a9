import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { discountKinds, discountedLines, type DiscountRule } from '#contract/desk/discounts.ts';
import {
  changeColumns,
  idColumn,
  money,
  moneyChecks,
  oneOf,
  wordCheck,
} from '#server/db/columns.ts';

/** A discount rule on tuition or products, chosen by hand or applied automatically. */
export const discountRuleTable = pgTable(
  'discount_rules',
  {
    _id: idColumn(),
    nameEn: text('name_en').notNull(),
    nameLo: text('name_lo').notNull(),
    kind: oneOf<DiscountRule['kind']>('kind').notNull(),
    on: oneOf<DiscountRule['on']>('applies_to').notNull(),
    /** A whole percentage or a sum in kip: exactly one of the two is set. */
    percent: integer('percent'),
    amountLAK: money('amount_lak'),
    /** The last day on which an order may be confirmed by it; an early rule has one. */
    until: date('until', { mode: 'string' }),
    /** True if it is given on top of others; otherwise only the best rule is given. */
    addsUp: boolean('adds_up').notNull(),
    active: boolean('active').notNull(),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    wordCheck('discount_rules', table.kind, discountKinds),
    wordCheck('discount_rules', table.on, discountedLines),
    check('discount_rules_one_value', sql`num_nonnulls(${table.percent}, ${table.amountLAK}) = 1`),
    check('discount_rules_percent', sql`${table.percent} between 1 and 100`),
    check('discount_rules_until', sql`${table.kind} <> 'early' or ${table.until} is not null`),
    ...moneyChecks('discount_rules', [table.amountLAK]),
  ],
);
