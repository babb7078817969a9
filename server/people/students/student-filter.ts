import { and, eq, gt, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { studentsQuery } from '#contract/people/students.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import { can } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { hasLowAttendance, hasNoPlace, hasPlace, payersOwe } from './student-list-fields.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

/** The latest date of birth for an age of `years` today, by the centre's calendar. */
const yearsAgo = (years: number) =>
  sql`((now() at time zone 'Asia/Vientiane')::date - make_interval(years => ${years}::int))::date`;

/**
 * Written as in the index of the list's order; a student without a date of birth passes no age
 * filter.
 */
const born = sql`coalesce(${studentTable.dateOfBirth}, 'infinity'::date)`;

type Filters = Omit<z.output<typeof studentsQuery>, 'page' | 'pageSize' | 'count' | 'sort'>;

/** Refuses a filter by age of debts to somebody who may not read balances. */
export function refuseLate({ owes }: Pick<Filters, 'owes'>, user: SignedInUser): void {
  if (owes === 'late' && !can(user, 'balances:read')) throw new ApiError('forbidden');
}

function placeFilter({ placed, termId, courseId }: Filters): SQL | undefined {
  if (placed === 'no') return hasNoPlace;
  return placed === undefined && termId === undefined && courseId === undefined
    ? undefined
    : hasPlace({ termId, courseId });
}

/** The condition of the filters of the student list. */
export function studentFilter(query: Filters, user: SignedInUser): SQL | undefined {
  const { branchId, status, source, owes, attendance, minAge, maxAge, archived } = query;
  return and(
    eq(studentTable.archived, archived === 'true'),
    branchId === undefined ? undefined : eq(studentTable.homeBranchId, branchId),
    status === undefined
      ? undefined
      : inArray(studentTable.status, status.split(',') as StudentStatus[]),
    source === undefined ? undefined : eq(studentTable.source, source),
    owes === undefined ? undefined : payersOwe(owes),
    placeFilter(query),
    attendance === undefined ? undefined : hasLowAttendance(user),
    minAge === undefined ? undefined : lte(born, yearsAgo(minAge)),
    maxAge === undefined
      ? undefined
      : and(gt(born, yearsAgo(maxAge + 1)), isNotNull(studentTable.dateOfBirth)),
  );
}
