import { sql } from 'drizzle-orm';
import { students, studentsQuery } from '#contract/students.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/crud.ts';
import { studentFilter } from './student-filter.ts';
import { studentTable } from './students.table.ts';

/** The list of students; what is done with one of them is in the records' routes. */
export function studentListRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, students, {
    table: studentTable,
    branch: studentTable.homeBranchId,
    order: [sql`lower(${studentTable.firstName})`],
    query: studentsQuery,
    filter: studentFilter,
  });
}
