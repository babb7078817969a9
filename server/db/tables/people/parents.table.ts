import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ParentInput } from '#contract/people/parents.ts';
import { changeColumns, idColumn, personColumns } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';

export const parentTable = pgTable(
  'parents',
  {
    _id: idColumn(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone').notNull(),
    phone2: text('phone2').notNull().default(''),
    whatsapp: text('whatsapp').notNull().default(''),
    line: text('line').notNull().default(''),
    facebook: text('facebook').notNull().default(''),
    email: text('email').notNull().default(''),
    occupation: text('occupation').notNull().default(''),
    village: text('village').notNull().default(''),
    district: text('district').notNull().default(''),
    provinceCode: text('province_code').$type<ParentInput['provinceCode']>(),
    preferredLanguage: text('preferred_language')
      .$type<ParentInput['preferredLanguage']>()
      .notNull()
      .default('lo'),
    photoFileId: uuid('photo_file_id').references(() => fileTable._id),
    note: text('note').notNull().default(''),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** The record that replaced this one; it is never itself a merged one. */
    mergedIntoId: uuid('merged_into_id').references((): AnyPgColumn => parentTable._id),
    ...personColumns(),
    ...changeColumns(),
  },
  (table) => [
    index('parents_merged')
      .on(table.mergedIntoId)
      .where(sql`${table.mergedIntoId} is not null`),
    index('parents_search').using('gin', table.search.op('gin_trgm_ops')),
    index('parents_phone').on(table.phone),
    index('parents_phone2').on(table.phone2),
    index('parents_name_key').on(table.nameKey),
    index('parents_branch_first_name').on(
      table.branchId,
      table.archived,
      sql`lower(${table.firstName})`,
      table._id,
    ),
    index('parents_first_name').on(sql`lower(${table.firstName})`, table._id),
    index('parents_last_name').on(sql`lower(${table.lastName})`, table._id),
    index('parents_created').on(table.createdAt, table._id),
    index('parents_branch_created').on(table.branchId, table.createdAt, table._id),
  ],
);
