import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { EnrolmentStatus } from '#contract/classes/enrolments.ts';
import { idColumn, oneOf, timestampColumn } from '#server/db/columns.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { enrolmentTable } from './enrolments.table.ts';

/** Append-only: each change of an enrolment, from every writer. */
export const enrolmentStateTable = pgTable(
  'enrolment_states',
  {
    _id: idColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolmentTable._id),
    status: oneOf<EnrolmentStatus>('status').notNull(),
    holdUntil: timestampColumn('hold_until'),
    reason: text('reason').notNull().default(''),
    /** The source of the change: the desk, a board, an import, a job. */
    source: text('source').notNull(),
    byId: uuid('by_id').references(() => userTable._id),
    at: timestampColumn('at').notNull(),
  },
  (table) => [
    index('enrolment_states_enrolment').on(table.enrolmentId, table.at),
    index('enrolment_states_at').on(table.at),
    // Enrolments of the last weeks, without reading those of all years.
    index('enrolment_states_active_at')
      .on(table.at)
      .where(sql`${table.status} = 'active'`),
  ],
);
