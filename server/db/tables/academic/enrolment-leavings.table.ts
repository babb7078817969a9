import { sql } from 'drizzle-orm';
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { presentStatuses } from '#contract/classes/enrolments.ts';
import { timestampColumn } from '#server/db/columns.ts';
import { enrolmentTable } from './enrolments.table.ts';

/**
 * The state of an enrolment before its student last left, so that leaving can be undone for a
 * while.
 */
export const enrolmentLeavingTable = pgTable('enrolment_leavings', {
  enrolmentId: uuid('enrolment_id')
    .primaryKey()
    .references(() => enrolmentTable._id, { onDelete: 'cascade' }),
  /** The version of the enrolment after its student left. */
  version: integer('version').notNull(),
  status: text('status').$type<(typeof presentStatuses)[number]>().notNull(),
  statusReason: text('status_reason').notNull(),
  endDate: date('end_date', { mode: 'string' }),
  holdUntil: timestampColumn('seat_hold_until'),
  waitPosition: integer('wait_position'),
  leftAt: timestampColumn('left_at')
    .notNull()
    .default(sql`now()`),
});
