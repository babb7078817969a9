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
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { refuseLate, studentFilter } from './student-filter.ts';
import {
  hiddenStudentFields,
  studentFieldsFor,
  studentListFields,
  studentLookupFields,
} from './student-list-fields.ts';
import { lockIdle } from './idle-students.ts';
import { changeStatuses } from './student-statuses.service.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
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
  // A device keeps no guardian but the one who pays.
  guardians: sql<string>`coalesce((select payer.search from ${guardianTable} link
    join ${parentTable} payer on payer.id = link.parent_id
    where link.student_id = ${studentTable}.id and link.is_payer), '')`,
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
    derived: studentListFields,
    derivedFor: studentFieldsFor,
    hidden: hiddenStudentFields,
    filter: (query, user) => {
      refuseLate(query, user);
      return studentFilter(query, user);
    },
  });

  const lookup = {
    config: { action: students.read },
    schema: { response: responses(200, z.array(studentLookupRow)) },
  };
  api.get(studentLookup.path, lookup, (request) =>
    db
      .select({ ...lookupColumns, ...studentLookupFields(currentUser(request)) })
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

  writeRoute(api, db, {
    method: 'POST',
    path: '/students/status',
    action: students.write,
    body: statusChange,
    status: 200,
    answer: statusesChanged,
    work: async ({ tx, user }, request) => {
      const { ids, status, reason, idle = false } = request.body;
      const asked = [...new Set(ids)];
      const isMeant = idle ? await lockIdle(tx, asked) : new Set(asked);
      const statuses = asked
        .filter((_id) => isMeant.has(_id))
        .map((_id) => ({ _id, status, statusReason: reason }));
      const { answer, audit } = await changeStatuses(tx, user, statuses);
      const placed = asked.length - isMeant.size;
      return { answer: idle ? { ...answer, placed } : answer, audit };
    },
  });
  writeRoute(api, db, {
    method: 'POST',
    path: '/students/status/undo',
    action: students.write,
    body: statusUndo,
    status: 200,
    answer: statusesChanged,
    work: ({ tx, user }, request) => changeStatuses(tx, user, request.body.students),
  });
}
