import { and, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { students, studentsQuery, type StudentStatus } from '#contract/students.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/crud.ts';
import { studentTable } from './students.table.ts';

/** The day on which somebody of exactly this age was born, by the database's clock in Vientiane. */
const birthdayAtAge = (years: number) =>
  sql`((now() at time zone 'Asia/Vientiane')::date - make_interval(years => ${years}::int))::date`;

function narrowed({ branchId, status, source, minAge, maxAge, archived }: z.output<typeof studentsQuery>): SQL | undefined {
  return and(
    eq(studentTable.archived, archived === 'true'),
    branchId === undefined ? undefined : eq(studentTable.homeBranchId, branchId),
    status === undefined ? undefined : inArray(studentTable.status, status.split(',') as StudentStatus[]),
    source === undefined ? undefined : eq(studentTable.source, source),
    minAge === undefined ? undefined : lte(studentTable.dateOfBirth, birthdayAtAge(minAge)),
    maxAge === undefined ? undefined : gt(studentTable.dateOfBirth, birthdayAtAge(maxAge + 1)),
  );
}

/** The list of students; what is done with one of them is in the records' routes. */
export function studentListRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, students, {
    table: studentTable,
    branch: studentTable.homeBranchId,
    order: [sql`lower(${studentTable.firstName})`],
    query: studentsQuery,
    filter: narrowed,
  });
}
