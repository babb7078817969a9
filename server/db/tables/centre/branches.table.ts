import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Branch } from '#contract/centre/branches.ts';
import { changeColumns, idColumn, money } from '#server/db/columns.ts';
import { fileTable } from './files.table.ts';

export const branchTable = pgTable(
  'branches',
  {
    _id: idColumn(),
    branchName: text('branch_name').notNull(),
    branchNameLo: text('branch_name_lo').notNull(),
    code: text('code').notNull().unique(),
    provinceCode: text('province_code').$type<Branch['provinceCode']>().notNull(),
    district: text('district').notNull(),
    village: text('village').notNull(),
    phone: text('phone').notNull(),
    manager: text('manager').notNull(),
    openHours: text('open_hours').notNull(),
    receiptFooter: text('receipt_footer').notNull(),
    logoFileId: uuid('logo_file_id').references(() => fileTable._id),
    holdHours: integer('hold_hours').notNull(),
    cashStep: integer('cash_step').$type<Branch['cashStep']>().notNull(),
    allowNegativeStock: boolean('allow_negative_stock').notNull(),
    blindCount: boolean('blind_count').notNull().default(false),
    minimumRule: text('minimum_rule').$type<Branch['minimumRule']>().notNull().default('whole'),
    discountLimitPercent: integer('discount_limit_percent').notNull().default(10),
    differenceLimitLAK: money('difference_limit_lak').notNull().default(30_000),
    dueDays: integer('due_days').notNull().default(14),
    paper: text('paper').$type<Branch['paper']>().notNull().default('a5'),
    directMoves: boolean('direct_moves').notNull().default(false),
    pinTakeOver: boolean('pin_take_over').notNull().default(false),
    active: boolean('active').notNull(),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [index('branches_search').using('gin', table.search.op('gin_trgm_ops'))],
);
