import { sql, type SQL } from 'drizzle-orm';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';

/**
 * True for a session on whose day its class had a student. Nobody has to take attendance of a
 * session without one; docs/domain.md, "Attendance". `session` is the name of the sessions in the
 * query.
 */
export const hasStudents = (session = 'class_sessions'): SQL<boolean> => {
  const of = sql.raw(session);
  return sql<boolean>`
    exists (
      select from ${enrolmentTable} place
      where place.class_id = ${of}.class_id
        and place.status in ('active', 'suspended', 'completed', 'transferred', 'withdrawn')
        and place.start_date <= ${of}.date
        and (place.end_date is null or place.end_date >= ${of}.date)
    )`;
};
