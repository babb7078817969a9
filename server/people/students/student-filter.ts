import { and, eq, gt, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { studentsQuery } from '#contract/people/students.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** The latest date of birth for an age of `years` today, by the centre's calendar. */
const yearsAgo = (years: number) =>
  sql`((now() at time zone 'Asia/Vientiane')::date - make_interval(years => ${years}::int))::date`;

/**
 * Written as in the index of the list's order; a student without a date of birth passes no age
 * filter.
 */
const born = sql`coalesce(${studentTable.dateOfBirth}, 'infinity'::date)`;

/** The condition of the filters of the student list. */
export function studentFilter(
  query: Omit<z.output<typeof studentsQuery>, 'page' | 'pageSize' | 'count' | 'sort'>,
): SQL | undefined {
  const { branchId, status, source, minAge, maxAge, archived } = query;
  return and(
    eq(studentTable.archived, archived === 'true'),
    branchId === undefined ? undefined : eq(studentTable.homeBranchId, branchId),
    status === undefined
      ? undefined
      : inArray(studentTable.status, status.split(',') as StudentStatus[]),
    source === undefined ? undefined : eq(studentTable.source, source),
    minAge === undefined ? undefined : lte(born, yearsAgo(minAge)),
    maxAge === undefined
      ? undefined
      : and(gt(born, yearsAgo(maxAge + 1)), isNotNull(studentTable.dateOfBirth)),
  );
}
