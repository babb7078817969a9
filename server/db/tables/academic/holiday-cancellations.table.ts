import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { classSessionTable } from './classes.table.ts';
import { academicTermTable } from './academic-terms.table.ts';

/** A session that a holiday of its term cancelled; it comes back when the holiday is removed. */
export const holidayCancellationTable = pgTable(
  'holiday_cancellations',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => classSessionTable._id, { onDelete: 'cascade' }),
    termId: uuid('term_id')
      .notNull()
      .references(() => academicTermTable._id),
    date: date('date', { mode: 'string' }).notNull(),
    /** The name of the holiday, which is the session's reason unless somebody has changed it. */
    reason: text('reason').notNull(),
  },
  (table) => [index('holiday_cancellations_day').on(table.termId, table.date)],
);
