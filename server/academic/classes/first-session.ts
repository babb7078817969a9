import { sql, type SQL } from 'drizzle-orm';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

/**
 * The day of the first session of a class from a day on, and that day without one: a class whose
 * first day is a Sunday begins for its families on the first day that it meets. For queries on
 * `classes`; `from` is SQL without parameters, as a column with its table.
 */
export const firstSessionFrom = (from: string): SQL<string> => sql<string>`
  coalesce(
    (
      select to_char(min(meeting.date), 'YYYY-MM-DD')
      from ${classSessionTable} meeting
      where meeting.class_id = classes.id and meeting.status in ('scheduled', 'held')
        and meeting.date >= ${sql.raw(from)}
    ),
    to_char(${sql.raw(from)}, 'YYYY-MM-DD')
  )`;

/** The day of the first session of a class, and its first day without one. */
export const firstSessionOn = firstSessionFrom('classes.start_date');
