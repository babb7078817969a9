import { sql, type SQL } from 'drizzle-orm';
import { SOON_DAYS } from '#contract/classes/class-overview.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';

/**
 * The day of the first session of a class from a day on, and that day without one: a class whose
 * first day is a Sunday begins for its families on the first day that it meets. For queries on
 * `classes`, or on another name for them; `from` is SQL without parameters, as a column with its
 * table.
 */
export const firstSessionFrom = (from: string, classes = 'classes'): SQL<string> => sql<string>`
  coalesce(
    (
      select to_char(min(meeting.date), 'YYYY-MM-DD')
      from ${classSessionTable} meeting
      where meeting.class_id = ${sql.raw(classes)}.id and meeting.status in ('scheduled', 'held')
        and meeting.date >= ${sql.raw(from)}
    ),
    to_char(${sql.raw(from)}, 'YYYY-MM-DD')
  )`;

/** The day of the first session of a class, and its first day without one. */
export const firstSessionOn = firstSessionFrom('classes.start_date');

/** Whether a class meets for the first time within `SOON_DAYS` of a day. */
export const meetsSoon = (first: SQL, day: SQL): SQL<boolean> => sql<boolean>`
  (${first})::date between ${day} and ${day} + ${sql.raw(String(SOON_DAYS))}`;
