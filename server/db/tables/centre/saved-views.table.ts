import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { idColumn } from '#server/db/columns.ts';
import { userTable } from './users.table.ts';

/** A state of a screen that a person saved under a name of their own. */
export const savedViewTable = pgTable(
  'saved_views',
  {
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    search: text('search').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [unique('saved_views_name').on(table.userId, table.screen, table.name)],
);
