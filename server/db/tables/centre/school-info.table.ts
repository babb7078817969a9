import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#contract/language.ts';
import { secondFactorRules, type SecondFactorRule } from '#contract/centre/second-factor.ts';
import { oneOf, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { fileTable } from './files.table.ts';

export const schoolInfoTable = pgTable(
  'school_info',
  {
    /** There is one centre: the key can only be true. */
    onlyRow: boolean('only_row').primaryKey().default(true),
    centreNameEn: text('centre_name_en').notNull(),
    centreNameLo: text('centre_name_lo').notNull(),
    logoFileId: uuid('logo_file_id').references(() => fileTable._id),
    taxNo: text('tax_no').notNull().default(''),
    phone: text('phone').notNull().default(''),
    address: text('address').notNull().default(''),
    email: text('email').notNull().default(''),
    web: text('web').notNull().default(''),
    facebook: text('facebook').notNull().default(''),
    receiptNoteEn: text('receipt_note_en').notNull().default(''),
    receiptNoteLo: text('receipt_note_lo').notNull().default(''),
    refundPolicy: text('refund_policy').notNull().default(''),
    defaultLanguage: text('default_language').$type<Language>().notNull().default('en'),
    financialYearStart: integer('financial_year_start').notNull().default(1),
    rateFreePercent: integer('rate_free_percent').notNull().default(5),
    secondFactorFor: oneOf<SecondFactorRule>('second_factor_for').notNull().default('nobody'),
    /** The moment since which it is asked for; people have some days from then on. */
    secondFactorSince: timestampColumn('second_factor_since'),
    /** The same of those who are asked only since everybody is; null if all began together. */
    secondFactorAllSince: timestampColumn('second_factor_all_since'),
    offlineUnlock: boolean('offline_unlock').notNull().default(false),
    /** Months after which a prospect without any place is proposed for erasure; 0 for never. */
    prospectMonths: integer('prospect_months').notNull().default(24),
    /** Months after which the audit log loses addresses and devices; 0 for never. */
    auditAddressMonths: integer('audit_address_months').notNull().default(12),
    /** Months after the close of its day in which the photo of a slip is kept; 0 for ever. */
    slipMonths: integer('slip_months').notNull().default(24),
    version: integer('version').notNull().default(1),
    updatedAt: timestampColumn('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    wordCheck('school_info', table.secondFactorFor, secondFactorRules),
    check('school_info_only_row', sql`${table.onlyRow}`),
    check('school_info_rate_free_percent', sql`${table.rateFreePercent} between 0 and 20`),
    check('school_info_prospect_months', sql`${table.prospectMonths} between 0 and 120`),
    check('school_info_audit_address_months', sql`${table.auditAddressMonths} between 0 and 120`),
    check('school_info_slip_months', sql`${table.slipMonths} between 0 and 120`),
  ],
);
