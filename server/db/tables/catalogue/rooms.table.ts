import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { changeColumns, idColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

export const roomTable = pgTable(
  'rooms',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    name: text('name').notNull(),
    capacity: integer('capacity').notNull(),
    equipment: text('equipment').notNull(),
    active: boolean('active').notNull(),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [uniqueIndex('rooms_name_unique').on(table.branchId, sql`lower(${table.name})`)],
);
