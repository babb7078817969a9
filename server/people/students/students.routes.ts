import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  MAX_LOOKUP,
  statusChange,
  statusesChanged,
  statusUndo,
  studentLookupRow,
  students,
  studentsQuery,
} from '#contract/people/students.ts';
import { studentLookup } from '#contract/people/student-words.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { studentFilter } from './student-filter.ts';
import { changeStatuses } from './student-statuses.service.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';

const columns = getTableColumns(studentTable);
const lookupColumns = {
  _id: columns._id,
  studentCode: columns.studentCode,
  firstName: columns.firstName,
  lastName: columns.lastName,
  firstNameEn: columns.firstNameEn,
  lastNameEn: columns.lastNameEn,
  nickname: columns.nickname,
  gender: columns.gender,
  dateOfBirth: columns.dateOfBirth,
  phone: columns.phone,
  homeBranchId: columns.homeBranchId,
  source: columns.source,
  status: columns.status,
  guardians: sql<string>`split_part(${columns.search}, E'\n', 2)`,
};

/**
 * The list of students and changes of several at once; `student-records.routes.ts` has the routes
 * of a single one.
 */
export function studentListRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, students, {
    table: studentTable,
    branch: studentTable.homeBranchId,
    order: [sql`lower(${studentTable.firstName})`],
    query: studentsQuery,
    filter: studentFilter,
  });

  const lookup = {
    config: { action: students.read },
    schema: { response: responses(200, z.array(studentLookupRow)) },
  };
  api.get(studentLookup.path, lookup, (request) =>
    db
      .select(lookupColumns)
      .from(studentTable)
      // The own branch only, even for superadmins, because a device at a desk stores only the data
      // that this desk needs.
      .where(
        and(
          eq(studentTable.homeBranchId, currentUser(request).branchId),
          eq(studentTable.archived, false),
        ),
      )
      .orderBy(desc(studentTable.createdAt), desc(studentTable._id))
      .limit(MAX_LOOKUP),
  );

  const config = { action: students.write };
  const response = responses(200, statusesChanged);
  api.post(
    '/students/status',
    { config, schema: { body: statusChange, response } },
    (request, reply) => {
      const { ids, status, reason } = request.body;
      const statuses = [...new Set(ids)].map((_id) => ({ _id, status, statusReason: reason }));
      return writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => changeStatuses(tx, currentUser(request), statuses),
      });
    },
  );
  api.post(
    '/students/status/undo',
    { config, schema: { body: statusUndo, response } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 200,
        work: (tx) => changeStatuses(tx, currentUser(request), request.body.students),
      }),
  );
}
