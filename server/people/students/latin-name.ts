import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/**
 * The name of a student in Latin letters, from the record that remains after a merge; empty without
 * such a name and if `studentId` is null. Parents have one spelling only.
 */
export const latinNameOf = (studentId: SQLWrapper): SQL<string> => sql<string>`coalesce((
  select person.first_name_en || ' ' || person.last_name_en from ${studentTable} written join ${studentTable} person on person.id = coalesce(written.merged_into_id, written.id)
  where written.id = ${studentId} and person.first_name_en <> '' and person.last_name_en <> ''), '')`;
