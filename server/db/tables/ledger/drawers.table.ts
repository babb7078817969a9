import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

export const drawerTable = pgTable(
  'drawers',
  {
    _id: idColumn(),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [unique('drawers_name').on(table.branchId, table.name)],
);

/** One drawer from opening to closing, counted by currency. */
export const shiftTable = pgTable(
  'shifts',
  {
    _id: idColumn(),
    drawerId: uuid('drawer_id')
      .notNull()
      .references(() => drawerTable._id),
    branchId: uuid('branch_id')
      .notNull()
      .references(() => branchTable._id),
    /** The day in Vientiane on which it was opened: its money belongs to this day. */
    day: date('day', { mode: 'string' }).notNull(),
    openedById: uuid('opened_by_id').references(() => userTable._id),
    openedAt: timestampColumn('opened_at').notNull(),
    closedById: uuid('closed_by_id').references(() => userTable._id),
    closedAt: timestampColumn('closed_at'),
    /** The counts of the last closing, by currency, in minor units. */
    counts: jsonb('counts').$type<Record<string, number>>(),
    /** A difference above the limit that nobody else has accepted yet. */
    toBeAccepted: boolean('to_be_accepted').notNull().default(false),
  },
  (table) => [
    uniqueIndex('shifts_open')
      .on(table.drawerId)
      .where(sql`${table.closedAt} is null`),
    index('shifts_day').on(table.branchId, table.day),
    index('shifts_drawer').on(table.drawerId, table.openedAt),
  ],
);
